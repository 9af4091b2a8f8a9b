import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Caller } from '#http/caller.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makePostgres } from '#stores/postgres/client.ts';
import { makeAreaContext, type AreaContext } from '../../../../test/support/area-context.ts';
import { openTestStores, type TestStores } from '../../../../test/support/index.ts';
import type { ApiKey } from './api-key.ts';
import { createApiKey, type CreateApiKeyInput } from './create-api-key.ts';
import { revokeApiKey } from './manage-api-keys.ts';

const ADMIN: CreateApiKeyInput = {
  name: 'admin',
  scopes: ['admin'],
  tier: undefined,
  organizationId: undefined,
  projectId: undefined,
  expiresAt: undefined,
};
const BOUND: CreateApiKeyInput = { ...ADMIN, organizationId: 'org_a' };

/** The stores as two processes have them: each with connections of its own. */
async function openTwice(t: TestContext): Promise<[here: TestStores, elsewhere: Pick<TestStores, 'postgres'>]> {
  const stores = await openTestStores(t);
  const other = makePostgres({ connectionString: stores.connectionString, logger: makeLogger('silent') });
  stores.onClose(() => other.close());
  return [stores, { postgres: other }];
}

async function make(stores: Pick<TestStores, 'postgres'>, input: CreateApiKeyInput, caller: Partial<Caller> = {}): Promise<ApiKey> {
  return (await createApiKey(makeAreaContext(stores, caller), input)).apiKey;
}

/** The caller that the key identifies. */
function holderOf({ id, tier, organizationId, projectId }: ApiKey): Partial<Caller> {
  return { id, tier, organizationId, projectIds: projectId === undefined ? undefined : [projectId] };
}

function fulfilled(results: readonly PromiseSettledResult<unknown>[]): number {
  return results.filter(({ status }) => status === 'fulfilled').length;
}

async function listValid({ postgres }: Pick<TestStores, 'postgres'>): Promise<string[]> {
  const { rows } = await postgres.query<{ id: string }>('select id from api_keys where revoked_at is null order by id');
  return rows.map(({ id }) => id);
}

test('of admin keys that are revoked at once, in two processes, one stays', async (t) => {
  const processes = await openTwice(t);
  const [here] = processes;
  for (let round = 0; round < 10; round += 1) {
    await here.postgres.query('delete from api_keys');
    const keys = [await make(here, ADMIN), await make(here, ADMIN), await make(here, ADMIN)];
    const results = await Promise.allSettled(keys.map(({ id }, at) => revokeApiKey(makeAreaContext(processes[at % 2] ?? here), id)));
    assert.equal(fulfilled(results), 2, `round ${round}`);
    const refusal = results.find((result) => result.status === 'rejected');
    assert.match(String(refusal?.reason), /No other key may do everything/u);
    assert.equal((await listValid(here)).length, 1, `round ${round}`);
  }
});

test('only a key without a binding that lasts stands in for an admin key, and what is revoked stays so', async (t) => {
  const stores = await openTestStores(t);
  const now = Date.now();
  const until = (ms: number): Date => new Date(now + ms);
  const operator = await make(stores, ADMIN);
  await make(stores, BOUND);
  await make(stores, { ...ADMIN, scopes: ['read', 'write'] });
  await make(stores, { ...ADMIN, expiresAt: until(DAY_MS - 60_000) });
  const expired = await make(stores, { ...ADMIN, expiresAt: until(DAY_MS) });
  await stores.postgres.query('update api_keys set expires_at = now() where id = $1', [expired.id]);
  const ctx = makeAreaContext(stores);
  await assert.rejects(revokeApiKey(ctx, operator.id), { status: 409 });
  assert.ok((await revokeApiKey(ctx, expired.id)).apiKey.revokedAt, 'what has ended may be revoked');

  const lasting = await make(stores, { ...ADMIN, expiresAt: until(DAY_MS + 60_000) });
  const first = await revokeApiKey(ctx, operator.id);
  assert.deepEqual(await revokeApiKey(ctx, operator.id), first);
  await assert.rejects(revokeApiKey(ctx, lasting.id), { status: 409 });
});

test('a key has no more than its maker: no higher tier, no later end, no wider sight', async (t) => {
  const stores = await openTestStores(t);
  const end = new Date(Date.now() + DAY_MS);
  const root = await make(stores, { ...BOUND, tier: 'pro', expiresAt: end });
  assert.deepEqual([root.createdBy, root.boundMakers], ['key_admin', []]);
  const holder = holderOf(root);
  const made = await make(stores, ADMIN, holder);
  assert.deepEqual(
    [made.organizationId, made.tier, made.expiresAt, made.createdBy, made.boundMakers],
    ['org_a', 'standard', end, root.id, [root.id]],
  );
  const sooner = new Date(end.getTime() - 1000);
  assert.deepEqual((await make(stores, { ...ADMIN, tier: 'pro', expiresAt: sooner }, holder)).expiresAt, sooner);
  const grandchild = await make(stores, ADMIN, holderOf(made));
  assert.deepEqual([grandchild.createdBy, grandchild.boundMakers, grandchild.expiresAt], [made.id, [root.id, made.id], end]);
  for (const [wrong, status] of [
    [{ tier: 'enterprise' }, 403],
    [{ expiresAt: new Date(end.getTime() + 1) }, 403],
    [{ organizationId: 'org_b' }, 404],
    [{ expiresAt: new Date(Date.now() - 1) }, 400],
  ] as const)
    await assert.rejects(make(stores, { ...ADMIN, ...wrong }, holder), { status }, JSON.stringify(wrong));

  const operator = await make(stores, { ...ADMIN, tier: 'pro', expiresAt: end });
  const customer = await make(stores, BOUND, holderOf(operator));
  assert.deepEqual(
    [customer.createdBy, customer.boundMakers, customer.expiresAt],
    [operator.id, [], end],
    'an operator pays for no customer',
  );
  await assert.rejects(make(stores, { ...BOUND, tier: 'enterprise' }, holderOf(operator)), { status: 403 });
});

test('a line of bound keys ends after ten makers', async (t) => {
  const stores = await openTestStores(t);
  let key = await make(stores, BOUND);
  for (let makers = 1; makers <= 10; makers += 1) key = await make(stores, ADMIN, holderOf(key));
  assert.equal(key.boundMakers.length, 10);
  await assert.rejects(make(stores, ADMIN, holderOf(key)), { status: 403 });
});

test('a revoked key makes none, and with its descendants goes what it made meanwhile in another process', async (t) => {
  const [here, elsewhere] = await openTwice(t);
  const operator = await make(here, ADMIN);
  for (let round = 0; round < 10; round += 1) {
    const root = await make(here, BOUND, holderOf(operator));
    const child = await make(here, ADMIN, holderOf(root));
    const makers = [root, child, root, child].map((maker) => make(elsewhere, ADMIN, holderOf(maker)));
    const forgottenIds: string[] = [];
    const ctx = { ...makeAreaContext(here), forgetKey: (id: string) => void forgottenIds.push(id) };
    const [revocation, ...results] = await Promise.all([
      revokeApiKey(ctx, root.id, { withDescendants: true }),
      ...makers.map((making) => making.then(({ id }) => id).catch((error: { status?: number }) => error.status)),
    ]);
    const madeIds = results.filter((result) => typeof result === 'string');
    assert.ok(results.every((result) => typeof result === 'string' || result === 401));
    assert.deepEqual(revocation.revokedIds.toSorted(), [root.id, child.id, ...madeIds].toSorted(), `round ${round}`);
    assert.deepEqual(forgottenIds, revocation.revokedIds, 'this process believes none of them any more');
    assert.deepEqual(await listValid(here), [operator.id]);
  }
  const root = await make(here, BOUND);
  const child = await make(here, ADMIN, holderOf(root));
  assert.deepEqual((await revokeApiKey(makeAreaContext(here), root.id)).revokedIds, [root.id]);
  assert.ok((await listValid(here)).includes(child.id), 'without being asked to, a revocation ends one key');
  const stranger = makeAreaContext(here, { organizationId: 'org_b' });
  await assert.rejects(revokeApiKey(stranger, child.id, { withDescendants: true }), { status: 404 });
});

test('an organization has so many valid keys, however many processes make them at once', async (t) => {
  const [here, elsewhere] = await openTwice(t);
  const limited = (stores: Pick<TestStores, 'postgres'>): AreaContext => {
    const ctx = makeAreaContext(stores);
    return { ...ctx, config: { ...ctx.config, keysPerOrganizationMax: 5 } };
  };
  // The organization is there: nothing but the limit brings its keys in line.
  await createApiKey(limited(here), BOUND);
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, async (_none, at) => await createApiKey(limited(at % 2 === 0 ? here : elsewhere), BOUND)),
  );
  assert.equal(fulfilled(results), 4);
  for (const result of results)
    if (result.status === 'rejected') assert.match(String(result.reason), /has 5 valid API keys, and KEYS_PER_ORGANIZATION_MAX/u);
  await createApiKey(limited(here), { ...BOUND, organizationId: 'org_b' });
  await createApiKey(limited(here), ADMIN);
  const [oldest = ''] = await listValid(here);
  await revokeApiKey(makeAreaContext(here), oldest);
  await createApiKey(limited(here), BOUND);
});
