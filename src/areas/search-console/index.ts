/** What Google itself counts of a project's websites, beside what is measured. */
import { defineArea } from '#area/index.ts';
import { searchConsoleQueue } from './queues.ts';
import { anomalyEndpoints } from './routes/anomalies.ts';
import { connectionEndpoints } from './routes/connections.ts';
import { pageEndpoints } from './routes/pages.ts';
import { readingEndpoints } from './routes/reading.ts';
import { syncEndpoints } from './routes/sync.ts';
import { keepSyncs } from './sync/keep-syncs.ts';
import { searchConsoleRemove } from './sync/search-console-remove.workflow.ts';
import { searchConsoleSync } from './sync/search-console-sync.workflow.ts';
import { tables } from './tables.ts';

export { ANOMALIES_KNOWN_UNTIL, listAnomalies, type Anomaly, type Metric } from './anomalies.ts';
export { listLacks } from './binding/binding.ts';
export { readSearchConsoleReport, type SearchConsoleReport } from './report/read-report.ts';
export type { Performance } from './performance/get-performance.ts';
export { roundFigures, toScopeBody } from './performance/wire.ts';

export const searchConsole = defineArea({
  name: 'search-console',
  summary: 'What Google itself counts of websites in Search Console.',
  endpoints: [...anomalyEndpoints, ...connectionEndpoints, ...syncEndpoints, ...pageEndpoints, ...readingEndpoints],
  workflows: [searchConsoleSync, searchConsoleRemove],
  queues: [searchConsoleQueue],
  keepers: [keepSyncs],
  tables,
  reads: ['assets', 'projects'],
});
