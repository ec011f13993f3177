"""Trains the vectors of English words that the product ranks by.

Usage: train_vectors.py MODEL TOKENIZER TEXTS FOLDER

A sentence encoder (the teacher, an ONNX file) embeds short texts, each a line {"text", "weight"} of TEXTS. Vectors of pieces
of words are then trained until the sum of those of a text points where its embedding does (Tissier et al. 2019 and
model2vec distil encoders into words in similar ways). The length of a vector becomes the weight of its piece: that of
"the" is short. Writes word-pieces.txt and word-vectors.bin, a signed byte per number, to FOLDER.
"""

import collections
import json
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic
from scipy.sparse import csr_matrix
from tokenizers import Tokenizer

Array = NDArray[np.float32]

DIMENSIONS = 192
# Tokens of a text that the teacher reads, and texts that it reads at once.
TOKENS_MAX = 64
BATCH = 64
# Texts in which a word occurs that gets a vector of its own beside the teacher's pieces.
OCCURRENCES_MIN = 5
# Steps of the training, and their size (Adam); more steps fit the texts better and others worse.
STEPS = 45
RATE = 0.02
# Penalty on the distance between a piece's vector and that of the teacher for the piece alone.
PENALTY = 1.0
# Share of the numbers that a byte holds without being cut off.
HELD = 0.9999
SEED = 1


def main(model: Path, tokenizer: Path, texts: Path, folder: Path) -> None:
    rows = [json.loads(line) for line in texts.read_text().splitlines()]
    lines = [row["text"] for row in rows]
    weights = np.array([row["weight"] for row in rows], np.float32)[:, None]
    teacher = Teacher(model, tokenizer)
    vocabulary = Vocabulary(teacher.pieces(), lines)
    print(f"{len(lines)} texts, {len(vocabulary.pieces)} pieces", flush=True)
    targets = Projection(teacher.embed(lines), weights)
    vectors = train(
        vocabulary.count(lines), targets.of_texts, weights, targets.of_pieces(teacher.embed(vocabulary.pieces))
    )
    scaled = np.round(vectors / np.quantile(np.abs(vectors), HELD) * 127).clip(-127, 127).astype(np.int8)
    (folder / "word-pieces.txt").write_text("\n".join(vocabulary.pieces) + "\n")
    (folder / "word-vectors.bin").write_bytes(scaled.tobytes())
    print(f"{scaled.nbytes} bytes")


class Teacher:
    """Turns texts into vectors of length 1, with weights of one byte."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        quantized = model.with_suffix(".int8.onnx")
        if not quantized.exists():
            quantize_dynamic(str(model), str(quantized), weight_type=QuantType.QInt8)
        self._session = onnxruntime.InferenceSession(str(quantized))
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(TOKENS_MAX)

    def pieces(self) -> list[str]:
        """Returns the pieces of words that consist of Latin letters and digits."""
        return sorted(each for each in self._tokenizer.get_vocab() if re.fullmatch(r"(##)?[a-z0-9]+", each))

    def embed(self, texts: list[str]) -> Array:
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        by_length = np.argsort([len(each) for each in tokens], kind="stable")
        vectors: list[Array] = []
        for start in range(0, len(texts), BATCH):
            batch = [tokens[at] for at in by_length[start : start + BATCH]]
            longest = max(len(each) for each in batch)
            ids = np.array([each + [0] * (longest - len(each)) for each in batch], np.int64)
            mask = np.array([[1] * len(each) + [0] * (longest - len(each)) for each in batch], np.int64)
            inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            # The model was trained to put the meaning of a text in the state of its first token.
            vectors.append(self._session.run(None, inputs)[0][:, 0])
        return unit(np.concatenate(vectors)[np.argsort(by_length, kind="stable")])


class Vocabulary:
    """Pieces of words, and frequent words as a whole."""

    def __init__(self, pieces: list[str], texts: list[str]) -> None:
        known = set(pieces)
        occurrences = collections.Counter(word for text in texts for word in set(words_in(text)))
        whole = [
            word
            for word, count in occurrences.items()
            if count >= OCCURRENCES_MIN and word not in known and re.fullmatch(r"[a-z]{3,25}", word)
        ]
        self.pieces = sorted([*pieces, *whole])
        self._rows = {piece: row for row, piece in enumerate(self.pieces)}
        self._known: dict[str, list[int]] = {}

    def count(self, texts: list[str]) -> csr_matrix:
        """Returns a row per text, with 1 for each piece of its distinct words."""
        rows: list[int] = []
        columns: list[int] = []
        for row, text in enumerate(texts):
            for word in set(words_in(text)):
                pieces = self._pieces_of(word)
                rows += [row] * len(pieces)
                columns += pieces
        ones = np.ones(len(rows), np.float32)
        return csr_matrix((ones, (rows, columns)), shape=(len(texts), len(self.pieces)))

    def _pieces_of(self, word: str) -> list[int]:
        if word not in self._known:
            self._known[word] = self._split(word)
        return self._known[word]

    def _split(self, word: str) -> list[int]:
        """Splits a word into its longest known pieces from the left, as the product does; none if one is not known."""
        pieces: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                row = self._rows.get(word[start:end] if start == 0 else f"##{word[start:end]}")
                if row is not None:
                    pieces.append(row)
                    start = end
                    break
            else:
                return []
        return pieces


class Projection:
    """Principal components of the texts' embeddings, about their mean."""

    def __init__(self, embeddings: Array, weights: Array) -> None:
        self._mean = (embeddings * weights).sum(axis=0) / weights.sum()
        sample = np.random.default_rng(SEED).permutation(len(embeddings))[:20_000]
        _, _, components = np.linalg.svd(embeddings[sample] - self._mean, full_matrices=False)
        self._components = components[:DIMENSIONS].T
        self.of_texts = unit((embeddings - self._mean) @ self._components)

    def of_pieces(self, embeddings: Array) -> Array:
        """Single words lie elsewhere than texts: they have a mean of their own."""
        return unit((embeddings - embeddings.mean(axis=0)) @ self._components)


def train(counts: csr_matrix, targets: Array, weights: Array, pieces: Array) -> Array:
    """Maximizes the weighted cosine between the sums of the pieces' vectors and the targets.

    A vector is the teacher's for the piece alone, times a weight that begins as the piece's inverse document frequency, plus
    a correction that the penalty keeps small; both are trained.
    """
    transposed = counts.T.tocsr()
    frequency = np.asarray(counts.sum(axis=0)).reshape(-1, 1)
    scale = np.log((counts.shape[0] + 1) / (frequency + 3)).astype(np.float32)
    scale /= scale.max()
    correction = np.zeros_like(pieces)
    scale_adam, correction_adam = Adam(scale), Adam(correction, by_row=True)
    for step in range(1, STEPS + 1):
        sums = counts @ (scale * pieces + correction)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-3
        cosines = (sums / lengths * targets).sum(axis=1, keepdims=True)
        gradient = transposed @ (-(targets - cosines * sums / lengths) / lengths * weights)
        scale_adam.step((gradient * pieces).sum(axis=1, keepdims=True))
        correction_adam.step(gradient + PENALTY * correction)
        if step % 15 == 0:
            print(f"step {step}: mean cosine {cosines.mean():.3f}", flush=True)
    return scale * pieces + correction


class Adam:
    """Adam (Kingma and Ba 2015), with one step size per number or, `by_row`, per row."""

    def __init__(self, values: Array, by_row: bool = False) -> None:
        self._values = values
        self._by_row = by_row
        self._steps = 0
        self._first = np.zeros_like(values)
        self._second = np.zeros((len(values), 1) if by_row else values.shape, np.float32)

    def step(self, gradient: Array) -> None:
        squared = gradient**2
        self._steps += 1
        self._first += 0.1 * (gradient - self._first)
        self._second += 0.01 * ((squared.mean(axis=1, keepdims=True) if self._by_row else squared) - self._second)
        first = self._first / (1 - 0.9**self._steps)
        second = self._second / (1 - 0.99**self._steps)
        self._values -= RATE * first / (np.sqrt(second) + (1e-2 if self._by_row else 1e-6))


def unit(vectors: Array) -> Array:
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)


def words_in(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


main(*(Path(each) for each in sys.argv[1:5]))
