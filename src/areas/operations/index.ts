/** Keys, health, configuration and maintenance: what the composition root and the command line use. */
import type { AppEndpoint } from '#context';
import type { FindKey, KeyRecord } from '#http/auth.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { keyEndpoints } from './routes/keys.ts';
import { processEndpoints } from './routes/processes.ts';
import { providerEndpoints } from './routes/provider.ts';
import { serviceEndpoints } from './routes/service.ts';
import { workflowControlEndpoints } from './routes/workflow-control.ts';
import { workflowEndpoints } from './routes/workflows.ts';
import { selectKeyRecord } from './store.ts';

export { createApiKey, type CreateApiKeyInput } from './create-api-key.ts';
export { ensureAdminKey } from './ensure-admin-key.ts';
export { listApiKeys, revokeApiKey } from './manage-api-keys.ts';

export const endpoints: AppEndpoint[] = [
  ...serviceEndpoints,
  ...keyEndpoints,
  ...workflowEndpoints,
  ...processEndpoints,
  ...workflowControlEndpoints,
  ...providerEndpoints,
];

/** What the HTTP engine asks for every key that it does not remember. */
export function findApiKey(sql: Sql, hash: Parameters<FindKey>[0]): Promise<KeyRecord | undefined> {
  return selectKeyRecord(sql, hash);
}
