"""Shell lines are read into the simple commands that they run."""

import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckpt_tui.core.shell import commands, folder_behind
from ckpt_tui.core.shell_words import Command


def argvs(line: str) -> list[list[str]]:
    return [[word.text for word in command.argv] for command in commands(line)]


def only(line: str) -> Command:
    (command,) = commands(line)
    return command


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", []),
        ("  # nothing", []),
        ("ls -la", [["ls", "-la"]]),
        ("a; b && c || d | e & f", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]),
        ("a\nb \\\n c\n\nd", [["a"], ["b", "c"], ["d"]]),
        ("grep 'a b' \"c d\" e\\ f", [["grep", "a b", "c d", "e f"]]),
        ("echo a'b'\"c\"d '' \"\"", [["echo", "abcd", "", ""]]),
        ('echo "a\\"b\\n" \'a\\n\'', [["echo", 'a"b\\n', "a\\n"]]),
        ("echo $'a\\nb\\'c'", [["echo", "a\nb'c"]]),
        ("echo a#b # c", [["echo", "a#b"]]),
        ("(a; b) && { c; d; }", [["a"], ["b"], ["c"], ["d"]]),
        ("if a; then b; elif c; then d; else e; fi", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        ("for x in 1 2 3; do a; done", [["a"]]),
        ("while read l; do a; done < f", [["read", "l"], ["a"], []]),
        ("for ((i=0; i<3; i++)); do a; done", [["a"]]),
        ("case $x in a|b) c;; (d) e;; *) f ;; esac; g", [["c"], ["e"], ["f"], ["g"]]),
        ("[[ -f a && ! -d b ]] && c", [["[[", "-f a && ! -d b", "]]"], ["c"]]),
        ("! a", [["a"]]),
        ("A=1 B='x y' a", [["a"]]),
        ("bash -c 'a && b' | c", [["a"], ["b"], ["c"]]),
        ("bash -lc \"bash -c 'a'\"", [["a"]]),
        ("bash x.sh", [["bash", "x.sh"]]),
        ("sudo -u me env -u X A=1 timeout -k 5 10 nice -n 3 a b", [["a", "b"]]),
        ("time -p a", [["a"]]),
        ("command -v a", [["command", "-v", "a"]]),
        ("ls | xargs -n 1 rm -f", [["ls"], ["rm", "-f", ""]]),
        ("python -m pytest -q", [["python", "-m", "pytest", "-q"]]),
        ("a $(b `c`) <(d)", [["c"], ["b", "`c`"], ["d"], ["a", "$(b `c`)", "<(d)"]]),
        ("x=$(a)", [["a"], []]),
        ("a > f 2>&1 b", [["a", "b"]]),
    ],
)
def test_a_line_gives_its_commands(line, expected):
    assert argvs(line) == expected


def test_operators_stand_before_their_command():
    line = "a; b && c || d | e & f\ng"
    operators = [command.operator for command in commands(line)]
    assert operators == ["", ";", "&&", "||", "|", "&", "\n"]


def test_redirections_are_taken_apart():
    found = only("a 2>/dev/null >> out <in &>all").redirects
    shown = [(each.op, each.fd, each.target.text) for each in found]
    assert shown == [
        (">", 2, "/dev/null"),
        (">>", None, "out"),
        ("<", None, "in"),
        ("&>", None, "all"),
    ]
    group = commands("(a; b) > out")[-1]
    assert (group.operator, group.argv) == (")", ())
    assert group.redirects[0].target.text == "out"


def test_here_documents_are_kept_and_not_run():
    first, second = commands("cat > f <<'EOF' && b\nrm $x\nEOF\n")
    assert first.redirects[1].body == "rm $x\n"
    assert first.redirects[1].target.is_literal
    assert [word.text for word in second.argv] == ["b"]
    stripped = only("cat <<-E\n\ta\n\tE\n").redirects[0]
    assert stripped.body == "a\n"
    assert [each.body for each in only("cat <<A <<B\n1\nA\n2\nB\n").redirects] == ["1\n", "2\n"]
    expanded = only("cat <<E\n$x\nE").redirects[0]
    assert not expanded.target.is_literal
    assert only("cat <<E\n$(rm x)\nE").is_opaque


@pytest.mark.parametrize("word", ["$x", "${x}", "*.py", "a?", "~/x", "{a,b}", "$(b)", '"$x"', "$?"])
def test_what_the_shell_would_replace_is_not_literal(word):
    last = commands(f"a {word}")[-1].argv[1]
    assert not last.is_literal
    assert last.text == word


@pytest.mark.parametrize("word", ["'*.py'", '"~"', "\\$x", "{}", "a=b", "[", "$", "'$(b)'"])
def test_what_the_shell_would_leave_is_literal(word):
    assert only(f"a {word}").argv[1].is_literal


@pytest.mark.parametrize(
    ("line", "folders", "behind"),
    [
        ("a", [""], ""),
        ("cd x && a", ["", "x"], "x"),
        ("cd /x/../y; cd z; a", ["", "/y", "/y/z"], "/y/z"),
        ("(cd x; a); b", ["", "x", ""], ""),
        ("cd $X; a", ["", None], None),
        ("cd x || exit 1; a", ["", "x", "x"], "x"),
        ("cd; a", ["", None], None),
        ("for d in a b; do cd d; x; done", ["", None], None),
        ("bash -c 'cd x; a'; b", ["", "x", ""], ""),
        ("pushd x; a; popd; b", ["", "x", "x", None], None),
        ("cd x | a; b", ["", "", ""], ""),
        ("a | cd x; b", ["", "", ""], ""),
        ("cd x && a | b; c", ["", "x", "x", "x"], "x"),
        ("cd x & a", ["", ""], ""),
        ("cd x; cd y && a & b", ["", "x", "x/y", "x"], "x"),
        ("(cd x; a) & b", ["", "x", ""], ""),
        ("{ cd x; a; } & b", ["", "x", None], None),
        ("a $(cd x; b) & c", ["", "x", "", ""], ""),
    ],
)
def test_the_folder_is_followed(line, folders, behind):
    assert [command.folder for command in commands(line)] == folders
    assert folder_behind(line) == behind


def test_what_may_not_run_or_run_again_is_marked():
    if_line = commands("if a; then b; fi; c")
    assert [command.is_conditional for command in if_line] == [True, True, False]
    loop = commands("for x in 1 2; do a; done; b")
    assert [command.is_looped for command in loop] == [True, False]
    captured = commands("x=$(a; b); c")
    assert [command.is_captured for command in captured] == [True, True, False, False]


def test_a_function_is_not_the_program_of_its_name():
    found = commands("pytest() { cat log; }; pytest")
    assert [command.is_opaque for command in found] == [False, True]


@pytest.mark.parametrize(
    "line", ["a 'b", 'a "b', "a )", "a $(b", "a `b", "a >", "fi", "case x in", "((a"]
)
def test_what_is_not_shell_is_one_opaque_command(line):
    assert only(line).is_opaque


@pytest.mark.parametrize("program", ["pytest", "/usr/bin/pytest", ".venv/bin/pytest"])
def test_an_installed_program_has_a_name(program):
    assert only(program).program == "pytest"


@pytest.mark.parametrize("program", ["./pytest", "bin/pytest", "/tmp/pytest", "$PYTEST"])
def test_a_file_of_ones_own_has_none(program):
    assert only(program).program == ""


PIECES = st.sampled_from(
    [
        "a",
        "rm",
        " ",
        "\n",
        ";",
        "|",
        "&&",
        "(",
        ")",
        "{",
        "}",
        "$(",
        "`",
        "'",
        '"',
        "\\",
        "<<E",
        "E",
        ">",
        "2>&1",
        "if",
        "then",
        "fi",
        "for",
        "do",
        "done",
        "case",
        "in",
        "esac",
        "[[",
        "]]",
        "$x",
        "bash -c ",
        "#",
        "=",
        "\t",
        "cd x",
        "é",
        "\0",
    ]
)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=40))
def test_no_line_raises_and_every_line_without_words_is_empty(line):
    found = commands(line)
    assert all(isinstance(command, Command) for command in found)
    assert commands(line) is found or len(line) > 4096
    folder_behind(line)


PLAIN = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), max_size=8
)


@settings(max_examples=300)
@given(st.lists(PLAIN, min_size=1, max_size=5))
def test_quoted_words_are_read_as_shlex_writes_them(words):
    command = only("x " + shlex.join(words))
    assert [word.text for word in command.words[1:]] == words
    assert all(word.is_literal for word in command.words)


@settings(max_examples=300)
@given(st.text(alphabet="ab '\"\\", max_size=16))
def test_simple_quoting_agrees_with_shlex(text):
    line = f"x {text}"
    found = commands(line)
    try:
        expected = shlex.split(line)
    except ValueError:
        # shlex minds a backslash at the very end, the shell does not.
        assert found[0].is_opaque or text.endswith("\\")
        return
    assert [word.text for word in found[0].words] == expected


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        ")",
        "'",
        '"',
        "$(",
        "`",
        "a;",
        "|",
        "<<A ",
        "> a ",
        "if ",
        "case a in ",
        "${",
        "((",
        "\\",
        "[[ ",
        "$",
        "'a' ",
        'b"$(',
        "bash -c ",
        "\n",
        "a=b ",
        "f() ",
        "sudo ",
        "a ",
        "{ ",
        "`a` ",
    ],
)
def test_hostile_lines_end_soon(piece):
    found = commands(piece * (60_000 // len(piece)))
    assert len(found) <= 20_000
