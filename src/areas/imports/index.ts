/** History of other trackers: what the service serves and runs of it. */
import { defineArea } from '#area/index.ts';
import { importCommit } from './commit/import-commit.workflow.ts';
import { importUndo } from './commit/import-undo.workflow.ts';
import { importsQueue } from './queues.ts';
import { commitEndpoints } from './routes/commit.ts';
import { importEndpoints } from './routes/imports.ts';
import { importKeywordEndpoints } from './routes/keywords.ts';
import { templateEndpoints } from './routes/templates.ts';
import { tables } from './tables.ts';
import { importsPrune } from './upload/imports-prune.workflow.ts';

export { listNotes, type ImportNote } from './store/notes.ts';
export { lockImport } from './store/imports.ts';
export type { Import } from './import.ts';
export { SERPBEAR_COLUMNS } from './formats/serpbear/keyword-columns.ts';

export const imports = defineArea({
  name: 'imports',
  summary: 'Moving in: the history that another tracker has measured, in a layer of its own.',
  endpoints: [...importEndpoints, ...commitEndpoints, ...importKeywordEndpoints, ...templateEndpoints],
  workflows: [importCommit, importUndo, importsPrune],
  queues: [importsQueue],
  schedules: [{ name: 'imports-prune', cron: '30 4 * * *', workflow: 'imports-prune', input: {} }],
  tables,
});
