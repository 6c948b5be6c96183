import inspect

import pytest

from driftline.learners import PAClassifier


def test_native_verb_has_a_signature():
    assert str(inspect.signature(PAClassifier().learn_one)) == "(x, y, w=1.0)"
    assert str(inspect.signature(PAClassifier.learn_one)) == "(self, /, x, y, w=1.0)"


@pytest.mark.parametrize("verb", ["learn_many", "predict_learn_one", "predict_learn_many"])
def test_every_verb_that_teaches_names_its_weight(verb):
    assert list(inspect.signature(getattr(PAClassifier(), verb)).parameters)[-1] == "w"
