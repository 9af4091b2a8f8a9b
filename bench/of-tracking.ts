import { budget } from './budget.ts';
import { bytesACheck } from './bytes-a-check.ts';
import { consoleScreens } from './console.ts';
import { depthStrategies } from './depth-strategies.ts';
import { grid } from './grid.ts';
import { historyRead } from './history-read.ts';
import { liveRun } from './live-run.ts';
import { load } from './load.ts';
import { peersTable } from './peers-table.ts';
import { rankingsRead } from './rankings-read.ts';
import { serpIngest } from './serp-ingest.ts';
import { suggestions } from './suggestions.ts';
import type { Bench } from './support/bench.ts';
import { trackBatch } from './track-batch.ts';
import { trackingRun } from './tracking-run.ts';

/** Keywords and their positions, on screen too. */
export const TRACKING_BENCHES: readonly Bench[] = [
  trackBatch,
  rankingsRead,
  serpIngest,
  trackingRun,
  liveRun,
  load,
  peersTable,
  depthStrategies,
  historyRead,
  grid,
  consoleScreens,
  suggestions,
  budget,
  bytesACheck,
];
