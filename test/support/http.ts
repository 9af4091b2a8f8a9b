import type { TestContext } from 'node:test';
import { readConfig, type Config } from '#config';
import { hashKey, type KeyRecord } from '#http/auth.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { makeServer, type Server, type ServerContext, type ServerOptions } from '#http/server.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger, type Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';

/** A key of a test: its text and what is stored of it. */
export interface TestKey extends Partial<Omit<KeyRecord, 'hash'>> {
  readonly key: string;
}

export interface TestServerOptions {
  readonly keys?: readonly TestKey[];
  readonly config?: Partial<Config>;
  readonly logger?: Logger;
  readonly postgres?: Postgres;
  readonly realNow?: () => number;
  readonly findKey?: (hash: Buffer) => Promise<KeyRecord | undefined>;
  readonly live?: ServerOptions<ServerContext>['live'];
  readonly audit?: ServerOptions<ServerContext>['audit'];
  readonly arrival?: ServerOptions<ServerContext>['arrival'];
}

export const ALL_SCOPES_KEY: TestKey = { key: 'slk_all', id: 'key_all', scopes: ['read', 'write', 'admin'], tier: 'enterprise' };

/**
 * The engine for endpoints over a list made for the test, without stores unless the test brings
 * one. Closed after the test.
 */
export async function startEndpoints(
  t: TestContext,
  endpoints: readonly Endpoint<ServerContext>[],
  options: TestServerOptions = {},
): Promise<Server> {
  const clock = makeClock();
  const records = new Map((options.keys ?? [ALL_SCOPES_KEY]).map((key) => [hashKey(key.key).toString('hex'), toRecord(key)]));
  const server = await makeServer({
    context: {
      config: { ...readConfig({}), ...options.config },
      clock: options.realNow ? { ...clock, realNow: options.realNow } : clock,
      logger: options.logger ?? makeLogger('silent'),
      postgres: options.postgres ?? withoutStore,
    },
    endpoints,
    ...(options.live ? { live: options.live } : {}),
    ...(options.audit ? { audit: options.audit } : {}),
    ...(options.arrival ? { arrival: options.arrival } : {}),
    findKey: options.findKey ?? ((hash) => Promise.resolve(records.get(hash.toString('hex')))),
  });
  t.after(() => server.close());
  return server;
}

export function toRecord({ key, ...rest }: TestKey): KeyRecord {
  const defaults = {
    id: `key_${key}`,
    scopes: [],
    tier: 'enterprise',
    organizationId: undefined,
    projectId: undefined,
    expiresAt: undefined,
    revokedAt: undefined,
  } as const;
  return { ...defaults, ...rest, hash: hashKey(key) };
}

const withoutStore = new Proxy({} as Postgres, {
  get: (_target, name) => (name === 'pool' ? undefined : () => Promise.reject(new Error('this test has no store'))),
});
