"""Draw the plots of the benchmarks from the tables beside which they stand.

python -m benchmarks.plots [NAME ...]
"""

from __future__ import annotations

import sys

from benchmarks.plots.drawing import save
from benchmarks.plots.figures import PLOTS, ROOT

plots = {plot.name: plot for plot in (read(ROOT) for read in PLOTS)}
if unknown := set(sys.argv[1:]) - plots.keys():
    sys.exit(f"there is no plot {', '.join(sorted(unknown))}; there are {', '.join(plots)}")
for name in sys.argv[1:] or plots:
    print(save(plots[name], ROOT).relative_to(ROOT))
