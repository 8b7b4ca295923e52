"""Holds JSON files against a schema: prints what does not fit, ends with 1 where anything does not."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
checker = kind(schema, format_checker=jsonschema.FormatChecker())
wrong = 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for error in checker.iter_errors(json.load(file)):
            wrong += 1
            print(f"{path}: {list(error.absolute_path)}: {error.message[:300]}")
sys.exit(1 if wrong else 0)
