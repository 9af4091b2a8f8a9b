/** Keys, health, configuration and maintenance: what the composition root and the command line use. */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { FindKey, KeyRecord } from '#http/auth.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Schedule } from '#workflows/schedules.ts';
import { keyEndpoints } from './routes/keys.ts';
import { liveEndpoints } from './routes/live.ts';
import { processEndpoints } from './routes/processes.ts';
import { providerEndpoints } from './routes/provider.ts';
import { queueEndpoints } from './routes/queues.ts';
import { serviceEndpoints } from './routes/service.ts';
import { workflowControlEndpoints } from './routes/workflow-control.ts';
import { workflowEndpoints } from './routes/workflows.ts';
import { selectKeyRecord } from './store.ts';
import { upkeepEndpoints, upkeepSchedules, upkeepWorkflows } from './upkeep.ts';

export { recordAudit } from './audit/record-audit.ts';
export { createApiKey, type CreateApiKeyInput } from './create-api-key.ts';
export { ensureAdminKey, type AdminKeyPlace } from './ensure-admin-key.ts';
export { observeQueues } from './queue-gauges.ts';
export { listApiKeys, revokeApiKey } from './manage-api-keys.ts';

export const endpoints: AppEndpoint[] = [
  ...serviceEndpoints,
  ...keyEndpoints,
  ...upkeepEndpoints,
  ...workflowEndpoints,
  ...queueEndpoints,
  ...processEndpoints,
  ...workflowControlEndpoints,
  ...providerEndpoints,
  ...liveEndpoints,
];

export const workflows: AppWorkflow[] = [...upkeepWorkflows];

export const schedules: Schedule[] = [...upkeepSchedules];

/** What the HTTP engine asks for every key that it does not remember. */
export function findApiKey(sql: Sql, hash: Parameters<FindKey>[0]): Promise<KeyRecord | undefined> {
  return selectKeyRecord(sql, hash);
}
