/** Keys, health, configuration and maintenance: what the composition root and the command line use. */
import { defineArea, type Area } from '#area/index.ts';
import type { FindKey, KeyRecord } from '#http/auth.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { auditPrune } from './audit/audit-prune.workflow.ts';
import { makeAnalyticsCopy } from './copy/analytics-copy.workflow.ts';
import { messages, queues } from './queues.ts';
import { makeEndpoints } from './routes/index.ts';
import { findKeyRecord } from './store/keys-and-settings.ts';
import { healthChecks } from './get-health.ts';
import { sandboxDays } from './sandbox/sandbox-days.workflow.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { makeTriggers } from './triggers.ts';

export { recordAudit } from './audit/record-audit.ts';
export { ensureAdminKey, type AdminKeyHome } from './keys/ensure-admin-key.ts';
export { observeQueues } from './queue/queue-gauges.ts';

/** @param areas those that operators act on: workflows to start, settings, health checks, rows to copy */
export function makeOperations(areas: readonly Area[]): Area {
  const workflows = [auditPrune, sandboxDays, makeAnalyticsCopy(areas.flatMap(({ copySources = [] }) => copySources))];
  const triggers = makeTriggers(
    areas,
    workflows.map(({ name }) => name),
  );
  return defineArea({
    name: 'operations',
    summary: 'Running the service: health, keys, configuration, workflows, queues and diagnostics.',
    endpoints: makeEndpoints(triggers, {
      healthChecks: [...healthChecks, ...areas.flatMap((area) => area.healthChecks ?? [])],
      settings: [...settings, ...areas.flatMap((area) => area.settings ?? [])],
    }),
    workflows,
    queues,
    messages,
    schedules: [{ name: 'audit-prune', cron: '50 3 * * *', workflow: 'audit-prune', input: {} }],
    tables,
    reads: ['users'],
  });
}

/** What the HTTP engine asks for every key that is not in its cache. */
export function findApiKey(sql: Sql, hash: Parameters<FindKey>[0]): Promise<KeyRecord | undefined> {
  return findKeyRecord(sql, hash);
}
