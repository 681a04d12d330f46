"""Keys that their shape gives away. Both agents miss most of them; only these rules decide what is masked."""

from __future__ import annotations

import re

from hermes_mem.guards import assignments
from hermes_mem.guards.plausible import is_key, told
from hermes_mem.guards.rule import Rule, Test
from hermes_mem.model.finding import Severity

EFFECT = "It stands in the file in plain text and goes to the model with the entry."
FIX = "Change it where it is used, then take it out of the entry."
_ALONE = r"(?<![A-Za-z0-9_-])"


def secret(
    name: str, pattern: str, needs: str, meaning: str, holds: Test | None = is_key, flags: re.RegexFlag = re.NOFLAG
) -> Rule:
    """A secret rule; its pattern has a group `secret`."""
    return Rule(
        id=f"secret.{name}",
        pattern=pattern,
        meaning=meaning,
        effect=EFFECT,
        severity=Severity.BLOCKING,
        needs=tuple(needs.split()),
        flags=flags,
        secret=True,
        holds=holds,
        fix=FIX,
    )


def _has_key(found: re.Match[str]) -> bool:
    """Whether a block has at least a line of key in it: the bare header is something that people write about."""
    return bool(re.search(r"[A-Za-z0-9+/]{24,}", found["secret"].split("KEY", 1)[1]))


def _not_a_pattern(found: re.Match[str]) -> bool:
    """Whether the password of an address is meant, not the place where one goes (`user:password@host`)."""
    value = found["secret"]
    return told(value) and value.casefold() not in {"pwd", "pw", "pass", "password", "passwd", "secret", "token"}


_SERVICES = "|".join(
    (
        r"npm_[A-Za-z0-9]{30,60}",
        r"pypi-[A-Za-z0-9_-]{40,300}",
        r"hf_[A-Za-z0-9]{30,60}",
        r"ntn_[A-Za-z0-9]{30,80}",
        r"dop_v1_[0-9a-f]{60,70}",
        r"dckr_pat_[A-Za-z0-9_-]{20,60}",
        r"gsk_[A-Za-z0-9]{40,80}",
        r"xai-[A-Za-z0-9]{40,120}",
        r"pplx-[A-Za-z0-9]{40,80}",
        r"tvly-[A-Za-z0-9-]{24,60}",
        r"nvapi-[A-Za-z0-9_-]{40,100}",
        r"r8_[A-Za-z0-9]{30,50}",
        r"lin_api_[A-Za-z0-9]{30,60}",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        r"sbp_[0-9a-f]{40}",
        r"ATATT3[A-Za-z0-9_=-]{50,250}",
        r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,60}",
        r"AGE-SECRET-KEY-1[A-Z0-9]{50,64}",
        r"GOCSPX-[A-Za-z0-9_-]{24,40}",
        r"hv[sb]\.[A-Za-z0-9_-]{24,200}",
        r"EAAC[A-Za-z0-9]{40,300}",
    )
)

_KEYS = (
    secret(
        "private-key",
        r"(?P<secret>-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?:(?!-----BEGIN)[\s\S]){0,16384}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:(?:\s|\\n){0,4}[A-Za-z0-9+/=:]{8,200}){0,800}))",
        "private",
        "A private key.",
        _has_key,
    ),
    secret(
        "github-token",
        _ALONE + r"(?P<secret>gh[pousr]_[A-Za-z0-9]{16,255}|github_pat_[A-Za-z0-9_]{20,255})",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        "An access token of GitHub.",
    ),
    secret(
        "gitlab-token", _ALONE + r"(?P<secret>gl(?:pat|dt|rt|oas)-[A-Za-z0-9_-]{18,80})", "gl", "A token of GitLab."
    ),
    secret(
        "api-key",
        _ALONE + r"(?P<secret>sk-(?:proj|svcacct|admin|None|ant-[a-z]{2,8}\d\d|or-v\d|lf)-[A-Za-z0-9_-]{16,300}"
        r"|sk-[A-Za-z0-9]{20,200}(?![A-Za-z0-9-]))",
        "sk-",
        "A key of a model provider.",
    ),
    secret("aws-key", _ALONE + r"(?P<secret>A[KS]IA[0-9A-Z]{16})(?![0-9A-Za-z])", "akia asia", "An access key of AWS."),
    secret(
        "slack-token",
        _ALONE + r"(?P<secret>xox[abeoprs]-[A-Za-z0-9-]{10,200}|xapp-\d-[A-Za-z0-9-]{10,200})",
        "xox xapp",
        "A token of Slack.",
    ),
    secret(
        "webhook",
        r"(?:hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/\d{5,25}/"
        r"|\.webhook\.office\.com/webhookb2/)(?P<secret>[A-Za-z0-9_/@-]{16,300})",
        "hook",
        "The address of a webhook, with which anyone can post.",
    ),
    secret(
        "telegram-token",
        r"(?<![\w:])(?P<secret>\d{8,10}:[A-Za-z0-9_-]{33,37})(?![\w-])",
        ":",
        "The token of a Telegram bot.",
    ),
    secret(
        "discord-token",
        _ALONE + r"(?P<secret>[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45})(?![A-Za-z0-9_-])",
        ".",
        "The token of a Discord bot.",
    ),
    secret("google-key", _ALONE + r"(?P<secret>AIza[0-9A-Za-z_-]{30,45})", "aiza", "A key of a Google service."),
    secret(
        "stripe-key",
        _ALONE + r"(?P<secret>(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,200})",
        "sk_ rk_ whsec_",
        "A key of Stripe.",
    ),
    secret(
        "service-token",
        _ALONE + rf"(?P<secret>{_SERVICES})",
        "npm_ pypi- hf_ ntn_ dop_ dckr_ gsk_ xai- pplx- tvly- nvapi- r8_ lin_ shp sbp_ atatt sg. age- gocspx hvs. hvb. "
        "eaac",
        "A key of a service.",
    ),
    secret(
        "jwt",
        _ALONE + r"(?P<secret>eyJ[A-Za-z0-9_-]{8,1000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000})",
        "eyj",
        "A signed web token: whoever has it is let in.",
        None,
    ),
    secret(
        "url-password",
        r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@?#]{0,64}:(?P<secret>[^\s/?#@]{1,200}(?:@[^\s/?#@]{1,100}){0,3})@(?=\S)",
        "://",
        "A password in an address.",
        _not_a_pattern,
    ),
    secret(
        "bearer",
        r"\b[Bb]earer\s{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{16,2000})",
        "bearer",
        "A bearer token: whoever has it is let in.",
    ),
    secret(
        "basic-auth",
        r"\bAuthorization:\s{0,3}Basic\s{1,3}(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})",
        "basic",
        "A name and a password, only encoded.",
        None,
        re.IGNORECASE,
    ),
)

RULES = (
    *_KEYS,
    *(secret(row.name, row.pattern, row.needs, row.meaning, row.holds, re.IGNORECASE) for row in assignments.TABLE),
)
"""The most telling first: where two of them overlap, the first gives the name."""
