import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { openTestStores, type TestStores } from '../../../../../test/support/index.ts';
import { judgeRule, type JudgedRule } from '../../judge/judge-rule.ts';
import { RULE_DEFAULTS } from '../../rule.ts';

const clock = makeClock();

async function judge(
  stores: TestStores,
  when: { readonly event: string; readonly [name: string]: unknown },
  firing: readonly string[] = [],
): Promise<JudgedRule> {
  const today = clock.now().toISOString().slice(0, 10);
  const since = new Date(0);
  return await judgeRule(
    { ...stores, clock },
    {
      condition: { ...RULE_DEFAULTS, groupBy: 'none', when },
      projectId: null,
      from: today,
      to: today,
      rounds: [],
      mutes: [],
      open: firing.length === 0 ? [] : [{ group: 'none', openedAt: since, subjects: new Map(firing.map((key) => [key, [null]])) }],
    },
  );
}

const subjectsOf = ({ fired }: JudgedRule): string[] => fired.flatMap(({ items }) => items.map(({ subject }) => subject.key)).toSorted();
const endedOf = ({ ended }: JudgedRule): string[] => ended.map(({ subject }) => subject).toSorted();

test('dead letters are told by queue while they wait, and are over when they were sent again', async (t) => {
  const stores = await openTestStores(t);
  const when = { event: 'dead_letters' };
  assert.deepEqual(subjectsOf(await judge(stores, when)), []);
  await stores.postgres.query(
    `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
     values ('dl_1', 'mail', 'm', 'w1', '{}', 'e', 3), ('dl_2', 'mail', 'm', 'w2', '{}', 'e', 3), ('dl_3', 'serp', 's', 'w3', '{}', 'e', 3)`,
  );
  assert.deepEqual(subjectsOf(await judge(stores, when)), ['dead_letters/mail', 'dead_letters/serp']);
  assert.deepEqual(subjectsOf(await judge(stores, { ...when, at_least: 2 })), ['dead_letters/mail']);
  assert.deepEqual(subjectsOf(await judge(stores, when, ['dead_letters/mail'])), ['dead_letters/serp'], 'what is open is known');
  await stores.postgres.query(`update dead_letters set retried_at = now() where queue = 'mail'`);
  assert.deepEqual(endedOf(await judge(stores, when, ['dead_letters/mail', 'dead_letters/serp'])), ['dead_letters/mail']);
});

test('keys that expire soon are told; those without an end, revoked or far from it are not', async (t) => {
  const stores = await openTestStores(t);
  const inDays = (days: number): Date => new Date(clock.realNow() + days * DAY_MS);
  await stores.postgres.query(
    `insert into api_keys (id, name, key_prefix, key_hash, scopes, expires_at, revoked_at)
     values ('key_soon', 'soon', 'a', 'a', '{read}', $1, null), ('key_far', 'far', 'b', 'b', '{read}', $2, null),
            ('key_never', 'never', 'c', 'c', '{read}', null, null), ('key_revoked', 'revoked', 'd', 'd', '{read}', $1, now()),
            ('key_past', 'past', 'e', 'e', '{read}', $3, null)`,
    [inDays(10), inDays(20), inDays(-1)],
  );
  assert.deepEqual(subjectsOf(await judge(stores, { event: 'key_expiring', days: 14 })), ['key_expiring/key_soon']);
  assert.deepEqual(subjectsOf(await judge(stores, { event: 'key_expiring', days: 30 })), ['key_expiring/key_far', 'key_expiring/key_soon']);
});

test('a check that is down long enough is told; what was not looked at lately is neither down nor well', async (t) => {
  const stores = await openTestStores(t);
  const write = async (status: string, sinceMinutes: number, seenMinutes: number): Promise<void> => {
    await stores.postgres.query(
      `insert into service_facts (kind, name, status, since, seen_at) values ('check', 'provider', $1, $2, $3)
       on conflict (kind, name) do update set status = excluded.status, since = excluded.since, seen_at = excluded.seen_at`,
      [status, new Date(clock.realNow() - sinceMinutes * 60_000), new Date(clock.realNow() - seenMinutes * 60_000)],
    );
  };
  const when = { event: 'source_down', minutes: 5, names: null, degraded: false };
  await write('down', 3, 0);
  assert.deepEqual(subjectsOf(await judge(stores, when)), [], 'it may only be a moment');
  await write('down', 6, 0);
  assert.deepEqual(subjectsOf(await judge(stores, when)), ['source_down/provider']);
  assert.deepEqual(subjectsOf(await judge(stores, { ...when, names: ['llm'] })), []);
  await write('degraded', 6, 0);
  assert.deepEqual(subjectsOf(await judge(stores, { ...when, degraded: true })), ['source_down/provider']);
  await write('ok', 60, 30);
  assert.deepEqual(endedOf(await judge(stores, when, ['source_down/provider'])), [], 'that it was well half an hour ago says nothing');
  await write('ok', 60, 0);
  assert.deepEqual(endedOf(await judge(stores, when, ['source_down/provider'])), ['source_down/provider']);
});

test('a disk is told from the percentage on, and is over below it', async (t) => {
  const stores = await openTestStores(t);
  const write = async (share: number): Promise<void> => {
    await stores.postgres.query(
      `insert into service_facts (kind, name, used_share, since, seen_at) values ('disk', 'data', $1, $2, $2)
       on conflict (kind, name) do update set used_share = excluded.used_share`,
      [share, new Date(clock.realNow())],
    );
  };
  const when = { event: 'store_full', percent: 85 };
  await write(0.849);
  assert.deepEqual(subjectsOf(await judge(stores, when)), []);
  await write(0.85);
  assert.deepEqual(subjectsOf(await judge(stores, when)), ['store_full/data']);
  await write(0.5);
  assert.deepEqual(endedOf(await judge(stores, when, ['store_full/data'])), ['store_full/data']);
});

test('a channel that fails is told until it takes messages again', async (t) => {
  const stores = await openTestStores(t);
  const when = { event: 'channel_failing' };
  await stores.postgres.query(
    `insert into channels (id, kind, name, shown_to, events, min_severity, state, state_since, created_by, created_at, updated_at)
     values ('chn_ours', 'webhook', 'Ours', 'example.com', '{}', 'info', 'on', now(), 'test', now(), now())`,
  );
  assert.deepEqual(subjectsOf(await judge(stores, when)), []);
  await stores.postgres.query(`update channels set state = 'failing'`);
  assert.deepEqual(subjectsOf(await judge(stores, when)), ['channel_failing/chn_ours']);
  await stores.postgres.query(`update channels set state = 'on'`);
  assert.deepEqual(endedOf(await judge(stores, when, ['channel_failing/chn_ours'])), ['channel_failing/chn_ours']);
});
