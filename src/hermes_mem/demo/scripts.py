"""Text in many scripts and shapes: what real people write, and what is hard to measure in cells."""

from __future__ import annotations

MEMORY = (
    "Emoji sequences: 👩‍💻 👨‍👩‍👧‍👦 🐈‍⬛ 🏳️‍🌈 👍🏽 🇪🇺 1️⃣ take two cells each.",
    "می‌خواهم گزارش‌ها کوتاه باشند (with the joiners that Persian needs).",
    "क्‍ष और क्ष अलग दिखते हैं; रिपोर्ट हिन्दी में लिखें।",
    "日本語と中文和한국어 are two cells wide: 表示幅に注意。",
    "Отчёты пишутся по-русски, код и комментарии по-английски.",
    "ภาษาไทยไม่มีช่องว่างระหว่างคำ จึงตัดบรรทัดยาก",
    "שלום עולם, mixed with English and the number 42, from right to left.",
    "Combining marks: e\u0301 and é look alike, Z̴a̴l̴g̴o̴ climbs; ﷺ is one wide character.",
    "Zero-width joiner in a plain word, foo\u200dbar, is not natural.",
)

USER = (
    "Arrows → and boxes ██░░ and bullets ● are ambiguous in width: one cell here, two in some terminals.",
    "One long line: "
    + " ".join(f"step {n} checks the gauge, notes the level and waits for the tide;" for n in range(1, 14))
    + " then the log is closed.",
    "a-very-long-word-" + "without-a-space-" * 12 + "end",
)
