"""What the comparison reads: a folder of models, rows and the libraries' own answers, listed in manifest.json."""

import json
from pathlib import Path

import numpy


class Store:
    """Writes cases and, at the end, their list."""

    def __init__(self, folder: Path, largest: int | None = None) -> None:
        """`folder` is made where it does not exist; models of more than `largest` bytes are dropped."""
        self.folder = folder
        self.largest = largest
        self.cases: list[dict] = []
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> Path:
        """Where a file of the case lies."""
        return self.folder / name

    def add(
        self,
        name: str,
        model: str,
        family: str,
        recipe: dict,
        rows: numpy.ndarray,
        raw: numpy.ndarray,
        output: numpy.ndarray,
        contributions: numpy.ndarray | None,
    ) -> None:
        """Adds a case. `raw` and `output` are (rows, outputs); `contributions` are those of the first rows."""
        if self.largest is not None and self.path(model).stat().st_size > self.largest:
            self.path(model).unlink()
            return
        number = "f4" if family == "xgboost" else "f8"
        self.write(f"{name}.rows", rows, "f8")
        self.write(f"{name}.raw", raw, number)
        self.write(f"{name}.output", output, number)
        if contributions is not None:
            self.write(f"{name}.contributions", contributions, number)
        self.cases.append(
            {
                "name": name,
                "model": model,
                "family": family,
                "recipe": recipe,
                "rows": len(rows),
                "features": rows.shape[1],
                "scores": raw.reshape(len(rows), -1).shape[1],
                "outputs": output.reshape(len(rows), -1).shape[1],
                "explained": 0 if contributions is None else len(contributions),
            }
        )

    def write(self, name: str, values: numpy.ndarray, number: str) -> None:
        """Numbers as little-endian bytes, row by row."""
        numpy.ascontiguousarray(values, dtype=f"<{number}").tofile(self.path(name))

    def close(self) -> None:
        """Writes the list."""
        self.path("manifest.json").write_text(json.dumps(self.cases, indent=1), encoding="utf-8")
