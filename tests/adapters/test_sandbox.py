"""Commands over a copy of the final files: what they see, what they may use, what is left."""

import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import monotonic

import pytest
from msgspec.structs import replace

from ckpt_tui.adapters.environments import FolderEnvironment
from ckpt_tui.adapters.sandbox import reaper
from ckpt_tui.adapters.sandbox.limits import MEBI, Limits
from ckpt_tui.adapters.sandbox.runners import SandboxRunner, UnconfinedRunner
from ckpt_tui.command_ports import CommandOrder
from ckpt_tui.core.command_runs import CommandResult, NotRun
from ckpt_tui.core.verdict import Status
from ckpt_tui.errors import TraceError
from tests.core.traces import Files

TIGHT = Limits(
    seconds=0.5,
    memory=300 * MEBI,
    tasks=60,
    kept=MEBI,
    printed=8 * MEBI,
    disk=48 * MEBI,
    files=3_000,
)
FILES = Files(
    {"a/b.txt": b"hello\n", "run.sh": b"#!/bin/sh\necho ran $1\n", "né w": b"1", "empty": b""}
)
ROOMY = replace(TIGHT, seconds=30)
needs_bwrap = pytest.mark.needs("bwrap")


def order(*argv, environment=FILES, files=()):
    return CommandOrder(argv=argv, environment=environment, files=files)


def run(*argv, runner=SandboxRunner, limits=ROOMY, unwanted=lambda: False, **given):
    return runner(limits).run(order(*argv, **given), unwanted)


def ended(runner, exit_code, output):
    """The result of a command, which says whether it was run in a sandbox."""
    is_confined = runner is not UnconfinedRunner
    return CommandResult(exit_code=exit_code, output=output, is_confined=is_confined)


def shell(script, **given):
    return run("sh", "-c", script, **given)


def python(script, **given):
    return run("python3", "-c", script, **given)


def alive(token):
    """Whether any process of this machine carries a word in its command line."""
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            try:
                words = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if token.encode() in words:
                return True
    return False


@pytest.fixture(
    params=[pytest.param(SandboxRunner, marks=needs_bwrap), UnconfinedRunner],
    ids=["sandboxed", "unsandboxed"],
)
def runner(request):
    return request.param


# What it sees.


@needs_bwrap
def test_it_begins_in_a_copy_of_the_final_files_and_finds_the_tasks_scripts():
    script = "cat a/b.txt /task/checks/x; ./run.sh é; ls; pwd; test ! -x a/b.txt && test -s empty"
    found = shell(script, files=(("checks/x", b"mine\n"),))
    assert found == CommandResult(
        exit_code=1, output="hello\nmine\nran é\na\nempty\nné w\nrun.sh\n/work"
    )


def test_both_ways_lay_out_the_same(runner):
    script = "import sys; print(open(sys.argv[1]).read(), open('a/b.txt').read(), sys.argv[2])"
    files = (("x/x.py", script.encode()), ("x/y", b"1"))
    found = run("python3", "/task/x/x.py", "/task/x/y", "-n", files=files, runner=runner)
    assert found == ended(runner, 0, "1 hello\n -n")
    found = run("sh", "-c", "cat /task/x/y '/work/né w'; exit 7", files=files, runner=runner)
    assert found == ended(runner, 7, "11")


def test_both_streams_are_one_in_their_order(runner):
    found = shell("echo a; echo b >&2; echo c; exit 3", runner=runner)
    assert found == ended(runner, 3, "a\nb\nc")


def test_a_signal_is_told_as_a_shell_tells_it(runner):
    assert shell("kill -SEGV $$", runner=runner).exit_code == 128 + signal.SIGSEGV


def test_output_that_is_no_text_is_replaced(runner):
    assert shell(r"printf '\377a\000b'", runner=runner).output == "\ufffda\0b"


def test_nothing_is_to_be_read_from_the_users_keyboard(runner):
    assert shell("cat; echo end", runner=runner).output == "end"


def test_none_of_the_users_variables_are_there(runner, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("LD_PRELOAD", "")
    found = shell("env; echo $HOME", runner=runner)
    assert "secret" not in found.output
    assert "LD_PRELOAD" not in found.output
    assert str(Path.home()) not in found.output.splitlines()


@needs_bwrap
@pytest.mark.parametrize(
    "path",
    [
        "{home}",
        "/root",
        "/etc/passwd",
        "/etc/shadow",
        "/var",
        "/run",
        "/sys",
        "{tests}",
        "{secret}",
    ],
)
def test_the_machines_own_files_are_not_there(path, tmp_path):
    (tmp_path / "secret").write_text("canary")
    real = path.format(home=Path.home(), tests=Path(__file__).parent, secret=tmp_path / "secret")
    found = run("ls", "-d", real)
    assert found.exit_code != 0
    assert "canary" not in shell(f"cat '{real}'").output


@needs_bwrap
@pytest.mark.parametrize(
    "path", ["/usr/x", "/bin/x", "/etc/x", "/x", "/dev/x", "/proc/x", "/lib/x"]
)
def test_nothing_can_be_written_outside_of_its_own_folders(path):
    assert shell(f"echo 1 > {path}").exit_code != 0


@needs_bwrap
def test_it_is_nobody_and_can_become_nobody_else():
    script = (
        "import os, ctypes\n"
        "status = open('/proc/self/status').read()\n"
        "caps = [line.split()[1] for line in status.splitlines() if line.startswith('CapEff')]\n"
        "print(int(caps[0], 16), 'NoNewPrivs:\\t1' in status, flush=True)\n"
        "print(ctypes.CDLL(None).unshare(0x10000000) == 0, flush=True)\n"
        "os.setuid(0 if os.getuid() else 1)\n"
    )
    found = python(script)
    assert found.output.splitlines()[:2] == ["0 True", "False"]
    assert "PermissionError" in found.output or "OSError" in found.output


@needs_bwrap
@pytest.mark.usefixtures("socket_enabled")
def test_there_is_no_network():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        script = (
            "import socket\n"
            f"for place in (('127.0.0.1', {port}), ('1.1.1.1', 53)):\n"
            "    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):\n"
            "        link = socket.socket(type=kind); link.settimeout(1)\n"
            "        try: link.connect(place); link.send(b'x'); print('sent', place, kind)\n"
            "        except OSError: print('no')\n"
        )
        told = python(script).output.splitlines()
    # a datagram to its own, empty loopback is sent to nobody
    assert [line for line in told if "1.1.1.1" in line or "STREAM" in line] == []


@needs_bwrap
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="numbers of calls")
def test_the_ways_out_that_no_namespace_closes_are_closed():
    calls = {"x86_64": (248, 249, 250, 298, 321, 323, 425)}
    calls["aarch64"] = (217, 218, 219, 241, 280, 282, 425)
    script = (
        "import ctypes, socket\n"
        "system = ctypes.CDLL(None, use_errno=True)\n"
        f"for number in {calls[platform.machine()]}:\n"
        "    print(system.syscall(number, 0, 0, 0, 0, 0), ctypes.get_errno())\n"
        "for family in (1, 2, 10, 16, 40, 38, 17, 5, 999):\n"
        "    try: socket.socket(family, 3 if family in (16, 17) else 1, 0).close(); print('made')\n"
        "    except OSError as error: print(error.errno)\n"
    )
    told = python(script).output.splitlines()
    assert told[:7] == ["-1 1"] * 7
    assert told[7:11] == ["made"] * 4
    assert told[11:] == ["1"] * 5


@needs_bwrap
def test_there_is_no_terminal_and_no_other_process():
    found = shell("echo x > /dev/tty; ls -d /proc/[0-9]* | wc -l; test -t 0 || test -t 1")
    assert "cannot create /dev/tty" in found.output or "No such" in found.output
    assert int(found.output.splitlines()[-1]) < 8
    assert found.exit_code == 1


# What is not run.


def test_without_bubblewrap_nothing_runs(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = run("sh", "-c", f"touch {tmp_path}/canary")
    assert found.status is Status.UNAVAILABLE
    assert "not installed" in found.reason
    assert "--unsandboxed" in found.reason
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("#!/bin/sh\nexit 1", "too old"),
        (
            "#!/bin/sh\n[ $1 = --help ] && echo --size --info-fd --clearenv; echo no map >&2",
            "(no map)",
        ),
    ],
)
def test_a_bubblewrap_that_does_not_work_says_what_it_said(program, words, monkeypatch):
    # not below tmp_path, which is closed to the user that a sandbox begins as
    with tempfile.TemporaryDirectory() as folder:
        fake = Path(folder, "bwrap")
        fake.write_text(program)
        fake.chmod(0o755)
        fake.parent.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        found = run("true")
    assert found.status is Status.UNAVAILABLE
    assert words in found.reason


def test_a_program_that_the_machine_lacks_is_no_fault_of_the_run(runner):
    assert run("no-such-program", runner=runner).status is Status.UNAVAILABLE


@needs_bwrap
@pytest.mark.parametrize("program", ["/no/such", "/etc/passwd"])
def test_an_absolute_path_outside_of_the_sandbox_is_not_there(program):
    found = run(program)
    assert found.status is Status.UNAVAILABLE
    assert program in found.reason


@needs_bwrap
@pytest.mark.parametrize(
    ("program", "code"), [("./missing", 127), ("./a/b.txt", 126), ("./a", 126)]
)
def test_a_file_of_the_run_that_is_no_program_ends_as_in_a_shell(program, code):
    assert run(program).exit_code == code


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "./x", "a//x", "", "a\0b", "..", "a/"])
def test_a_path_that_leads_out_of_the_copy_is_never_laid_out(path, runner):
    with pytest.raises(TraceError):
        run("true", environment=Files({path: b"1"}), runner=runner)


@needs_bwrap
def test_files_that_cannot_be_laid_out_are_named():
    found = run("true", environment=Files({"a": b"1", "a/b": b"2"}))
    assert found.status is Status.ERROR
    assert "work/a/b" in found.reason


def test_files_whose_content_is_not_known_are_not_taken_for_missing(runner, tmp_path):
    folder = tmp_path / "e"
    folder.mkdir()
    (folder / "a").write_text("1")
    (folder / "out").symlink_to("/etc/hostname")
    with pytest.raises(TraceError, match="out is not known"):
        run("true", environment=FolderEnvironment(folder), runner=runner)


def test_links_inside_and_pipes_of_a_recorded_folder_do_no_harm(runner, tmp_path):
    folder = tmp_path / "e"
    folder.mkdir()
    (folder / "a").write_text("1")
    (folder / "in").symlink_to("a")
    os.mkfifo(folder / "pipe")
    found = shell("ls; cat in; echo 2 > in; echo 3 > a", environment=FolderEnvironment(folder),
                  runner=runner)  # fmt: skip
    assert found.output == "a\nin\n1"
    assert (folder / "a").read_text() == "1"


def test_too_many_bytes_are_refused_before_anything_runs(runner):
    with pytest.raises(TraceError, match="larger than"):
        run("true", environment=Files({"a": bytes(30 * MEBI)}), runner=runner)


def test_a_disk_that_refuses_leaves_the_command_without_a_result(runner, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    found = run("true", runner=runner)
    assert found.status is Status.ERROR
    assert "No such file" in found.reason


# What it may use.

TOKEN = f"4{os.getpid()}.5"
SLEEP = f"sleep {TOKEN}"

OVER_TIME = {
    "sleeps": SLEEP,
    "ignores signals": f"trap '' TERM INT HUP; {SLEEP}; {SLEEP}",
    "forks a daemon and waits": f"setsid {SLEEP} & wait",
    "closes its streams": f"exec >&- 2>&-; {SLEEP}",
    "burns time": "while :; do :; done",
    "stops itself": "kill -STOP $$; echo on",
    "waits for a writer": "mkfifo p; cat p",
    "matches for ever": """python3 -c "import re; re.match('(a+)+$', 'a' * 64 + 'b')" """,
}
OVER_BOUNDS = {
    "prints for ever": ("yes", "printed more than 8 MiB"),
    "prints for ever to the other stream": ("yes >&2", "printed more"),
    "prints without an end of line": ("cat /dev/zero", "printed more"),
    "fills its disk": ("cat /dev/zero > big", "filled a folder of 48 MiB"),
    "fills the other disks": ("cat /dev/zero > /tmp/big; rm /tmp/big; exit 0", "filled a folder"),
    "fills shared memory": ("cat /dev/zero > /dev/shm/big", "filled a folder"),
    "makes files": ("i=0; while :; do i=$((i+1)); : > f$i; done", "more than 3,000 files"),
    "is a fork bomb": (
        "bomb() { bomb & bomb & wait; }; bomb",
        "more than 60 processes",
    ),
    "kills itself": ("kill -KILL $$", "killed, as happens where memory runs out"),
    "takes memory": (
        """python3 -c "x = []
while True: x.append(b'x' * (32 << 20))" """,
        "more than 300 MiB of memory",
    ),
    "takes memory in many processes": (
        """python3 -c "import os, time
for _ in range(12):
    if not os.fork():
        x = os.urandom(1 << 20) * 64
        time.sleep(60)
time.sleep(60)" """,
        "more than 300 MiB of memory",
    ),
    "makes threads": (
        """python3 -c "import threading, time
for _ in range(9999): threading.Thread(target=time.sleep, args=(60,)).start()" """,
        "processes and threads",
    ),
    "forks for ever": (
        """python3 -c "import os
while True:
    try: os.fork()
    except OSError: pass" """,
        "processes and threads",
    ),
}


@needs_bwrap
@pytest.mark.parametrize("what", OVER_TIME)
def test_what_takes_too_long_is_ended_and_says_nothing_of_the_run(what):
    begin = monotonic()
    found = shell(f"{OVER_TIME[what]}\n# {TOKEN}", limits=TIGHT)
    assert found == NotRun(status=Status.ERROR, reason="It took longer than 0.5 seconds.")
    assert monotonic() - begin < TIGHT.seconds + 1.5
    assert not alive(TOKEN)


@needs_bwrap
@pytest.mark.parametrize("what", OVER_BOUNDS)
def test_what_uses_too_much_is_ended_and_the_bound_is_named(what):
    script, words = OVER_BOUNDS[what]
    found = shell(f"{script}\n# {TOKEN}")
    assert isinstance(found, NotRun), found
    assert (found.status, words in found.reason) == (Status.ERROR, True), found.reason
    assert not alive(TOKEN)


LEAVES_BEHIND = {
    "a child": f"{SLEEP} & echo done",
    "a session of its own": f"setsid {SLEEP} & echo done",
    "a daemon": f"(setsid sh -c '(trap \"\" TERM HUP; {SLEEP}) & ' &) ; echo done",
    "one that holds its output": f"nohup {SLEEP} & echo done",
}


@pytest.mark.parametrize("what", LEAVES_BEHIND)
def test_nothing_survives_the_end_of_a_command(what, runner):
    begin = monotonic()
    found = shell(LEAVES_BEHIND[what], runner=runner)
    assert (found.exit_code, found.output.splitlines()[0]) == (0, "done")
    assert monotonic() - begin < 5
    assert not alive(TOKEN)


@pytest.mark.parametrize(
    "script",
    [SLEEP, "yes", OVER_TIME["forks a daemon and waits"], OVER_BOUNDS["takes memory"][0]],
    # A name that every worker of the test run gives it: the script holds a process number.
    ids=["waits", "floods", "forks a daemon and waits", "takes memory"],
)
def test_without_a_sandbox_much_is_bounded_all_the_same_and_nothing_is_left(script):
    found = shell(f"{script}\n# {TOKEN}", runner=UnconfinedRunner, limits=TIGHT)
    assert found.status is Status.ERROR
    assert not alive(TOKEN)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("cat /dev/zero > big", "wrote more than 48 MiB"),
        ("head -c 60000000 /dev/zero > $HOME/big; exit 0", "wrote more than 48 MiB"),
        ("mkdir d; for i in $(seq 3100); do : > d/$i; done", "made more than 3,000 files"),
    ],
)
def test_without_a_sandbox_its_own_folders_are_bounded_too(script, words):
    found = shell(script, runner=UnconfinedRunner)
    assert (found.status, words in found.reason) == (Status.ERROR, True), found.reason


def test_who_is_told_to_end_before_the_command_is_waited_for_ends_it_all_the_same():
    def told() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        os.kill(os.getpid(), signal.SIGTERM)

    assert reaped(f"{SLEEP} & {SLEEP}", preexec_fn=told) == 128 + signal.SIGTERM
    assert not alive(TOKEN)


def test_a_command_ends_with_its_own_code_whatever_else_ends_before_it():
    assert reaped("(true &); (sh -c 'sleep 0.05 &' &); true & sleep 0.2; exit 7") == 7
    assert reaped("kill -9 $$") == 128 + signal.SIGKILL


def reaped(script, **options):
    """The exit code of a script under the program that ends what it leaves."""
    words = [sys.executable, "-I", reaper.__file__, "sh", "-c", script]
    return subprocess.run(words, check=False, timeout=10, **options).returncode


def test_a_command_nobody_wants_any_more_ends_at_once(runner):
    begin = monotonic()
    found = shell(SLEEP, runner=runner, unwanted=lambda: monotonic() > begin + 0.1)
    assert found.status is Status.PENDING
    assert monotonic() - begin < 1
    assert not alive(TOKEN)


@needs_bwrap
def test_signals_reach_nobody_outside():
    found = shell(f"kill -9 1 {os.getpid()} {os.getppid()}; kill -9 -1; echo here")
    assert "here" in found.output


def test_output_is_kept_from_its_beginning_and_told_to_be_cut(runner):
    found = shell("head -c 3000000 /dev/zero | tr '\\0' x; exit 5", runner=runner)
    assert (found.exit_code, len(found.output), found.is_cut) == (5, MEBI, True)


def test_no_descriptor_and_no_thread_is_left_over(runner):
    shell("true", runner=runner)
    before = len([*Path("/proc/self/fd").iterdir()]), threading.active_count()
    for _ in range(3):
        shell("yes | head -c 100000", runner=runner)
    assert (len([*Path("/proc/self/fd").iterdir()]), threading.active_count()) == before


def test_it_runs_in_a_thread_of_any_kind(runner):
    found = []
    thread = threading.Thread(target=lambda: found.append(shell("echo 1", runner=runner)))
    thread.start()
    thread.join()
    assert found[0].output == "1"


@pytest.mark.parametrize("deadly", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_survives_us(deadly, runner):
    program = (
        "import sys\n"
        "from tests.adapters.test_sandbox import *\n"
        f"run('sh', '-c', '{SLEEP} & {SLEEP}', runner={runner.__name__}, limits=ROOMY)"
    )
    ours = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[2])
    until(lambda: alive(SLEEP.replace(" ", "\0")))
    ours.send_signal(deadly)
    ours.wait(5)
    until(lambda: not alive(SLEEP.replace(" ", "\0")))


def until(is_so):
    """Wait for something that is another process's to do."""
    deadline = monotonic() + 10
    while not is_so():
        assert monotonic() < deadline
