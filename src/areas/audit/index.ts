/** Who changed what: the log that every area writes to, and its readers. */
import { defineArea } from '#area/index.ts';
import { auditPrune } from './audit-prune.workflow.ts';
import { auditEndpoints } from './routes.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';

export { recordAudit } from './record-audit.ts';

export const audit = defineArea({
  name: 'audit',
  summary: 'Who changed what, when, from where, with what result.',
  endpoints: auditEndpoints,
  workflows: [auditPrune],
  schedules: [{ name: 'audit-prune', cron: '50 3 * * *', workflow: 'audit-prune', input: {} }],
  settings,
  tables,
  liveTopics: ['audit'],
  reads: ['api_keys', 'organizations', 'users'],
});
