#!/usr/bin/env python3
"""Takes results out of a spool's outbox: consume.py SPOOL TEXTS [--once] [--interval SECONDS]

Writes the text of each result to TEXTS, under the image's own path and .txt, and removes the result when the text is
safely on the disk. Polls, so it works on network file systems too. A result may be processed twice when this program
is killed, never not at all. Run one for an outbox. Needs nothing but Python 3.9 or newer.
"""

import argparse
import json
import os
import sys
import time

SCHEMA = "ocrspool.result/1"


def result_paths(outbox):
    """The records in the outbox and its folders, oldest first. Each is whole: it got its name by a rename."""
    found = []
    for folder, _, names in os.walk(outbox):
        for name in names:
            if name.endswith(".json") and not name.startswith("."):
                path = os.path.join(folder, name)
                try:
                    found.append((os.stat(path).st_mtime_ns, path))
                except FileNotFoundError:
                    pass  # Somebody took it meanwhile.
    return [path for _, path in sorted(found)]


def write_durably(path, text):
    """Writes a file that is either there as a whole or not at all, also after a power cut."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = path + ".part"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def process(record, below, texts):
    """What is done with a result: change this. `below` is the record's path below the outbox, without .json."""
    write_durably(os.path.join(texts, below + ".txt"), record["text"] + "\n")
    for page in record["pages"]:
        for warning in page["warnings"]:
            print(f"{below}, page {page['page']}: {warning['message']}", file=sys.stderr)


def take(path, outbox, texts):
    """Processes one result and removes it, with the file beside it. Returns whether that worked."""
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        if record.get("schema") != SCHEMA:
            print(f"{path}: not a record of {SCHEMA}; left alone", file=sys.stderr)
            return False
        process(record, os.path.relpath(path, outbox).removesuffix(".json"), texts)
    except (OSError, ValueError) as error:
        print(f"{path}: {error}; trying again later", file=sys.stderr)
        return False
    os.unlink(path)
    try:
        os.unlink(path.removesuffix(".json") + ".txt")
    except FileNotFoundError:
        pass
    return True


def main():
    arguments = argparse.ArgumentParser(description="Takes results out of a spool's outbox.")
    arguments.add_argument("spool")
    arguments.add_argument("texts")
    arguments.add_argument("--once", action="store_true", help="end when what is there now was taken")
    arguments.add_argument("--interval", type=float, default=2, help="seconds between two looks")
    chosen = arguments.parse_args()
    outbox = os.path.join(chosen.spool, "outbox")
    while True:
        taken = [take(path, outbox, chosen.texts) for path in result_paths(outbox)]
        if chosen.once:
            return 0 if all(taken) else 1
        time.sleep(chosen.interval)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
