"""How grave a hit of an agent's threat pattern is for a person.

The agents know no degrees: a hit is a hit. People write about check-ins, `~/.ssh/config` and AGENTS.md all day, so a
pattern that ordinary notes meet is information, unless the line around the hit reads like an attack.
"""

from __future__ import annotations

from typing import NamedTuple

from hermes_mem.model.finding import Severity


class Weight(NamedTuple):
    """What a hit weighs; `eased` makes it information, `graver` blocking (patterns for the line; eased goes first)."""

    severity: Severity
    eased: str = ""
    graver: str = ""


INFO, WARNING, BLOCKING = Severity.INFO, Severity.WARNING, Severity.BLOCKING

_ABOUT_RULES = (
    r"(?:(?:please|absolutely|completely|entirely|totally|simply|any|all|every|each|single|one|of|the|these|those|that"
    r"|your|my|our|its|previous|prior|above|earlier|former|preceding|existing|original|old|given|other|and|or|current"
    r"|hidden|system|developer|safety|security|ethical|content|company|moderation|user)\s+){0,8}"
)
_TOPICS = (
    r"(?:build|install|installation|setup|lint|linter|pip|npm|docker|compose|windows|mac|macos|linux|readme|deploy"
    r"|deployment|cuda|gpu|make|cmake|migration|upgrade|usage|style|format|formatting|naming|printed|washing|assembly"
    r"|cooking|repair|eslint|ruff|css|firewall|robots|proxy|cors|git)"
)
_OPERATOR = r"(?:c2|c&c|operator|controller|command\s+(?:server|and\s+control)|attacker|handler)"
_SECRETS = r"(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)S?\b"
_OWN_HOSTS = (
    r"https?://(?:localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.(?:internal|local|lan|test|localhost)|api\.github\.com"
    r"|(?:www\.)?gitlab\.com|api\.openai\.com|api\.anthropic\.com|openrouter\.ai|huggingface\.co|pypi\.org"
    r"|registry\.npmjs\.org)\b"
)
_SIGNS_IN = r"(?:-u|--user|-H|--header)\s*[\"']?[^\"'\n]{0,80}\$\{?\w*"


def _fetch(tool: str) -> Weight:
    """A secret variable goes out with `tool`: it is an address, it signs in at a host one knows, or it leaks."""
    no_secret = rf"{tool}\s(?![^\n]*\$\{{?\w*{_SECRETS})"
    signs_in = rf"{tool}\s[^\n]*{_SIGNS_IN}[^\n]*{_OWN_HOSTS}|{tool}\s[^\n]*{_OWN_HOSTS}[^\n]*{_SIGNS_IN}"
    return Weight(BLOCKING, eased=f"{no_secret}|{signs_in}")


_SENDS = (
    r"(?:curl|wget|nc|ncat|netcat|base64|send|upload|post|transmit|exfiltrate|paste|e-?mail|reply|response|output)\b"
)
_SSH = r"(?:\$HOME/|~/)\.ssh"
_BEHIND_THE_BACK = (
    r"(?:>>|\becho\b|curl|https?://|\bignore\b|secretly|silently|without\s+(?:telling|asking|saying)|do\s+not\s+tell"
    r"|hidden|every\s+session|disable|bypass|yolo)"
)

WEIGHTS: dict[str, Weight] = {
    "prompt_injection": Weight(
        WARNING,
        eased=rf"\b{_TOPICS}\s+instructions",
        graver=rf"ignore\s+{_ABOUT_RULES}(?:previous|all|above|prior)\s+{_ABOUT_RULES}instructions",
    ),
    "sys_prompt_override": Weight(
        BLOCKING,
        eased=r"system\s+prompt\s+override(?:s\b|\s+(?:is|are|lives|goes|works|flag|option|setting|file|feature|for|via|in)\b)",
    ),
    "disregard_rules": Weight(
        WARNING,
        eased=rf"\b{_TOPICS}\s+(?:instructions|rules|guidelines)",
        graver=rf"disregard\s+{_ABOUT_RULES}(?:your|all|any)\s+{_ABOUT_RULES}(?:instructions|rules|guidelines)",
    ),
    "bypass_restrictions": Weight(
        BLOCKING, eased=r"(?:have\s+no|don't\s+have)\s+(?:hard|fixed|size|time|rate|budget|upper|lower)\s+\w+"
    ),
    "html_comment_injection": Weight(
        INFO,
        graver=r"<!--[^>]*?(?:ignore\s+(?:all|any|previous|prior|your|the)|override\s+(?:all|any|your|the\s+(?:user|system))"
        r"|secretly|do\s+not\s+(?:tell|mention|reveal|show)|instructions\b|\bsend\b|\bcurl\b|execute|reveal|you\s+must"
        r"|you\s+are|from\s+now\s+on)",
    ),
    "hidden_div": Weight(BLOCKING, eased=r"`<\s*div[^`\n]*"),
    "translate_execute": Weight(
        INFO,
        graver=r"(?:execute|eval|run)\s+(?:it|them|this|that|the\s+(?:result|output|code|command)s?)\b"
        r"|into\s+[^\n]{0,40}?(?:bash|shell|python|code|sql|javascript|commands?|script)\s+and\s+(?:execute|eval|run)",
    ),
    "deception_hide": Weight(
        BLOCKING,
        eased=r"the\s+user\s+(?:twice|again|more\s+than|over\s+and|repeatedly|every|each|to\s|how\s+to|the\s+same)"
        r"|the\s+user\s+[^\n.;]{0,80}?\b(?:until|unless|before|without\s+checking)\b"
        r"|the\s+user\s+(?:about|of)\s+(?:every|each|minor|trivial|routine|small)\b",
    ),
    "role_hijack": Weight(
        WARNING,
        eased=r"now\s+(?:a|an|the)\s+(?:\w+\s+)?(?:owner|member|maintainer|reviewer|lead|contact|author|editor|admin"
        r"|moderator|manager|parent|customer|main|only|default)\b",
        graver=r"now\s+(?:a|an|the)\s+(?:\w+\s+){0,3}?(?:unrestricted|unfiltered|uncensored|jailbroken|evil|malicious"
        r"|DAN|hacker|attacker|different|root|superuser|without|no\s+longer|new\s+(?:ai|assistant|model))\b",
    ),
    "role_pretend": Weight(
        WARNING,
        eased=r"(?:not|n't|never|doubles?|mocks?|stubs?|fakes?|tests?|kids|children|they|we|who|can|could|will|would|to"
        r"|and)\s+pretend\b|pretend\s+to\s+be\s+(?:sure|certain|asleep|busy|dead|human|surprised|happy)\b",
        graver=r"pretend\s+(?:\w+\s+){0,4}?(?:you\s+are|to\s+be)\s+(?:\w+\s+){0,4}?(?:unrestricted|unfiltered|evil"
        r"|jailbroken|hacker|attacker|admin\w*|root|DAN|another|different|ai|assistant|system|operator|model|developer)\b",
    ),
    "leak_system_prompt": Weight(
        BLOCKING,
        eased=r"(?:not|never|n't|avoid|without)\s+(?:to\s+)?output\b"
        r"|prompt(?:'s)?\s+(?:tokens?|length|size|count|hash|version|template|budget|cache)\b",
    ),
    "remove_filters": Weight(
        BLOCKING,
        eased=r"safety\s+(?:disclaimer|warning|caveat|lecture|note|notice|preamble)s?\b|limitations\s+section"
        r"|(?:limitations|restrictions)\s+(?:on|of|in)\s+(?:length|size|tone|format|time|space|style|detail)\b",
    ),
    "fake_update": Weight(
        WARNING,
        eased=r"(?:updated|upgraded|patched)\s+to\s+(?:v|version\s+)?\d",
        graver=r"(?:updated|upgraded|patched)\s+to\s+[^\n.]{0,60}?\b(?:no|without|unrestricted|mode|persona|identity|obey"
        r"|new\s+(?:instructions|rules|model))\b",
    ),
    "identity_override": Weight(
        WARNING,
        eased=r"(?:do|did|would|will|should|could|can)\s+you\s+name\s+yourself|name\s+yourself\s+(?:in|on|at|when|by)\b",
        graver=rf"name\s+yourself\s[^\n]{{0,80}}?\b(?:await|obey|orders?|register|report|beacon|{_OPERATOR})\b",
    ),
    "c2_node_registration": Weight(
        INFO, graver=rf"register\s[^\n]{{0,80}}?(?:{_OPERATOR}\b|await|for\s+(?:orders|commands|tasking))"
    ),
    "c2_heartbeat": Weight(
        INFO,
        graver=r"(?:beacon|check[\s-]?in)\s+(?:to|with)\s+\S{0,20}https?://"
        rf"|(?:heartbeat|beacon|check[\s-]?in)\s+(?:to|with)\s+(?:\S+\s+){{0,3}}?{_OPERATOR}\b",
    ),
    "c2_task_pull": Weight(INFO, graver=rf"task(?:ing\b|s?\s+[^\n]{{0,40}}?\b{_OPERATOR}\b)"),
    "c2_network_connect": Weight(INFO, graver=rf"network\s[^\n]{{0,60}}?(?:\bawait|\bbeacon|\b{_OPERATOR}\b)"),
    "forced_action": Weight(
        INFO,
        graver=r"(?:report|beacon)\s+(?:back\s+)?(?:to|at)\s+\S{0,10}https?://|\bbeacon\b"
        rf"|(?:register|connect|report)\s[^\n]{{0,40}}?\b{_OPERATOR}\b",
    ),
    "anti_forensic_oneliner": Weight(
        INFO, graver=r"one[\s-]?liners?\b[^\n]{0,80}?\b(?:disk|traces?|logs?|forensic\w*|evidence|file)\b"
    ),
    "anti_forensic_disk": Weight(INFO, graver=r"never\s[^\n]{0,80}?\bscript\b|\b(?:traces?|evidence|forensic\w*)\b"),
    "env_var_unset_agent": Weight(
        INFO,
        graver=r"unset\s+\w*(?:CLAUDE|CODEX|HERMES|AGENT)\w*\s*(?:;|&&|\band\b|\bthen\b)[^\n]{0,40}?\b(?:claude|codex|hermes)\b",
    ),
    "known_c2_framework": Weight(
        INFO,
        graver=r"(?:cobalt\s*strike|sliver|havoc|mythic|metasploit|brainworm)\s+(?:implant|beacon|payload|listener|agent"
        r"|c2|stager|team\s*server)\b",
    ),
    "c2_explicit": Weight(
        WARNING,
        eased=r"c2\s+channel\s+(?:of|on|is|shows|input|reads|number)\b",
        graver=r"(?:connect|report|beacon|register|poll|contact|respond|obey)\w*\s[^\n]{0,60}?\bc2\s",
    ),
    "c2_explicit_long": Weight(
        INFO,
        graver=r"(?:connect|report|beacon|register|poll|contact|respond|obey)\w*\s[^\n]{0,60}?command\s+and\s+control",
    ),
    "exfil_curl": _fetch("curl"),
    "exfil_wget": _fetch("wget"),
    "read_secrets": Weight(
        WARNING,
        eased=r"\.env\.(?:example|sample|template|dist|defaults?|test)\b|(?:never|not|n't|avoid)\s+cat\s"
        rf"|[a-z]cat\s|(?:my|the|our|your|her|his|their|a)\s+cat\s|cat\s+(?:[a-z]+\s+){{2,8}}(?![^\n]*\b{_SENDS})",
        graver=rf"cat\s[^\n]*?(?:\||>|&&|\b{_SENDS})",
    ),
    "send_to_url": Weight(
        INFO,
        graver=r"(?:send|post|upload|transmit)\s[^\n]{0,120}?(?:conversation|chat\s+(?:history|log)|transcript|secrets?"
        r"|passwords?|credentials?|api\s*keys?|private\s+keys?|\btokens?|\.env\b|\bmemor(?:y|ies)\b|~/"
        r"|everything\s+(?:you|the\s+user)|users?'?s?\s+(?:data|files|messages|e-?mails?)|system\s+prompt)",
    ),
    "context_exfil": Weight(
        INFO,
        graver=r"(?:include|output|print|share)\s[^\n]{0,120}?(?:\bto\s+\S{0,10}https?://|https?://|query\s+parameter|base64"
        r"|(?:in|with|into|to)\s+(?:every|each|all)\s+(?:\w+\s+)?(?:request|url|query|header|call))",
    ),
    "ssh_backdoor": Weight(
        INFO,
        graver=r"(?:>>?|\btee\b|\becho\b|\bprintf\b|\bcurl\b|\bwget\b|ssh-(?:rsa|ed25519)\s+AAAA)[^\n]*?authorized_keys"
        r"|(?:append|add|write|insert|put)\s+(?:\S+\s+){0,8}?(?:to|into|in)\s+\S*authorized_keys"
        r"|authorized_keys[^\n]*?ssh-(?:rsa|ed25519)\s+AAAA",
    ),
    "ssh_access": Weight(
        INFO,
        graver=rf"\b(?:cat|{_SENDS})[^\n]{{0,160}}?{_SSH}(?:/?(?:\s|$)|/\*|/id_\w+(?!\w*\.pub))"
        rf"|>>?\s*{_SSH}|{_SSH}[^\n]{{0,80}}?(?:\||&&|\band\b)[^\n]{{0,40}}?\b(?:curl|nc|send|upload|post)\b",
    ),
    "hermes_env": Weight(
        INFO, graver=rf"\b(?:{_SENDS})[^\n]{{0,80}}?\.hermes/\.env|\.hermes/\.env[^\n]{{0,80}}?(?:\||\b{_SENDS})"
    ),
    "agent_config_mod": Weight(
        INFO,
        graver=rf"{_BEHIND_THE_BACK}[^\n]*?(?:AGENTS\.md|CLAUDE\.md|rules)|(?:\.md|rules)[^\n]*?{_BEHIND_THE_BACK}",
    ),
    "hermes_config_mod": Weight(INFO, graver=rf"{_BEHIND_THE_BACK}[^\n]*?\.hermes/|\.hermes/[^\n]*?{_BEHIND_THE_BACK}"),
    "hardcoded_secret": Weight(
        BLOCKING, eased=r"[=:]\s*[\"'](?-i:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[-_][a-z]+)+)[\"']"
    ),
}
"""By the agents' own ids; Pi uses eleven of them too."""
