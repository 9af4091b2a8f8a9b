import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Endpoint } from '#http/endpoint.ts';
import { requiredScope } from '#http/openapi/operation.ts';
import type { ApiClient, Answer } from './api-client.ts';

/** A request that asks for something of the organization the test made. */
export interface OwnRequest {
  readonly method: string;
  /** As the endpoint names it, with `{name}` parameters. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Begins with `?`. */
  readonly query?: string;
  readonly body?: unknown;
}

export interface AccessWorld {
  readonly endpoints: readonly Endpoint<never>[];
  /** Asks without a key. */
  readonly anonymous: ApiClient;
  /** Asks with a key of the test's own that has these scopes and sees everything. */
  withScopes(scopes: readonly string[]): Promise<ApiClient>;
  /** Asks with the key that the requests below belong to. */
  readonly owner: ApiClient;
  /** Asks with a key of another organization, with every scope. */
  readonly stranger: ApiClient;
  readonly ownRequests: readonly OwnRequest[];
}

/**
 * The access rules of decisions section 5 over a list of endpoints: no key, a wrong key, a key
 * without the scope, another organization's key.
 */
export async function describeAccess(suite: TestContext, world: AccessWorld): Promise<void> {
  const guarded = world.endpoints.filter(({ access }) => access !== 'open' && access !== 'local');
  const lacking = {
    read: await world.withScopes(['write']),
    write: await world.withScopes(['read']),
    admin: await world.withScopes(['read', 'write']),
  };

  for (const endpoint of guarded) {
    const name = `${endpoint.method} ${endpoint.path}`;
    const path = fill(endpoint.path, {});
    await suite.test(`${name} refuses a missing and a wrong key`, async () => {
      assertRefused(await send(world.anonymous, endpoint.method, path), 401, 'Unauthorized');
      const headers = { authorization: 'Bearer slk_0000000000000000000000000000000000000000' };
      assertRefused(await send(world.anonymous, endpoint.method, path, undefined, headers), 401, 'Unauthorized');
    });
    const scope = requiredScope(endpoint);
    if (scope === null) continue;
    await suite.test(`${name} refuses a key without the scope ${scope}`, async () => {
      assertRefused(await send(lacking[scope], endpoint.method, path), 403, 'Forbidden');
    });
  }

  for (const { method, path, params = {}, query = '', body } of world.ownRequests) {
    await suite.test(`${method} ${path}${query === '' ? '' : ' with ids in the query'} hides another organization's`, async () => {
      const hidden = await send(world.stranger, method, fill(path, params) + query, body);
      assert.equal(hidden.status, 404, JSON.stringify(hidden.body));
      const seen = await send(world.owner, method, fill(path, params) + query, body);
      assert.ok(seen.status < 300, JSON.stringify(seen.body));
    });
  }
}

function assertRefused({ status, body }: Answer, expected: number, error: string): void {
  assert.equal(status, expected, JSON.stringify(body));
  assert.equal(body.success, false);
  assert.equal(body.error, error);
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => params[name] ?? 'unknown');
}

function send(
  client: ApiClient,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  switch (method) {
    case 'GET':
      return client.get(path, headers);
    case 'POST':
      return client.post(path, body ?? {}, headers);
    case 'PUT':
      return client.put(path, body ?? {}, headers);
    default:
      return client.delete(path, body, headers);
  }
}
