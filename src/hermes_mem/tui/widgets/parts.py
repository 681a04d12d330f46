"""The one place where a meaning gets its look: colours that Textual makes for text, so that they can be read."""

from __future__ import annotations

from textual.style import Style

STYLES = {
    "": "",
    "dim": "$text-muted",
    "info": "$text-secondary",
    "good": "$text-success",
    "warning": "$text-warning",
    "error": "bold $text-error",
    "found": "bold underline $text-error",
    "accent": "$text-accent",
    "strong": "bold",
    "match": "underline $text-primary",
    "sign": "bold $text-primary",
    "lit": "bold $text-primary",
    "even": "$text-secondary",
    "odd": "$text-muted",
}
"""Parts that a piece of a line can play, with their styles.

Styles and not component classes: Textual styles each of those for each widget, again at every change of the screen.
"""


def laid_over(base: Style, part: str) -> Style:
    """The style of a part on the style that lies below it."""
    style = Style.parse(STYLES[part])
    if style.auto_color and base.background is not None and style.foreground is not None:
        return base + Style(foreground=base.background.get_contrast_text(style.foreground.a))
    return base + style
