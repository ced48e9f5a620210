"""Processor time of a program and its descendants."""

import ctypes
import os
import resource
import subprocess

PR_SET_CHILD_SUBREAPER = 36


def cpu_time(command: list[str], expected: int = 0, **options) -> float:
    """Runs a command and waits for it and its descendants; returns the CPU time of all of them in seconds.

    Raises:
        CalledProcessError: The exit status differs from the expected one.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        # Orphans become children of this process, so that their CPU time is counted.
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
    with os.fdopen(reader) as report:
        status, seconds = report.read().split()
    os.waitpid(child, 0)
    if int(status) != expected:
        raise subprocess.CalledProcessError(int(status), command)
    return float(seconds)


def system_cpu_time(command: list[str], **options) -> float:
    """Runs a command; returns the CPU time of the whole system meanwhile, in seconds. The system must be idle otherwise.

    Spark's workers do not wait for their child processes, so the CPU time of those is not available otherwise.

    Raises:
        CalledProcessError: The exit status is not 0.
    """
    before = _system_seconds()
    subprocess.run(command, check=True, **options)
    return _system_seconds() - before


def _system_seconds() -> float:
    with open("/proc/stat") as file:
        user, nice, system = map(int, file.readline().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def processes(part: str) -> list[int]:
    """Returns the IDs of the other processes whose command lines contain a text."""
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
