"""Our themes and the person's, read from TOML; the terminal's own colours; and no colours at all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.app import App
from textual.color import Color, ColorParseError
from textual.theme import Theme

DEFAULT = "caduceus"
TERMINAL = "terminal"
PLAIN = "plain"

COLOURS = (
    "background",
    "surface",
    "panel",
    "foreground",
    "muted",
    "primary",
    "secondary",
    "accent",
    "success",
    "warning",
    "error",
)
"""Keys of a theme file, beside `dark` and the table `variables`; all of them are needed."""

TEXT_COLOURS = ("primary", "secondary", "accent", "success", "warning", "error")

STYLE_WORDS = frozenset(("none", "not", "bold", "dim", "italic", "reverse", "strike", "underline"))


class BadTheme(Exception):
    """A theme file that cannot be used; the message says why, without the file's name."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Themes that can be used, and a sentence for each file that cannot."""

    themes: tuple[Theme, ...]
    problems: tuple[str, ...]


def no_color(environ: Mapping[str, str]) -> bool:
    """Whether the person asked for no colours: an empty NO_COLOR counts as unset (no-color.org)."""
    return bool(environ.get("NO_COLOR"))


def load(user: Path | None = None) -> Loaded:
    """Our own themes, then those of the directory `user`; one of the same name takes the place of ours.

    A file that cannot be used becomes a problem and never stops the start.
    """
    themes: dict[str, Theme] = {TERMINAL: terminal(), PLAIN: plain()}
    problems = []
    for path in [*_files(bundled()), *_files(user)]:
        try:
            themes[path.stem] = read(path)
        except BadTheme as problem:
            problems.append(f"Theme {path.name} cannot be used: {problem}.")
    return Loaded(tuple(themes.values()), tuple(problems))


def register(app: App[Any], user: Path | None = None) -> tuple[str, ...]:
    """Make all themes available in `app`; gives the problems back."""
    loaded = load(user)
    for theme in loaded.themes:
        app.register_theme(theme)
    return loaded.problems


def bundled() -> Path:
    """The directory of our own themes: inside the package when installed, else at the top of the checkout."""
    package = Path(__file__).parents[1]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parents[1] / "themes"


def read(path: Path) -> Theme:
    """The theme in a file, named after the file.

    Raises BadTheme for what cannot be read, a key that is missing or unknown, and a value that is no colour.
    """
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadTheme(error.strerror or "it cannot be read") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTheme(str(error)) from error
    return _theme(path.stem, values)


def terminal() -> Theme:
    """The terminal's own sixteen colours and background."""
    return Theme(
        TERMINAL,
        primary="ansi_magenta",
        secondary="ansi_cyan",
        accent="ansi_blue",
        success="ansi_green",
        warning="ansi_yellow",
        error="ansi_red",
        variables=_REVERSED
        | {"border": "ansi_magenta", "border-blurred": "ansi_bright_black", "footer-key-foreground": "ansi_magenta"},
        **_UNCOLOURED,
    )


def plain() -> Theme:
    """No colour at all: what NO_COLOR asks for. The cursor's row is reversed."""
    colours: dict[str, Any] = dict.fromkeys(TEXT_COLOURS, "ansi_default")
    return Theme(PLAIN, **colours, variables=_REVERSED | dict.fromkeys(_LINES, "ansi_default"), **_UNCOLOURED)


_UNCOLOURED: Mapping[str, Any] = {
    **dict.fromkeys(("foreground", "background", "surface", "panel", "boost"), "ansi_default"),
    "ansi": True,
}

_REVERSED = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "text-muted": "ansi_default",
    "block-cursor-foreground": "ansi_default",
    "block-cursor-background": "ansi_default",
    "block-cursor-text-style": "bold reverse",
    "block-cursor-blurred-text-style": "bold",
    "input-cursor-text-style": "reverse",
    **dict.fromkeys(
        ("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active"), "ansi_default"
    ),
}

_LINES = (
    "border",
    "border-blurred",
    "scrollbar",
    "scrollbar-hover",
    "scrollbar-active",
    "footer-key-foreground",
    "link-color",
    "screen-selection-background",
    "screen-selection-foreground",
)


def _files(directory: Path | None) -> list[Path]:
    return sorted(directory.glob("*.toml")) if directory is not None else []


def _theme(name: str, values: Mapping[str, Any]) -> Theme:
    _check_keys(values)
    extra = values.get("variables", {})
    colours = {key: _colour(key, values[key]) for key in COLOURS}
    muted = colours.pop("muted")
    named: dict[str, Any] = {key: value.hex for key, value in colours.items()}
    theme = Theme(name, **named, dark=values["dark"])
    theme.variables = _variables(colours, muted)
    _check_variables(theme, extra)
    theme.variables |= extra
    return theme


def _check_keys(values: Mapping[str, Any]) -> None:
    known = (*COLOURS, "dark", "variables")
    for key in values:
        if key not in known:
            raise BadTheme(f'there is no key "{key}"{_nearest(key, known)}')
    missing = [key for key in (*COLOURS, "dark") if key not in values]
    if missing:
        raise BadTheme(f"it does not say {', '.join(missing)}")
    if not isinstance(values["dark"], bool):
        raise BadTheme("dark is true or false")


def _check_variables(theme: Theme, extra: object) -> None:
    if not isinstance(extra, dict):
        raise BadTheme("variables is a table")
    known = theme.to_color_system().generate()
    for key, value in extra.items():
        if key not in known:
            raise BadTheme(f'Textual has no variable "{key}"{_nearest(key, known)}')
        if key.endswith("-style") and isinstance(value, str) and set(value.split()) <= STYLE_WORDS:
            continue
        _colour(key, value)


def _colour(key: str, value: object) -> Color:
    try:
        return Color.parse(str(value))
    except ColorParseError as error:
        raise BadTheme(f'{key} = "{value}" is no colour') from error


def _nearest(key: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, known, 1)
    return f'; did you mean "{near[0]}"?' if near else ""


def _variables(colours: Mapping[str, Color], muted: Color) -> dict[str, str]:
    """What Textual would else compute so that text is hard to read: each colour is used for text as it is."""
    background, primary = colours["background"].hex, colours["primary"].hex
    line = colours["panel"].blend(muted, 0.35).hex
    selection = {"background": colours["secondary"].hex, "foreground": background}
    return {
        **{f"text-{key}": colours[key].hex for key in TEXT_COLOURS},
        **dict.fromkeys(("text-muted", "text-disabled", "foreground-muted"), muted.hex),
        "block-cursor-background": primary,
        "block-cursor-foreground": background,
        "block-cursor-blurred-background": colours["panel"].hex,
        "block-cursor-blurred-foreground": colours["foreground"].hex,
        "border": primary,
        "border-blurred": line,
        "footer-background": colours["surface"].hex,
        "footer-key-foreground": primary,
        "scrollbar": line,
        "scrollbar-hover": muted.hex,
        "scrollbar-active": primary,
        "scrollbar-background": background,
        **{f"input-selection-{key}": value for key, value in selection.items()},
        **{f"screen-selection-{key}": value for key, value in selection.items()},
    }


def described(themes: Mapping[str, Theme]) -> list[tuple[str, str]]:
    """Names and a word about each, our own first."""
    own = [*(path.stem for path in _files(bundled())), TERMINAL]
    names = [*(name for name in own if name in themes), *sorted(name for name in themes if name not in own)]
    return [(name, _ABOUT.get(name) or ("dark" if themes[name].dark else "light")) for name in names]


_ABOUT = {
    "caduceus": "dark, gold on slate",
    "papyrus": "light, brown on paper",
    "stele": "high contrast",
    TERMINAL: "the colours of your terminal",
    PLAIN: "no colours at all",
}
