"""What a program and all that it starts take of the processors."""

import ctypes
import os
import resource
import subprocess

PR_SET_CHILD_SUBREAPER = 36


def run(command: list[str], expected: int = 0, **options) -> float:
    """Runs a command to its end, and that of whatever it leaves behind; seconds of CPU time of all of them.

    Raises:
        CalledProcessError: Its status isn't the expected one.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        # Whoever loses a parent is this one's child, so that its time is told to it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        status = subprocess.run(command, **options).returncode
        while True:
            try:
                os.wait()
            except ChildProcessError:
                break
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(writer, f"{status} {used.ru_utime + used.ru_stime}".encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        status, seconds = told.read().split()
    os.waitpid(child, 0)
    if int(status) != expected:
        raise subprocess.CalledProcessError(int(status), command)
    return float(seconds)


def machine(command: list[str], **options) -> float:
    """Runs a command to its end; seconds of CPU time that all of this machine took meanwhile, which should do nothing else.

    Spark's workers don't wait for what they started, whose time is told to nobody then.

    Raises:
        CalledProcessError: Its status isn't 0.
    """
    before = _machine_seconds()
    subprocess.run(command, check=True, **options)
    return _machine_seconds() - before


def _machine_seconds() -> float:
    with open("/proc/stat") as file:
        user, nice, system = map(int, file.readline().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def processes(part: str) -> list[int]:
    """The processes whose command line has this in it, but for this one."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                if part in file.read().replace(b"\0", b" ").decode(errors="replace"):
                    found.append(int(entry))
        except OSError:
            pass
    return found
