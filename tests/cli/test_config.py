"""`config path` and `config show`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, texts, write


def test_path_is_said_whether_the_file_is_there_or_not(cli: Cli, user_home: Path) -> None:
    path = user_home / ".config" / "hermes-mem" / "config.toml"
    ran = cli("config", "path")
    assert (ran.code, ran.out) == (0, f"{path}\n")
    assert "no such file" in ran.err
    assert cli("config", "path", "--json").shaped("config path")["exists"] is False
    path.parent.mkdir(parents=True)
    path.write_text("[ui]\nmouse = false\n")
    content = cli("config", "path", "--json").shaped("config path")
    assert (content["config"], content["exists"]) == (str(path), True)
    assert cli("config", "path").err == ""


def test_the_variable_wins(cli: Cli, tmp_path: Path) -> None:
    chosen = tmp_path / "mine.toml"
    assert cli("config", "path", HERMES_MEM_CONFIG=str(chosen)).out == f"{chosen}\n"


def test_show_says_where_each_value_comes_from(cli: Cli, tmp_path: Path) -> None:
    chosen = tmp_path / "mine.toml"
    chosen.write_text("[ui]\nmouse = false\n")
    values = {row["key"]: row for row in cli(
        "config", "show", "--json", HERMES_MEM_CONFIG=str(chosen)
    ).shaped("config show")["values"]}  # fmt: skip
    assert values["ui.mouse"] == {"key": "ui.mouse", "value": False, "from": str(chosen)}
    assert values["hermes.rules"] == {"key": "hermes.rules", "value": "released", "from": "default"}
    out = cli("config", "show", HERMES_MEM_CONFIG=str(chosen)).out
    [line] = [line for line in out.splitlines() if line.startswith("ui.mouse")]
    assert line.split() == ["ui.mouse", "false", "from", str(chosen)]


def test_an_unknown_key_stops_a_command_with_the_nearest_one(cli: Cli, home: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "mine.toml"
    chosen.write_text("[ui]\nmuose = false\n")
    ran = cli("memory", "list", HERMES_MEM_CONFIG=str(chosen))
    assert (ran.code, ran.out) == (2, "")
    assert f"{chosen}, line 2" in ran.err
    assert "ui.mouse" in ran.err


def test_late_rules_are_followed(cli: Cli, home: Path, tmp_path: Path) -> None:
    """Later releases drop a byte order mark, the released one keeps it as part of the first entry."""
    (home / "memories" / "MEMORY.md").write_bytes(b"\xef\xbb\xbfmarked")
    chosen = tmp_path / "mine.toml"
    chosen.write_text('[hermes]\nrules = "late"\n')
    first = [
        cli("memory", "list", "--json", HERMES_MEM_CONFIG=path).json["stores"][0]["targets"][0]["entries"][0]["text"]
        for path in ("", str(chosen))
    ]
    assert first == ["\ufeffmarked", "marked"]


def test_a_name_longer_than_any_file_has(cli: Cli, tmp_path: Path) -> None:
    name = str(tmp_path / ("n" * 5000))
    ran = cli("config", "path", "--json", HERMES_MEM_CONFIG=name)
    assert (ran.code, ran.json["config"], ran.json["exists"]) == (0, name, False)


def test_show_reports_the_keys_that_the_screen_does_not_take(cli: Cli, tmp_path: Path) -> None:
    chosen = tmp_path / "mine.toml"
    chosen.write_text('[keys]\n"list.makr" = "x"\n"list.mark" = "m"\n"app.help" = "H"\n')
    unknown = "[keys] list.makr: no such command; did you mean list.mark?"
    taken = "[keys] list.mark = m: that key is entry.join already; give that one another."
    ran = cli("config", "show", HERMES_MEM_CONFIG=str(chosen))
    assert (ran.code, ran.err.splitlines()) == (0, [unknown, taken])
    assert cli("config", "show", "--json", HERMES_MEM_CONFIG=str(chosen)).json["complaints"] == [unknown, taken]


def test_a_store_or_a_theme_that_there_is_not_is_complained_about(cli: Cli, home: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "mine.toml"
    chosen.write_text('default_store = "nosuch"\n[ui]\ntheme = "nope"\n')
    ran = cli("config", "show", HERMES_MEM_CONFIG=str(chosen))
    store, theme = ran.err.splitlines()
    assert (ran.code, store) == (0, "default_store = nosuch: there is no such store. There are: hermes:default.")
    assert theme.startswith("[ui] theme = nope: there is no such theme. There are: ")
    assert "caduceus" in theme
    assert cli("config", "show", "--json", HERMES_MEM_CONFIG=str(chosen)).json["complaints"] == [store, theme]
    for name in ("hermes:default", "default", str(home), "~/.hermes"):
        chosen.write_text(f'default_store = "{name}"\n[ui]\ntheme = "caduceus"\n')
        assert cli("config", "show", HERMES_MEM_CONFIG=str(chosen)).err == ""


def test_a_change_says_that_the_default_store_is_none_of_those_it_could_be(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    write(home / "profiles" / "work", memory=["Only at work."])
    chosen = tmp_path / "mine.toml"
    chosen.write_text('default_store = "nosuch"\n')
    ran = cli("memory", "add", "memory", "New.", HERMES_MEM_CONFIG=str(chosen))
    assert (ran.code, ran.out) == (2, "")
    assert "default_store is nosuch, which is none of them." in ran.err
    chosen.write_text('default_store = "~/.hermes/profiles/work"\n')
    assert cli("memory", "add", "memory", "New.", HERMES_MEM_CONFIG=str(chosen)).code == 0
    assert texts(home / "profiles" / "work")[-1] == "New."
