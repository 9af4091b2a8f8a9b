/** Exports: lists that people take away as files, by a schedule or by hand. */
import { defineArea, type Area } from '#area/index.ts';
import { makeExportLists } from './lists/export-lists.ts';
import { exportsQueue } from './queues.ts';
import { makeExportEndpoints } from './routes/exports.ts';
import { makeRunEndpoints } from './routes/runs.ts';
import { makeExportRun } from './runs/export-run.workflow.ts';
import { exportsPrune } from './runs/exports-prune.workflow.ts';
import { keepExports } from './schedule/keep-exports.ts';
import { tables } from './tables.ts';

/** @param areas those whose lists can be taken away */
export function makeExports(areas: readonly Area[]): Area {
  const lists = makeExportLists(areas);
  return defineArea({
    name: 'exports',
    summary: 'Lists as files: made by a schedule or by hand, and brought where people work.',
    endpoints: [...makeExportEndpoints(lists), ...makeRunEndpoints(lists)],
    workflows: [makeExportRun(lists), exportsPrune],
    queues: [exportsQueue],
    // Exports are begun by `keepExports`: people change their schedules.
    schedules: [{ name: 'exports-prune', cron: '15 4 * * *', workflow: 'exports-prune', input: {} }],
    keepers: [keepExports],
    tables,
  });
}
