import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { beginSession } from './begin-session.ts';
import { createOwner } from './create-owner.ts';
import { makeFindSession } from './find-session.ts';
import { hashKey } from '#http/auth.ts';

/** A session of a new owner, looked up at times of the test's choice. */
async function openSession(t: TestContext) {
  const { postgres } = await openTestStores(t);
  let now = Date.UTC(2026, 0, 1);
  const startedAt = now;
  const clock = { now: () => new Date(now), realNow: () => now };
  const client = { address: '127.0.0.1', agent: 'a'.repeat(1_000), host: undefined, cookies: undefined };
  const owner = { email: 'ada@example.com', name: 'Ada', passwordHash: null };
  const user = await postgres.transaction((tx) => createOwner(tx, owner, clock.now()));
  assert.ok(user);
  const begin = () => postgres.transaction((tx) => beginSession(tx, { clock, client }, { userId: user.id }));
  const findSession = makeFindSession({ postgres, clock });
  const find = async (token: string, afterMs: number, isUse: boolean): Promise<boolean> => {
    now = startedAt + afterMs;
    return (await findSession(hashKey(token), isUse)) !== undefined;
  };
  return { begin, find, postgres };
}

test('a session ends twelve hours after its last use in the second half of them', async (t) => {
  const { begin, find } = await openSession(t);
  const { token, session } = await begin();
  assert.equal(session.agent?.length, 300);
  assert.ok(await find(token, 12 * HOUR_MS - 1, false), 'looking is no use');
  assert.ok(!(await find(token, 12 * HOUR_MS, false)));
  assert.ok(await find(token, 7 * HOUR_MS, true));
  assert.ok(await find(token, 19 * HOUR_MS - 1, false));
  assert.ok(!(await find(token, 19 * HOUR_MS, true)));
  assert.ok(!(await find(token, 19 * HOUR_MS + 1, true)), 'use does not bring it back');
});

test('a session that is used all the time ends after thirty days', async (t) => {
  const { begin, find } = await openSession(t);
  const { token } = await begin();
  for (let hour = 0; hour < 30 * 24; hour += 7) assert.ok(await find(token, hour * HOUR_MS, true), `hour ${hour}`);
  assert.ok(await find(token, 30 * DAY_MS - 1, true));
  assert.ok(!(await find(token, 30 * DAY_MS, true)));
});

test('of a person fifty sessions are open, and new ones end the oldest', async (t) => {
  const { begin, find, postgres } = await openSession(t);
  const tokens: string[] = [];
  for (let made = 0; made < 52; made += 1) tokens.push((await begin()).token);
  const { rowCount } = await postgres.query('select from sessions');
  assert.equal(rowCount, 50);
  assert.ok(await find(tokens.at(-1) ?? '', 1, false));
});
