/** Keys, health, configuration and maintenance: what the composition root and the command line use. */
import { defineArea, type Area } from '#area/index.ts';
import type { FindKey, KeyRecord } from '#http/auth.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { auditPrune } from './audit/audit-prune.workflow.ts';
import { makeAnalyticsCopy } from './copy/analytics-copy.workflow.ts';
import { messages, queues } from './queues.ts';
import { endpoints } from './routes/index.ts';
import { selectKeyRecord } from './store.ts';
import { tables } from './tables.ts';

export { recordAudit } from './audit/record-audit.ts';
export { ensureAdminKey } from './ensure-admin-key.ts';
export { observeQueues } from './queue-gauges.ts';

/** @param areas those whose rows can be copied to ClickHouse */
export function makeOperations(areas: readonly Area[]): Area {
  return defineArea({
    name: 'operations',
    summary: 'Keys, health, configuration, workflows, queues, diagnostics and maintenance.',
    endpoints,
    workflows: [auditPrune, makeAnalyticsCopy(areas.flatMap(({ copySources = [] }) => copySources))],
    queues,
    messages,
    schedules: [{ name: 'audit-prune', cron: '50 3 * * *', workflow: 'audit-prune', input: {} }],
    tables,
  });
}

/** What the HTTP engine asks for every key that it does not remember. */
export function findApiKey(sql: Sql, hash: Parameters<FindKey>[0]): Promise<KeyRecord | undefined> {
  return selectKeyRecord(sql, hash);
}
