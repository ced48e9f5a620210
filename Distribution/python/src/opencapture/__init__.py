"""Reads QR codes and barcodes in pictures, documents and movies with OpenCapture's `scan-qr`.

    >>> import opencapture
    >>> opencapture.read_codes("ticket.jpg")
    [Code(type='qr', text='https://example.org', …)]

`Scanner` reads many inputs and survives crashes. `opencapture.spark` and `opencapture.ray` process millions of inputs.
"""

import importlib

from ._inputs import Input, tar_members
from ._results import Code, Result, ScanError
from ._scanner import Scanner
from ._process import ScannerUnavailable

__all__ = ["Code", "Input", "Result", "ScanError", "Scanner", "ScannerUnavailable", "read_codes", "tar_members"]
__version__ = "0.2.0"


def __getattr__(name: str):
    """Imports `opencapture.spark` and `opencapture.ray` at their first use, because they need other packages."""
    if name in ("ray", "spark"):
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def read_codes(source: Input, **options) -> list[Code]:
    """Reads the codes of one picture, document or movie.

    Args:
        source: A file name, a URL for fsspec, the bytes of a file, a PIL image, or a numpy array of uint8 samples. An array is
            height × width, or height × width × 3 in RGB order.
        **options: The options of `Scanner`.

    Returns:
        The codes in reading order; empty if no code was found.

    Raises:
        ScanError: The input cannot be read completely.
        ScannerUnavailable: `scan-qr` is missing or does not run.
        ValueError: An argument is wrong.

    Each call starts a process. For more than one picture, use a `Scanner`.
    """
    with Scanner(**{"jobs": 1, **options}) as scanner:
        return scanner.read(source).checked().codes
