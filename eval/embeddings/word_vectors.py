"""Writes the vectors of English word pieces that the product ranks by (Apache-2.0, from all-MiniLM-L6-v2).

Usage: word_vectors.py FOLDER

Each piece that consists of Latin letters and digits is embedded alone by the whole model. Principal components
reduce its 384 numbers to 128, each stored as one byte.
"""

import re
import sys
from pathlib import Path

import numpy as np
from minilm import MiniLm

DIMENSIONS = 128
# Share of the numbers that a byte holds without being cut off.
HELD = 0.9999


def main(folder: Path) -> None:
    model = MiniLm()
    pieces = model.pieces()
    kept = sorted(piece for piece in pieces if re.fullmatch(r"(##)?[a-z0-9]+", piece))
    vectors = np.stack(model.embed_pieces([pieces[piece] for piece in kept]))
    vectors -= vectors.mean(axis=0)
    _, _, components = np.linalg.svd(vectors, full_matrices=False)
    reduced = vectors @ components[:DIMENSIONS].T
    scaled = np.round(reduced / np.quantile(np.abs(reduced), HELD) * 127).clip(-127, 127).astype(np.int8)
    (folder / "word-pieces.txt").write_text("\n".join(kept) + "\n")
    (folder / "word-vectors.bin").write_bytes(scaled.tobytes())
    print(f"{len(kept)} pieces, {scaled.nbytes} bytes")


main(Path(sys.argv[1]))
