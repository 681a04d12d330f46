"""Whether what stands in the place of a secret is one: people also write placeholders, references and plain prose."""

from __future__ import annotations

import re

from hermes_mem.model.late_pattern import LatePattern

_REFERENCE = LatePattern(
    r"""
      \$[A-Za-z_{(] | %[A-Za-z_(] | [<{\[] | !(?:vault|env|secret|sops)\b | ENC\[      # to be filled in elsewhere
    | (?:op|vault|aws|gcp|env|file|keyring|https?|s3)[:(] | process\.env | os\.(?:environ|getenv) | ENV\[
    | ~?/ | \.\.?/ | [a-z][a-z0-9_.-]*(?:/[a-z0-9_.-]+)+\Z                             # a path
    | [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z                                                  # the name of a variable
    | [A-Za-z_]\w*(?:\.\w+)+(?:[(\[]|\Z) | [A-Za-z_]+[(\[]                                     # a name in code
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+\Z                                                   # an e-mail address
    """,
    re.VERBOSE,
)
_PLACEHOLDER = LatePattern(
    r"x{4,}|\*{2,}|•|…|\.{3}|EXAMPLE|REDACTED|redacted|placeholder|your[-_]?\w|change[-_]?me|dummy|(?:^|[-_])here\b",
    re.IGNORECASE,
)
_TECHNICAL = LatePattern(
    r"""
      \d{4}-\d\d(?:-\d\d)?.* | \d+(?:[.,:]\d+)*\+?-?[a-zA-Z%]{0,10}-? | v\d[\w.]*           # dates, numbers with a unit
    | [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}                                           # UUID
    | (?:sha|md|aes|rsa|ed|rs|hs|es|ps|argon|base|o?auth|utf|ecdsa|bcrypt|scrypt|pbkdf|cl|tls|x|p|ipv|http|nist|s)
      [-_ ]?\d[\w-]{0,12}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORDS = LatePattern(
    r"""
      required|optional|stored|rotated|hidden|forgotten|unknown|default|same|none|null|true|false|empty|missing|managed
    | encrypted|hashed|changed|expired|revoked|invalid|valid|needed|disabled|enabled|unchanged|generated|shared|private
    | public|secrets?|passwords?|passwd|pass|token|username|string|(?:bitwarden|1password|keepass|keepassxc|lastpass
    | dashlane|keychain|keyring|vault)(?:'s)?|yubikey|passkey|oauth2|ldap2|github|gitlab|basic|bearer|weekly|monthly
    | daily|environment|variable|config|settings|k8s|s3|ec2|l10n|i18n|a11y
    """,
    re.VERBOSE,
)
_COMMON = LatePattern(
    "that|this|with|from|have|been|will|when|then|must|also|only|over|into|than|more|them|some|each|your|kept|four"
    "|word|same|goes|file|note|year|team|long|need|used|were|they|what|very|next|last|like|just|make|most|much|such"
)
_UNIT_NEXT = LatePattern(r"[ -]?(?:characters?|chars?|digits?|bits?|bytes?|days?|hours?|minutes?|weeks?|位|文字|자)\b")
_SYMBOL = LatePattern(r"[!#%&@*+=?^~$]")


def random_key(value: str) -> bool:
    """Whether a value with the shape of some service's key is one: digits in it, many different characters."""
    return any(map(str.isdigit, value)) and len(set(value)) >= 5 and not _PLACEHOLDER.search(value)


def is_key(found: re.Match[str]) -> bool:
    """random_key() of what the group `secret` caught."""
    return random_key(found["secret"])


def is_password(found: re.Match[str]) -> bool:
    """Whether the group `secret` caught a password: letters with digits or symbols, a PIN, or words in quotation marks.

    Groups that may be there: `quote` (quotation mark before it), `tight` (an equals sign without spaces), `key` (the
    name promises a long random value), `pin` (only digits will do).
    """
    value, groups = found["secret"], found.groupdict()
    if not told(value) or _UNIT_NEXT.match(found.string, found.end("secret")):
        return False
    if groups.get("key"):
        return len(value) >= 12 and random_key(value)
    if groups.get("pin"):
        return value.isdigit() and 4 <= len(value) <= 12
    if value.isdigit():
        return len(value) >= 6
    quoted = bool(groups.get("quote"))
    return _mixed(value) or ((quoted or bool(groups.get("tight"))) and _plain(value, quoted))


def is_strong_password(found: re.Match[str]) -> bool:
    """Where no word between name and value says so: digits, small letters, and capitals or symbols."""
    value = found["secret"]
    kinds = any(map(str.isdigit, value)) and any(map(str.islower, value))
    more = any(map(str.isupper, value)) or bool(_SYMBOL.search(value)) or "_" in value
    return is_password(found) and len(value) >= 8 and kinds and more


def is_app_password(found: re.Match[str]) -> bool:
    """Four times four letters that are four different words, none of them with a common ending."""
    words = found["secret"].split()
    return len(set(words)) == len(words) and not any(map(_COMMON.fullmatch, words))


def told(value: str) -> bool:
    """Whether `value` stands for itself: no placeholder, reference or technical term."""
    if _REFERENCE.match(value) or _PLACEHOLDER.search(value):
        return False
    if value.isdigit():
        return True
    plain = value.strip(".,:;!?'()").casefold()
    return not (_WORDS.fullmatch(plain) or _TECHNICAL.fullmatch(plain))


def _mixed(value: str) -> bool:
    """Six characters or more, letters among them, and digits or symbols."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return len(value) >= 6 and letters and (digits or bool(_SYMBOL.search(value, 0, len(value) - 1)))


def _plain(value: str, quoted: bool) -> bool:
    """A plain word or, in quotation marks, three and more: `password=swordfish`, "correct horse battery staple"."""
    words = value.split()
    one_word = len(words) == 1 and not re.search(r"[a-z][A-Z]", value)
    return len(value) >= 6 and all(map(str.isalpha, "".join(words))) and (one_word or (quoted and len(words) > 2))
