/** What operators ask and mend: the audit log, diagnostics, and the copy to ClickHouse. */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { auditPrune } from './audit/audit-prune.workflow.ts';
import { analyticsCopy } from './copy/analytics-copy.workflow.ts';
import { auditEndpoints } from './routes/audit.ts';
import { copyEndpoints } from './routes/copy.ts';
import { diagnosticEndpoints } from './routes/diagnostics.ts';

export const upkeepEndpoints: AppEndpoint[] = [...auditEndpoints, ...diagnosticEndpoints, ...copyEndpoints];
export const upkeepWorkflows: AppWorkflow[] = [auditPrune, analyticsCopy];
export const upkeepSchedules: Schedule[] = [{ name: 'audit-prune', cron: '50 3 * * *', workflow: 'audit-prune', input: {} }];
