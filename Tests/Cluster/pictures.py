"""Pictures to scan: codes by qrencode, and inputs without codes."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image


def make(folder: Path, count: int) -> dict[str, str]:
    """Creates pictures of codes; returns their texts by name."""
    texts = {str(folder / f"{number:05}.png"): f"picture {number}" for number in range(count)}

    def one(item):
        name, text = item
        subprocess.run(["qrencode", "-s", "6", "-o", name, text], check=True)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, texts.items()))
    return texts


def large(folder: Path, codes: dict[str, str], count: int) -> dict[str, str]:
    """Creates noisy 1-megapixel pictures, each with one of the codes; returns their texts by name."""
    texts = {}
    for name, text in list(codes.items())[:count]:
        picture = Image.effect_noise((1280, 960), 30)
        picture.paste(Image.open(name).convert("L"), (300, 400))
        path = folder / f"large-{Path(name).name}"
        picture.save(path)
        texts[str(path)] = text
    return texts


def others(folder: Path) -> dict[str, str]:
    """Creates inputs without codes; returns the expected status of each by name."""
    blank = folder / "blank.png"
    Image.new("L", (640, 480), 200).save(blank)
    garbage = folder / "garbage.jpg"
    garbage.write_bytes(bytes(range(256)) * 40)
    cut = folder / "cut.png"
    Image.effect_noise((640, 480), 80).save(cut)
    cut.write_bytes(cut.read_bytes()[:40_000])
    empty = folder / "empty.png"
    empty.write_bytes(b"")
    return {
        str(blank): "ok",
        str(garbage): "failed",
        str(cut): "damaged",
        str(empty): "failed",
        str(folder / "missing.png"): "failed",
    }
