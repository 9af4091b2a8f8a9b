import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { findApiKey } from '#areas/people/index.ts';
import { makeServer, type Server } from '#http/server.ts';
import type { Logger } from '#kernel/logger.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { Sender } from './openapi-walk-send.ts';
import { readOperations, type JsonSchema, type WalkOperation } from './openapi-walk.ts';

/** Tests over the whole document that share one running service. */

export interface Suite {
  readonly world: TestApp;
  readonly server: Server;
  readonly operations: readonly WalkOperation[];
}

export type Section = (suite: Suite, t: TestContext) => Promise<void>;

/** An address that is not of this machine; each may make so many mistakes a minute. */
export const ELSEWHERE = elsewhere(9);

/** One of 250 such addresses. */
export function elsewhere(at: number): string {
  return `203.0.113.${at % 250}`;
}

/**
 * The operations that the walks send requests to. Deliveries, which prove themselves by a secret, signing in, the live sockets,
 * and what changes the simulated world under the feet of all other requests have their own tests.
 */
export function listWalked(document: JsonSchema): WalkOperation[] {
  return readOperations(document).filter(
    ({ access, name }) =>
      !['secret', 'session', 'socket'].includes(access) && !name.startsWith('POST /api/admin/sandbox/') && !OF_OTHERS.includes(name),
  );
}

/** A digest to oneself needs a person, and the channel that is walked is a feed, to which nothing is sent: their own tests have both. */
const OF_OTHERS = ['POST /api/digests/{digest_id}/send', 'POST /api/channels/{channel_id}/deliveries/{delivery_id}/replay'];

/** Runs each as a test of its name, in the order given. */
export async function runSections(t: TestContext, sections: Readonly<Record<string, Section>>): Promise<void> {
  const world = await startTestApp(t);
  const { server } = world.app;
  const operations = listWalked((await world.api.get('/openapi.json')).body);
  for (const [name, section] of Object.entries(sections)) await t.test(name, (own) => section({ world, server, operations }, own));
}

/** The text of a new key, for reading and writing unless its properties say otherwise. */
export async function makeKey({ api }: TestApp, properties: Readonly<Record<string, unknown>>): Promise<string> {
  const made = await api.post('/api/admin/api-keys', { name: 'access', scopes: ['read', 'write'], tier: 'enterprise', ...properties });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.key;
}

/** A token of a web client, for everything unless its properties say otherwise. */
export async function makeToken({ api }: Pick<TestApp, 'api'>, properties: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const made = await api.post('/api/admin/tokens', { sub: 'walker', ...properties });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.token;
}

/** The same sender with a token of its own, which counts alone, for an operation that takes tokens. */
export async function withToken(world: Pick<TestApp, 'api'>, { access }: Pick<WalkOperation, 'access'>, sender: Sender): Promise<Sender> {
  return access === 'token' ? { ...sender, token: await makeToken(world, { sub: randomUUID() }) } : sender;
}

/** The text of a key that was revoked before its first use. */
export async function makeRevokedKey({ api }: TestApp): Promise<string> {
  const { body } = await api.post('/api/admin/api-keys', { name: 'revoked', scopes: ['admin'] });
  assert.equal((await api.delete(`/api/admin/api-keys/${body.id}`)).status, 200);
  return body.key;
}

/** The text of a key whose time has passed before its first use; none can be made with such an end. */
export async function makeExpiredKey({ api, stores }: TestApp): Promise<string> {
  const { body } = await api.post('/api/admin/api-keys', { name: 'expired', scopes: ['admin'] });
  const { rowCount } = await stores.postgres.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [body.id]);
  assert.equal(rowCount, 1);
  return body.key;
}

export interface ListenerChanges {
  readonly logger?: Logger;
  readonly corsOrigins?: readonly string[];
}

/** Another listener over the same service; it ends with the test. */
export async function startListener({ app }: TestApp, t: TestContext, { logger, corsOrigins = [] }: ListenerChanges): Promise<Server> {
  const { context } = app;
  const server = await makeServer({
    context: { ...context, config: { ...context.config, corsOrigins }, logger: logger ?? context.logger },
    endpoints: joinAreas(areas).endpoints,
    findKey: (hash) => findApiKey(context.postgres, hash),
  });
  t.after(() => server.close());
  return server;
}
