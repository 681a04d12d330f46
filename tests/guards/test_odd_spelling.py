"""Secrets whose name or value is spelled with characters that cannot be seen, or that only look like plain ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.guards import SCAN_LIMIT, scanning, secrets
from hermes_mem.guards.folding import Folded, fold_seen
from hermes_mem.guards.rule import Hit, Rule
from hermes_mem.model.masking import mask
from tests.guards.labelled import SECRETS, Secret, masked

HIDDEN = {
    "zero-width space": "\u200b",
    "non-joiner": "\u200c",
    "joiner": "\u200d",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "variation selector": "\ufe0f",
    "Hangul filler": "\u3164",
    "tag": "\U000e0041",
    "control": "\x07",
}
VALUE = "hunter2!x"
PLAIN = [row for row in SECRETS if row.secrets and row.text.isascii() and not row.held]
WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1) if chr(code).isalnum()}
BOLD = {ord("a") + n: 0x1D41A + n for n in range(26)}


def found(text: str, agent: str = "hermes") -> list[str]:
    return [text[start:end] for start, end in masked(text, agent)]


@pytest.mark.parametrize("agent", ["hermes", "pi"])
@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=list(HIDDEN))
def test_a_hidden_character_in_the_name_hides_no_secret(hidden: str, agent: str) -> None:
    for name in ("password", "api_key", "token"):
        text = f"The {name[:3]}{hidden}{name[3:]}={VALUE}8472Qz, rotate it."
        assert found(text, agent) == [f"{VALUE}8472Qz"]


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=list(HIDDEN))
def test_a_hidden_character_in_the_value_is_masked_with_it(hidden: str) -> None:
    assert found(f"password: hun{hidden}ter2!x next") == [f"hun{hidden}ter2!x"]
    assert found(f"password{hidden}:{hidden} {hidden}{VALUE}{hidden} next") == [VALUE]


@pytest.mark.parametrize("letters", [WIDE, BOLD], ids=["fullwidth", "bold"])
def test_letters_of_another_shape_hide_neither_name_nor_value(letters: dict[int, int]) -> None:
    odd = VALUE.translate(letters)
    assert found(f"the {'password'.translate(letters)}: {VALUE} next") == [VALUE]
    assert found(f"the password: {odd} next") == [odd]
    assert found(f"the {'password'.translate(letters)}: {odd} next") == [odd]


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row.text[:24])
def test_every_secret_that_is_found_plain_is_found_with_a_hidden_character_in_it(row: Secret) -> None:
    """The spans are exact: from the first character of the secret to its last, in the original code points."""
    text, spans = row.text, masked(row.text)
    for start, end in spans:
        at = (start + end) // 2
        odd = f"{text[:at]}\u200b{text[at:]}"
        assert (start, end + 1) in masked(odd)


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row.text[:24])
def test_hidden_characters_between_all_others_leave_nothing_readable(row: Secret) -> None:
    text = row.text
    odd = "\u2060".join(text)
    for start, end in masked(text):
        left = mask(odd, masked(odd)).text.replace("\u2060", "")
        assert text[start:end] not in left


@pytest.mark.parametrize(
    "text",
    [
        "رمز عبور را می\u200cخواهم عوض کنم، نمی\u200cدانم کجا نوشته\u200cام.",
        "پسورد در مدیر رمز است؛ آن\u200cجا را ببین.",
        "क्\u200dष और श्री\u200c: पासवर्ड वॉल्ट में है",
        "The on-call team: 👩\u200d💻 👨\u200d👩\u200d👧 ❤\ufe0f, password in the vault 🔑\ufe0f",
        "密码是必填的，令牌请从保险库读取。",
        "パスワードは必須です。トークンは毎週更新。",
        "ﾊﾟｽﾜｰﾄﾞは必要、ＡＰＩキーは保管庫",
        "비밀번호는 필수입니다. 토큰은 금고에 있음",
        "Ｔｏｋｙｏ　ｏｆｆｉｃｅ：３ｆ，password is required",
        "soft\u00adhyphen\u00adated pass\u00adword pol\u00adicy",
        "ﬁle the ﬂag, 5 ㎏ of №4, ½ of the token budget",
        "pass\u200bword is required, token = first.split()[-1]",
    ],
)
@pytest.mark.parametrize("agent", ["hermes", "pi"])
def test_ordinary_text_of_any_script_is_not_masked(text: str, agent: str) -> None:
    assert found(text, agent) == []


@given(
    st.text(st.sampled_from("aé密ｂ２\u200b\u200d\u00ad\u0301ﬁ\ufdfa 각ᄀ ː\n") | st.characters(), max_size=30),
    st.data(),
)
def test_every_span_of_what_is_seen_leads_back(text: str, data: st.DataObject) -> None:
    seen = fold_seen(text)
    if not seen.text:
        return
    start = data.draw(st.integers(0, len(seen.text) - 1))
    end = data.draw(st.integers(start + 1, len(seen.text)))
    first, last = seen.original(start, end)
    assert 0 <= first < last <= len(text)
    assert seen.text[start:end] in fold_seen(text[first:last]).text


def test_a_secret_across_the_parts_of_a_huge_text_is_masked_whole() -> None:
    """Wherever the text is cut to be read: in the name, in the value, in a key of many lines."""
    key = (
        "-----BEGIN PRI\u200bVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 30 + "-----END PRIVATE KEY-----"
    )
    for secret, name in ((VALUE, "pass\u200bword: "), (key, "")):
        for cut in range(0, len(secret) + len(name), max(1, len(secret) // 9)):
            text = "." * (SCAN_LIMIT - cut - 1) + " " + name + secret + " and more." * 3
            assert found(text) == [secret]


def test_a_few_odd_characters_in_a_huge_text_are_paid_for_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """In characters that the rules read: the text once, and once more what lies around each odd one."""
    read: list[int] = []
    hits = scanning._hits

    def counted(table: Iterable[Rule], folded: Folded) -> list[Hit]:
        if table is secrets.RULES:
            read.append(len(folded.text))
        return hits(table, folded)

    monkeypatch.setattr(scanning, "_hits", counted)
    plain = "Build takes forty minutes; the policy is on the wiki.\n" * 19_000
    few = "pass\u200bword: " + VALUE + plain[20:500_000] + "\u00ad" + plain[500_001:]
    assert found(few)[0].startswith(VALUE)
    assert sum(read) < 1.25 * len(few)
    read.clear()
    every = "\u200b".join(plain[at : at + 1000] for at in range(0, len(plain), 1000))
    scanning.scan(every, "hermes")
    assert sum(read) < 2.5 * len(every)
