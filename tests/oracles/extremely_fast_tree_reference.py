"""An extremely fast decision tree (Hoeffding anytime tree) as its definition reads, to be read.

Every node on the way of a row learns it, so inner nodes can change their minds. A leaf is split
as soon as its best split is better than none: merit > eps, or merit > 0 and eps < tau. A node is
looked at again after every `min_samples_reevaluate` of weight. Let `best` be the merit of its best
split now, and `current` that of the best split on the attribute it splits on:
  - the attribute is another one, and best - current > eps, or eps < tau and the difference exceeds
    tau / 2: the subtree makes way for the new split, whose children start anew;
  - no split is better than none, and -current > eps: the subtree makes way for a leaf.

Where the definition leaves something open (see hoeffding_reference for the rest):
  - a row is learned from the root downwards; a node learns it, then may be changed; what a change
    puts in place does not learn the row again, as its class weights contain it;
  - not to split has merit 0;
  - the attribute stays, but another threshold would be better: nothing changes;
  - the attribute has no candidate any more: its merit is minus infinity;
  - a node that may not be split (one label, or nearly) is not changed either;
  - a node that becomes a leaf keeps its class weights and observers, and counts right votes anew;
  - n is the weight of the node with what it started with.
"""

import math
from dataclasses import dataclass

from oracles.hoeffding_reference import HoeffdingTree, Leaf, Split


@dataclass
class ExtremelyFastTree(HoeffdingTree):
    min_samples_reevaluate: float = 20

    def learn_one(self, x, y: int, w: float = 1.0) -> None:
        if w == 0.0:
            return
        parent, node = None, self.root
        while isinstance(node, Split):
            self.teach(node.leaf, x, y, w)
            if self.is_due(node.leaf, self.min_samples_reevaluate):
                better = self.reconsidered(node)
                if better is not node:
                    self.put(better, node, parent)
                    return
            parent, node = node, node.children[node.branch(x)]
        self.teach(node, x, y, w)
        if self.is_due(node, self.grace_period):
            split = self.attempt(node)
            if split is not None:
                self.grow(split)
                self.put(split, node, parent)

    def is_due(self, leaf: Leaf, weight: float) -> bool:
        if leaf.since_attempt < weight:
            return False
        leaf.since_attempt = 0.0
        return True

    def attempt(self, leaf: Leaf) -> Split | None:
        offers = self.ranked(leaf)
        if not offers or offers[-1].merit <= 0.0:
            return None
        eps = self.bound(leaf.weights)
        return offers[-1] if offers[-1].merit > eps or eps < self.tau else None

    def ranked(self, leaf: Leaf) -> list[Split]:
        offers = self.offers(leaf) if self.may_split(leaf) else []
        return sorted(offers, key=lambda offer: (offer.merit, offer.feature))

    def reconsidered(self, node: Split) -> Leaf | Split:
        """Return what should stand in the place of this node."""
        offers = self.ranked(node.leaf)
        if not offers:
            return node
        best, eps = offers[-1], self.bound(node.leaf.weights)
        current = max((o.merit for o in offers if o.feature == node.feature), default=-math.inf)
        if best.merit <= 0.0:
            return self.leaf_again(node) if -current > eps else node
        gap = best.merit - current
        if best.feature != node.feature and (gap > eps or (eps < self.tau and gap > self.tau / 2)):
            self.grow(best)
            return best
        return node

    def leaf_again(self, node: Split) -> Leaf:
        node.leaf.majority_right = node.leaf.bayes_right = 0.0
        return node.leaf
