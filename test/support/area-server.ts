import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { readConfig } from '#config';
import type { AppContext, AppEndpoint } from '#context';
import type { KeyRecord } from '#http/auth.ts';
import { makeServer } from '#http/server.ts';
import { SILENT } from '#kernel/live.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { makeAreaContext, type StartedWorkflow } from './area-context.ts';
import { openTestStores, type TestStores } from './index.ts';

const house = joinAreas(areas);

/** The endpoints over HTTP, on real stores; workflows that they start are written down and not run. */
export interface AreaServer {
  /** Asks with a key that has every scope and no binding. */
  readonly api: ApiClient;
  /** Asks with a key of its own. */
  withKey(properties: Partial<KeyRecord>): ApiClient;
  readonly started: readonly StartedWorkflow[];
  readonly stores: TestStores;
}

export async function startAreaServer(t: TestContext, endpoints: readonly AppEndpoint[] = house.endpoints): Promise<AreaServer> {
  const stores = await openTestStores(t);
  const { clock, workflows, searchData, started } = makeAreaContext(stores);
  const config = readConfig({ DATA_DIR: stores.dataDir, KEYWORD_ENRICHMENT: 'off', ALERT_PRESETS: 'off' });
  const logger = makeLogger('fatal');
  const context = {
    ...stores,
    config,
    clock,
    logger,
    workflows,
    searchData,
    live: SILENT,
    jobTypes: house.common.jobTypes,
    publicUrl: () => undefined,
  } as unknown as AppContext;
  const keys = new Map<string, KeyRecord>();
  const server = await makeServer({ context, endpoints, findKey: async (hash) => keys.get(hash.toString('hex')) });
  stores.onClose(() => server.close());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });

  const withKey = (properties: Partial<KeyRecord>): ApiClient => {
    const text = `slk_${'k'.repeat(30)}${String(keys.size).padStart(10, '0')}`;
    const hash = createHash('sha256').update(text).digest();
    keys.set(hash.toString('hex'), { ...UNBOUND, ...properties, id: `key_${keys.size}`, hash });
    return makeApiClient(url, text);
  };
  return { api: withKey({ scopes: ['read', 'write', 'admin'] }), withKey, started, stores };
}

const UNBOUND: Omit<KeyRecord, 'id' | 'hash'> = {
  scopes: ['read', 'write'],
  tier: 'enterprise',
  organizationId: undefined,
  projectId: undefined,
  expiresAt: undefined,
  revokedAt: undefined,
};
