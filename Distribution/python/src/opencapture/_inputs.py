"""Inputs and their encoding as requests."""

from __future__ import annotations

import json
import os
import tarfile
from collections.abc import Iterator
from typing import IO, Union

#: A file name, a URL for fsspec, the bytes of a file, a numpy array or a PIL image.
Input = Union[str, os.PathLike, bytes, bytearray, memoryview, "numpy.ndarray", "PIL.Image.Image"]  # noqa: F821


def request(number: int, source: Input) -> list[bytes]:
    """Returns the lines and bytes of a request for an input.

    Raises:
        OSError: The input cannot be read.
        TypeError: The type of the input is not supported.
        ValueError: An array does not have the shape or type of a picture.
    """
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        if isinstance(name, str) and "://" in name:
            return _bytes(number, _download(name))
        try:
            return [_line({"id": number, "path": os.path.abspath(os.fsdecode(name))})]
        except UnicodeEncodeError:
            # JSON cannot represent a name that is not UTF-8.
            with open(name, "rb") as file:
                return _bytes(number, file.read())
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _bytes(number, source)
    if hasattr(source, "__array_interface__") and hasattr(source, "shape"):
        return _bytes(number, *_array(source))
    if hasattr(source, "convert") and hasattr(source, "tobytes") and hasattr(source, "mode"):
        return _bytes(number, *_image(source))
    raise TypeError(
        f"an input must be a file name, bytes, a numpy array or a PIL image, not {type(source).__name__}"
    )


def _line(members: dict) -> bytes:
    return json.dumps(members, ensure_ascii=False).encode() + b"\n"


def _bytes(number: int, *parts) -> list[bytes]:
    count = sum(memoryview(part).nbytes for part in parts)
    return [_line({"id": number, "bytes": count}), *parts]


def _download(url: str) -> bytes:
    try:
        import fsspec
    except ImportError as error:
        raise OSError(f"cannot open {url}: fsspec is not installed. Run: pip install 'opencapture[remote]'") from error
    with fsspec.open(url, "rb") as file:
        return file.read()


def _array(array) -> list[bytes]:
    """Returns an array as a portable anymap, which needs no compression."""
    shape = array.shape
    if str(array.dtype) != "uint8":
        raise ValueError(f"the samples of an array must be uint8, not {array.dtype}")
    if len(shape) == 3 and shape[2] == 1:
        shape = shape[:2]
    if not (len(shape) == 2 or (len(shape) == 3 and shape[2] == 3)) or 0 in shape:
        raise ValueError(f"the shape of an array must be height × width, or height × width × 3 in RGB order, not {shape}")
    kind = b"P5" if len(shape) == 2 else b"P6"
    return [b"%s %d %d 255\n" % (kind, shape[1], shape[0]), array.tobytes()]


def _image(image) -> list[bytes]:
    """Returns a PIL image as a portable anymap, upright as its EXIF orientation specifies."""
    from PIL import ImageOps

    image = ImageOps.exif_transpose(image)
    if "transparency" in image.info or image.mode in ("RGBA", "LA", "PA", "La", "RGBa"):
        # Transparent areas become white.
        picture = image.convert("RGBA")
        background = picture.copy()
        background.paste((255, 255, 255, 255), (0, 0, *picture.size))
        background.alpha_composite(picture)
        image = background.convert("RGB")
    elif image.mode not in ("L", "RGB"):
        image = image.convert("L" if image.mode in ("1", "I", "F", "I;16") else "RGB")
    kind = b"P5" if image.mode == "L" else b"P6"
    return [b"%s %d %d 255\n" % (kind, *image.size), image.tobytes()]


def tar_members(source: str | os.PathLike | IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yields the names and contents of the files in a tar archive in one pass, as inputs of `Scanner.scan`.

    Args:
        source: A file name, a URL for fsspec, or an open file; compressed or uncompressed.

    A million small objects take longer to download than to scan. One hundred tar files with ten thousand members each do not.
    """
    if hasattr(source, "read"):
        with tarfile.open(fileobj=source, mode="r|*") as archive:
            yield from _members(archive)
    elif isinstance(source, str) and "://" in source:
        import fsspec

        with fsspec.open(source, "rb") as file:
            yield from tar_members(file)
    else:
        with open(source, "rb") as file:
            yield from tar_members(file)


def _members(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive:
        if member.isfile():
            yield member.name, archive.extractfile(member).read()
