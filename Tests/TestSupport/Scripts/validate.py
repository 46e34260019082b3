"""Asks the jsonschema package whether JSON texts follow JSON Schemas.

Standard input has one JSON object a line: {"schema": text of a schema, "instance": text}. Standard output has one
line for each: "valid", or "invalid: " and the reason. A schema that is none itself ends the program.
"""

import json
import sys

from jsonschema import Draft202012Validator


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def main():
    validators = {}
    for line in sys.stdin:
        case = json.loads(line)
        text = case["schema"]
        if text not in validators:
            schema = json.loads(text)
            Draft202012Validator.check_schema(schema)
            validators[text] = Draft202012Validator(schema)
        instance = json.loads(case["instance"], parse_constant=refuse_constant)
        reasons = [error.message for error in validators[text].iter_errors(instance)]
        print("invalid: " + json.dumps(reasons[0]) if reasons else "valid")


main()
