"""Draw docs/pictures/tree.svg: the small tree that the guide to trees grows and reads.

Run it from a development environment: `python docs/pictures/tree.py`. The same seed gives the
same file.
"""

import random
from pathlib import Path

from driftline import learners, report


def days(rows):
    """Return days by the sea, and what a sailor does who likes wind and no rain."""
    draw = random.Random(3)
    skies = ["sun", "cloud", "rain"]
    x = [{"sky": draw.choice(skies), "wind": 30 * draw.random()} for _ in range(rows)]
    y = ["sail" if day["sky"] != "rain" and day["wind"] > 10 else "stay" for day in x]
    return x, y


def main():
    """Grow the tree and save its drawing beside this file."""
    tree = learners.HoeffdingTreeClassifier()
    tree.learn_many(*days(3000))
    print(tree.rules())
    Path(__file__).with_suffix(".svg").write_text(report.tree_svg(tree))


if __name__ == "__main__":
    main()
