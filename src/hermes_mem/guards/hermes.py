"""The 36 threat patterns of Hermes, strict scope, in its own order (hermes-agent 0.19.0 tools/threat_patterns.py).

Each hits exactly the texts that the agent's own pattern hits, but is written so that no text makes it slow: gaps end
at the next possible beginning, repetitions do not give back. They read NFKC.
"""

from __future__ import annotations

from hermes_mem.guards.rule import HERMES, Rule
from hermes_mem.guards.weights import WEIGHTS

EFFECT = (
    "Hermes shows the model a [BLOCKED: …] line in place of this entry, still counts the entry, "
    "and refuses such text when it writes."
)
FILLER = r"(?:\w++\s++){0,8}?"
MODIFY = r"update|modify|edit|write|change|append|add\s++to"
SSH = r"\$HOME/\.ssh|~/\.ssh"
LONG, SHORT = 2048, 512


def after(head: str, tail: str) -> str:
    """`head`, white space, then `tail` within LONG characters of the same line; from the last head before the tail."""
    return rf"(?:{head})\s++(?:(?!(?:{head})\s)[^\n]){{0,{LONG}}}?(?:{tail})"


def spaced(tail: str, limit: int, unless: str = r"\n") -> str:
    """Up to `limit` characters of a line with white space on both sides, then `tail`; begins behind white space."""
    return rf"(?:(?:(?!{unless})[^\n]){{1,{limit}}}?(?<!\s)\s++|(?<=\s\s)){tail}"


TABLE: tuple[tuple[str, str, str, str], ...] = (
    (
        "prompt_injection",
        rf"ignore\s++{FILLER}(?:previous|all|above|prior)\s++{FILLER}instructions",
        "ignore",
        "Tells the model to drop its instructions.",
    ),
    ("sys_prompt_override", r"system\s++prompt\s++override", "override", "Claims to replace the system prompt."),
    (
        "disregard_rules",
        rf"disregard\s++{FILLER}(?:your|all|any)\s++{FILLER}(?:instructions|rules|guidelines)",
        "disregard",
        "Tells the model to drop its rules.",
    ),
    (
        "bypass_restrictions",
        rf"act\s++as\s++(?:if|though)\s++{FILLER}you\s++{FILLER}(?:have\s++no|don't\s++have)\s++{FILLER}"
        r"(?:restrictions|limits|rules)",
        "act",
        "Tells the model that no limits hold.",
    ),
    (
        "html_comment_injection",
        r"<!--(?:(?!<!--)[^>]){0,512}?(?:ignore|override|system|secret|hidden)[^>]{2,514}+(?<=--)>",
        "<!--",
        "Hides an instruction in an HTML comment.",
    ),
    (
        "hidden_div",
        r"<\s*+div\s++style\s*+=\s*+[\"'](?:(?!<\s*+div\s++style\s*+=\s*+[\"'])[^>]){0,2048}?display\s*+:\s*+none",
        "display",
        "Hides text in an invisible HTML element.",
    ),
    (
        "translate_execute",
        r"translate\s++"
        + spaced("into", SHORT, r"translate\s++(?!into\s)")
        + r"\s++"
        + spaced("and", SHORT)
        + r"\s++(?:execute|run|eval)",
        "translate",
        "Asks to translate something into code and to run it.",
    ),
    (
        "deception_hide",
        rf"do\s++not\s++{FILLER}tell\s++{FILLER}the\s++user",
        "tell",
        "Tells the model to keep something from the user.",
    ),
    (
        "role_hijack",
        rf"you\s++are\s++{FILLER}now\s++(?:a|an|the)\s++",
        "now",
        "Gives the model another role.",
    ),
    ("role_pretend", rf"pretend\s++{FILLER}(?:you\s++are|to\s++be)\s++", "pretend", "Asks the model to pretend."),
    (
        "leak_system_prompt",
        rf"output\s++{FILLER}(?:system|initial)\s++prompt",
        "output",
        "Asks for the system prompt.",
    ),
    (
        "remove_filters",
        rf"(?:respond|answer|reply)\s++without\s++{FILLER}(?:restrictions|limitations|filters|safety)",
        "without",
        "Asks for answers without safeguards.",
    ),
    (
        "fake_update",
        rf"you\s++have\s++been\s++{FILLER}(?:updated|upgraded|patched)\s++to",
        "been",
        "Claims that the model was changed.",
    ),
    ("identity_override", r"\bname\s++yourself\s++\w+", "yourself", "Gives the model another name."),
    (
        "c2_node_registration",
        r"register\s++(?:as\s++)?(?:a\s*+)?node",
        "register",
        "Registers as a node, as remote-controlled programs do.",
    ),
    (
        "c2_heartbeat",
        r"(?:heartbeat|beacon|check[\s\-]?in)\s++(?:to|with)\s++",
        "heartbeat beacon check",
        "Reports in somewhere, as remote-controlled programs do.",
    ),
    (
        "c2_task_pull",
        r"pull\s++(?:down\s++)?(?:new\s++)?task(?:ing|s)?\b",
        "pull",
        "Fetches tasks, as remote-controlled programs do.",
    ),
    (
        "c2_network_connect",
        r"connect\s++to\s++the\s++network\b",
        "connect",
        "Connects to a network, as remote-controlled programs do.",
    ),
    (
        "forced_action",
        r"you\s++must\s++(?:\w++\s++){0,3}(?:register|connect|report|beacon)\b",
        "must",
        "Orders the model to report somewhere.",
    ),
    (
        "anti_forensic_oneliner",
        r"only\s++use\s++one[\s\-]?liners?\b",
        "liner",
        "Asks for one-liners only, which leave no file behind.",
    ),
    (
        "anti_forensic_disk",
        rf"never\s++{FILLER}(?:create|write)\s++{FILLER}(?:script|file)\s++{FILLER}disk",
        "never",
        "Asks to leave no file behind.",
    ),
    (
        "env_var_unset_agent",
        r"unset\s++\w*(?:CLAUDE|CODEX|HERMES|AGENT|OPENAI|ANTHROPIC)\w*",
        "unset",
        "Unsets a variable of an agent.",
    ),
    (
        "known_c2_framework",
        r"\b(?:cobalt\s*+strike|sliver|havoc|mythic|metasploit|brainworm)\b",
        "cobalt sliver havoc mythic metasploit brainworm",
        "Has the name of an attack tool.",
    ),
    (
        "c2_explicit",
        r"\bc2\s++(?:server|channel|infrastructure|beacon)\b",
        "c2",
        "Speaks of a command-and-control server.",
    ),
    ("c2_explicit_long", r"\bcommand\s++and\s++control\b", "command", "Speaks of command and control."),
    (
        "exfil_curl",
        after("curl", r"\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|API)"),
        "curl",
        "Sends a secret variable with curl.",
    ),
    (
        "exfil_wget",
        after("wget", r"\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|API)"),
        "wget",
        "Sends a secret variable with wget.",
    ),
    (
        "read_secrets",
        after("cat", r"\.env|credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc"),
        "cat",
        "Prints a file that has secrets in it.",
    ),
    (
        "send_to_url",
        r"(?:send|post|upload|transmit)\s++"
        + spaced("(?:to|at)", LONG, r"(?:send|post|upload|transmit)\s++(?!(?:to|at)\s++https?://)")
        + r"\s++https?://",
        "http",
        "Sends something to an address.",
    ),
    (
        "context_exfil",
        rf"(?:include|output|print|share)\s++{FILLER}"
        r"(?:conversation|chat\s++history|previous\s++messages|full\s++context|entire\s++context)",
        "include output print share",
        "Gives the conversation away.",
    ),
    ("ssh_backdoor", r"authorized_keys", "authorized_keys", "Names the file that lets others log in."),
    ("ssh_access", SSH, ".ssh", "Names the directory of the SSH keys."),
    ("hermes_env", r"\$HOME/\.hermes/\.env|~/\.hermes/\.env", ".hermes/.env", "Names the file of Hermes' own keys."),
    (
        "agent_config_mod",
        after(MODIFY, r"AGENTS\.md|CLAUDE\.md|\.cursorrules|\.clinerules"),
        "agents.md claude.md rules",
        "Changes the standing instructions of an agent.",
    ),
    (
        "hermes_config_mod",
        after(MODIFY, r"\.hermes/(?:config\.yaml|SOUL\.md)"),
        ".hermes/",
        "Changes the configuration of Hermes.",
    ),
    (
        "hardcoded_secret",
        r"(?:api[_-]?key|token|secret|password)\s*+[=:]\s*+[\"'][A-Za-z0-9+/=_-]{20,}",
        "key token secret password",
        "Looks like a secret in quotation marks.",
    ),
)


def threat(agent_id: str, pattern: str, needs: str, meaning: str) -> Rule:
    """A threat rule of Hermes, with the weight that its hits have for a person."""
    weight = WEIGHTS[agent_id]
    return Rule(
        id=f"hermes.{agent_id}",
        pattern=pattern,
        meaning=meaning,
        effect=EFFECT,
        agents=HERMES,
        severity=weight.severity,
        agent_id=agent_id,
        needs=tuple(needs.split()),
        eased=weight.eased,
        graver=weight.graver,
    )


RULES = tuple(threat(*row) for row in TABLE)
