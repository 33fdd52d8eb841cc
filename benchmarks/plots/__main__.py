"""Draw the plots of the benchmarks from the tables beside which they stand.

python -m benchmarks.plots [NAME ...]
"""

from __future__ import annotations

import sys

from benchmarks.plots.drawing import save
from benchmarks.plots.figures import PLOTS, ROOT

for plot in (read(ROOT) for read in PLOTS):
    if not sys.argv[1:] or plot.name in sys.argv[1:]:
        print(save(plot, ROOT).relative_to(ROOT))
