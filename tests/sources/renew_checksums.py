"""Write the table of checksums anew: `python tests/sources/renew_checksums.py`.

The table is a promise to users: a seed gives the rows that it gave before. Renew it only when a
generator is new, or when a change of its rows is meant, and say so in the news.
"""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from oracles import generator_checksums


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = generator_checksums.printed(
            generator_checksums.compiled("g++", "-O3", Path(folder))
        )
    generator_checksums.TABLE.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
