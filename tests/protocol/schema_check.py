"""A validator of JSON values for the part of JSON Schema that the project's schema uses.

An unknown keyword is an error, so that a schema cannot demand anything that is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

KINDS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
BOUNDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "const": lambda value, bound: bool(value == bound),
    "enum": lambda value, bound: value in bound,
    "minimum": lambda value, bound: bool(value >= bound),
    "maximum": lambda value, bound: bool(value <= bound),
    "pattern": lambda value, bound: re.search(bound.replace("$", r"\Z"), value) is not None,
    "minLength": lambda value, bound: len(value) >= bound,
    "maxLength": lambda value, bound: len(value) <= bound,
    "minItems": lambda value, bound: len(value) >= bound,
    "maxItems": lambda value, bound: len(value) <= bound,
    "maxProperties": lambda value, bound: len(value) <= bound,
    "required": lambda value, bound: set(bound) <= set(value),
    "type": lambda value, bound: KINDS[bound](value),
}
PROSE = {"$schema", "$id", "$defs", "title", "description", "default"}


class Checker:
    """Checks values against the definitions of one schema."""

    def __init__(self, root: Schema) -> None:
        self.definitions: Schema = root["$defs"]

    def faults(self, value: Any, name: str) -> list[str]:
        """The faults of the value under that definition, with paths."""
        return self.faults_of(value, {"$ref": f"#/$defs/{name}"})

    def faults_of(self, value: Any, schema: Schema) -> list[str]:
        """The faults of the value under that schema, with paths."""
        return list(self._faults(value, schema, "$"))

    def _faults(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        if "type" in schema and not KINDS[schema["type"]](value):
            yield f"{path}: no {schema['type']}: {value!r}"
            return
        for keyword, asked in schema.items():
            if keyword in BOUNDS:
                if not BOUNDS[keyword](value, asked):
                    yield f"{path}: not {keyword} {asked!r}: {value!r}"
            elif keyword not in PROSE:
                yield from _NESTED[keyword](self, value, schema, path)

    def _ref(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        yield from self._faults(value, self.definitions[schema["$ref"].removeprefix("#/$defs/")], path)

    def _choice(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        """One of the schemas of `anyOf`, exactly one of `oneOf`."""
        exactly = "oneOf" in schema
        fitting = sum(not list(self._faults(value, one, path)) for one in schema["oneOf" if exactly else "anyOf"])
        if fitting != 1 if exactly else not fitting:
            yield f"{path}: fits {fitting} of the choices: {value!r}"

    def _properties(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        for key, inner in schema["properties"].items():
            if key in value:
                yield from self._faults(value[key], inner, f"{path}.{key}")

    def _other_properties(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        for key in value.keys() - schema.get("properties", {}).keys():
            if schema["additionalProperties"] is False:
                yield f"{path}.{key}: unknown"
            else:
                yield from self._faults(value[key], schema["additionalProperties"], f"{path}.{key}")

    def _keys(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        for key in value:
            yield from self._faults(key, schema["propertyNames"], f"{path}: key")

    def _items(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        first = schema.get("prefixItems", [])
        for at, (item, inner) in enumerate(zip(value, first, strict=False)):
            yield from self._faults(item, inner, f"{path}[{at}]")
        for at, item in enumerate(value[len(first) :], len(first)):
            if schema["items"] is False:
                yield f"{path}[{at}]: unknown"
            else:
                yield from self._faults(item, schema["items"], f"{path}[{at}]")

    def _with_items(self, value: Any, schema: Schema, path: str) -> Iterator[str]:
        """`prefixItems` are looked at with `items`."""
        assert "items" in schema
        return iter(())


_NESTED: Mapping[str, Callable[[Checker, Any, Schema, str], Iterator[str]]] = {
    "$ref": Checker._ref,
    "anyOf": Checker._choice,
    "oneOf": Checker._choice,
    "properties": Checker._properties,
    "additionalProperties": Checker._other_properties,
    "propertyNames": Checker._keys,
    "items": Checker._items,
    "prefixItems": Checker._with_items,
}
