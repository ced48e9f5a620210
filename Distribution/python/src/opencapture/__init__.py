"""QR codes and barcodes in pictures, documents and movies, read by OpenCapture's `scan-qr`.

    >>> import opencapture
    >>> opencapture.read_codes("ticket.jpg")
    [Code(type='qr', text='https://example.org', …)]

`Scanner` reads many, and survives what a picture does to it; `opencapture.spark` and `opencapture.ray` read millions.
"""

from ._inputs import Input, tar_members
from ._results import Code, Result, ScanError
from ._scanner import Scanner
from ._process import ScannerUnavailable

__all__ = ["Code", "Input", "Result", "ScanError", "Scanner", "ScannerUnavailable", "read_codes", "tar_members"]
__version__ = "0.1.0"


def read_codes(source: Input, **options) -> list[Code]:
    """Reads the codes of one picture, document or movie.

    Args:
        source: A name, a URL that fsspec opens, the bytes of a file, a numpy array (height × width, or × 3 in RGB order,
            uint8), or a PIL image.
        **options: As `Scanner` has them.

    Returns:
        What was found, in reading order; empty where there is nothing.

    Raises:
        ScanError: It could not be read, or not all of it.
        ScannerUnavailable: There is no `scan-qr` that runs.

    A process is started for it. Who reads more than one picture makes a `Scanner`.
    """
    with Scanner(**{"jobs": 1, **options}) as scanner:
        return scanner.read(source).checked().codes
