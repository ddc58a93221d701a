"""Clay colours sampled again from the picture of the moment: one key, no new weigh-in (field notes C-07, J-02).

Where each figure stands is known, so which pixels are its own is known too. Their colours join those of the weigh-in;
places, bodies, facings and identities stay as they are. A figure that is not surely seen, or whose new colours another
figure's would be taken for, keeps what it has.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.colours import COST_SCALE, ColourModel, fit_colours, separation
from companion.vision.figures import SURELY_CHANGED
from companion.vision.follow import Follow, State
from companion.vision.segmentation import Seen
from companion.vision.tracker import Tracker

# a figure of whose usual own pixels less is seen may be half covered, or somebody else
LEAST_SEEN = 0.6
FEWEST_PIXELS = 40
# new colours that are nearer to another figure's than this, and nearer than before, are not taken
LEAST_APART = 4.0


def fresh_colours(tracker: Tracker, seen: Seen, weigh_in: Sequence[ColourModel]) -> dict[int, ColourModel]:
    """New colours of every figure that is surely seen where it rests, by its number.

    Args:
        seen: the picture that the tracker has just taken into account.
        weigh_in: what each figure looked like when it was learned.
    """
    present = [follow.shape.figure.colours for follow in tracker.follows]
    fresh: dict[int, ColourModel] = {}
    for index, follow in enumerate(tracker.follows):
        sample = _sample(tracker, index, follow, seen)
        if sample is None:
            continue
        joined = _joined(weigh_in[index], sample)
        others = [fresh.get(i, model) for i, model in enumerate(present) if i != index]
        apart = min((separation(joined, other) for other in others), default=np.inf)
        before = min((separation(present[index], other) for other in others), default=np.inf)
        if apart >= min(LEAST_APART, before):
            fresh[index] = joined
    return fresh


def _sample(tracker: Tracker, index: int, follow: Follow, seen: Seen) -> ColourModel | None:
    """The colours of one figure's own pixels, its outline left out; None where it is not surely seen."""
    is_sure = follow.state is State.RESTING and not follow.provisional and not follow.touched
    if (
        not is_sure
        or tracker.doubles.in_doubt(index)
        or tracker.hand_near(follow)
        or follow.seen_part < LEAST_SEEN * follow.usual_part
    ):
        return None
    rows, columns = follow.window.rows, follow.window.columns
    labels = seen.labels[rows, columns]
    inner = cv2.erode(follow.silhouette.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    changed = seen.background[rows, columns] > SURELY_CHANGED * COST_SCALE
    someone_else = (labels < len(tracker.follows)) & (labels != index)
    own = inner & changed & ~someone_else
    if np.count_nonzero(own) < FEWEST_PIXELS:
        return None
    return fit_colours(seen.picture[rows, columns][own])


def _joined(first: ColourModel, second: ColourModel) -> ColourModel:
    """Both mixtures at half their weights."""
    return ColourModel(
        np.concatenate([first.weights, second.weights]) / 2,
        np.concatenate([first.means, second.means]),
        np.concatenate([first.covariances, second.covariances]),
    )
