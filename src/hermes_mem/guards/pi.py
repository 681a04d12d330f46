"""What Pi refuses to save (pi-hermes-memory, src/store/content-scanner.ts): first hidden characters, threats, secrets.

JavaScript's `\\w` and `\\b` are ASCII; its `\\s` has U+FEFF beyond Python's and lacks U+001C to U+001F and U+0085.
"""

from __future__ import annotations

import re

from hermes_mem.guards.rule import PI, Rule
from hermes_mem.guards.weights import WEIGHTS
from hermes_mem.model.finding import Severity
from hermes_mem.model.javascript import SOLID, SPACE

EFFECT = "Pi refuses to save such text; what is in the file already stays there and is used."

_THREATS: tuple[tuple[str, str, str, str], ...] = (
    (
        "prompt_injection",
        r"ignore\s+(?:previous|all|above|prior)\s+instructions",
        "ignore",
        "Tells the model to drop its instructions.",
    ),
    ("role_hijack", r"you\s+are\s+now\s+", "now", "Gives the model another role."),
    ("deception_hide", r"do\s+not\s+tell\s+the\s+user", "tell", "Tells the model to keep something from the user."),
    ("sys_prompt_override", r"system\s+prompt\s+override", "override", "Claims to replace the system prompt."),
    (
        "disregard_rules",
        r"disregard\s+(?:your|all|any)\s+(?:instructions|rules|guidelines)",
        "disregard",
        "Tells the model to drop its rules.",
    ),
    (
        "bypass_restrictions",
        r"act\s+as\s+(?:if|though)\s+you\s+(?:have\s+no|don'?t\s+have)\s+(?:restrictions|limits|rules)",
        "act",
        "Tells the model that no limits hold.",
    ),
    (
        "exfil_curl",
        r"curl\s+(?:(?!curl\s)[^\n])*?\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|API)",
        "curl",
        "Sends a secret variable with curl.",
    ),
    (
        "exfil_wget",
        r"wget\s+(?:(?!wget\s)[^\n])*?\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|API)",
        "wget",
        "Sends a secret variable with wget.",
    ),
    (
        "read_secrets",
        r"cat\s+(?:(?!cat\s)[^\n])*?(?:\.env|credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc)",
        "cat",
        "Prints a file that has secrets in it.",
    ),
    ("ssh_backdoor", r"authorized_keys", "authorized_keys", "Names the file that lets others log in."),
    ("ssh_access", r"\$HOME/\.ssh|~/\.ssh", ".ssh", "Names the directory of the SSH keys."),
)

_SECRETS: tuple[tuple[str, str, str], ...] = (
    ("anthropic_api_key", r"\bsk-ant-api\S{10,}\b", "sk-ant"),
    ("openrouter_api_key", r"\bsk-or-v1-\S{10,}\b", "sk-or"),
    ("openai_api_key", r"\bsk-\S{20,}\b", "sk-"),
    ("aws_access_key", r"\bAKIA[0-9A-Z]{16}\b", "akia"),
    ("github_personal_token", r"\bghp_\S{10,}\b", "ghp_"),
    ("github_user_token", r"\bghu_\S{10,}\b", "ghu_"),
    ("slack_bot_token", r"\bxoxb-\S{10,}\b", "xoxb"),
    ("slack_app_token", r"\bxapp-\S{10,}\b", "xapp"),
    ("notion_token", r"\bntn_\S{10,}\b", "ntn_"),
    ("bearer_auth_token", r"\bBearer\s+\S{20,}\b", "bearer"),
    ("private_key_block", r"-----BEGIN\s+(?:RSA\s+)?PRIVATE\sKEY-----", "private"),
)
_VARIABLES = (
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "GITHUB_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "DATABASE_URL",
)
_ASSIGNMENTS = (("password", 6), ("secret", 6), ("token", 10))


def _javascript(pattern: str) -> str:
    """The pattern with JavaScript's idea of white space; runs of it do not give back."""
    for ours, theirs in ((r"\s+", f"{SPACE}++"), (r"\s*", f"{SPACE}*+"), (r"\s", SPACE), (r"\S", SOLID)):
        pattern = pattern.replace(ours, theirs)
    return pattern


def _rule(agent_id: str, pattern: str, need: str, meaning: str, flags: re.RegexFlag = re.ASCII) -> Rule:
    """A rule of Pi: information, as a secret is until one of our own rules finds one in the hit."""
    return Rule(
        id=f"pi.{agent_id}",
        pattern=_javascript(pattern),
        meaning=meaning,
        effect=EFFECT,
        agents=PI,
        severity=Severity.INFO,
        agent_id=agent_id,
        needs=(need,),
        flags=flags,
    )


def _threat(agent_id: str, pattern: str, need: str, meaning: str) -> Rule:
    rule, weight = _rule(agent_id, pattern, need, meaning, re.IGNORECASE | re.ASCII), WEIGHTS[agent_id]
    return rule._replace(severity=weight.severity, eased=weight.eased, graver=weight.graver)


THREATS = tuple(_threat(*row) for row in _THREATS)
SECRETS = (
    *(_rule(*row, "Looks like a key to Pi.") for row in _SECRETS),
    *(_rule(f"env_{name.lower()}", rf"\b{name}\b", name.lower(), "Names a variable.") for name in _VARIABLES),
    *(
        _rule(
            f"{name}_assignment",
            rf"\b{name}\s*[=:]\s*\S{{{least},}}\b",
            name,
            f"Looks like a {name} to Pi.",
            re.ASCII | re.IGNORECASE,
        )
        for name, least in _ASSIGNMENTS
    ),
)
