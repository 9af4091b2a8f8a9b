import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSignals } from '#workflows/processes/signals.ts';
import { openTestStores } from '../../../test/support/index.ts';
import type { Subscription } from './listener.ts';

/** A subscription that keeps what it gets, and says when there is more. */
function makeRecorder(channel: string) {
  const got: string[] = [];
  let connections = 0;
  let next = Promise.withResolvers<void>();
  const note = (): void => {
    next.resolve();
    next = Promise.withResolvers<void>();
  };
  const subscription: Subscription = {
    channels: [channel],
    onNotification: (name, payload) => {
      if (name === channel) got.push(payload);
      note();
    },
    onConnect: async (query) => {
      await query('select 1');
      connections += 1;
      note();
    },
  };
  const until = async (isTrue: (seen: { got: readonly string[]; connections: number }) => boolean): Promise<void> => {
    while (!isTrue({ got, connections })) await next.promise;
  };
  return { subscription, got, until };
}

test('all subscriptions share one connection, and all are set up again on a new one', { timeout: 30_000 }, async (t) => {
  const { postgres } = await openTestStores(t);
  const { listener } = postgres;
  await assert.rejects(listener.query('select 1'), /no connection/u);
  const [one, two] = [makeRecorder('one'), makeRecorder('two')];
  await Promise.all([listener.subscribe(one.subscription), listener.subscribe(two.subscription)]);
  const { rows } = await listener.query('select pg_backend_pid() as pid');
  await postgres.query(`select pg_notify('one', 'a'), pg_notify('two', 'b')`);
  await Promise.all([one.until(({ got }) => got.length === 1), two.until(({ got }) => got.length === 1)]);

  const before = await postgres.query('select pg_terminate_backend($1) as was_there', [rows[0].pid]);
  assert.deepEqual(before.rows, [{ wasThere: true }], 'it was the connection of both');
  await Promise.all([one.until(({ connections }) => connections === 2), two.until(({ connections }) => connections === 2)]);
  await postgres.query(`select pg_notify('one', 'c'), pg_notify('two', 'd')`);
  await Promise.all([one.until(({ got }) => got.length === 2), two.until(({ got }) => got.length === 2)]);
  assert.deepEqual(
    [one.got, two.got],
    [
      ['a', 'c'],
      ['b', 'd'],
    ],
  );

  listener.unsubscribe(one.subscription);
  await postgres.query(`select pg_notify('one', 'e'), pg_notify('two', 'f')`);
  await two.until(({ got }) => got.length === 3);
  listener.unsubscribe(two.subscription);
  await assert.rejects(listener.query('select 1'), /no connection/u);
  assert.deepEqual(one.got, ['a', 'c']);
});

test('a process whose last lock the server has not yet freed hears its notifications meanwhile', { timeout: 30_000 }, async (t) => {
  const { postgres } = await openTestStores(t);
  const recorder = makeRecorder('one');
  await postgres.listener.subscribe(recorder.subscription);
  const signals: string[] = [];
  const { start, stop } = makeSignals({
    postgres,
    executorId: 'exec_twice',
    onSignal: ({ kind, subject }) => void signals.push(`${kind} ${subject}`),
  });
  let starting: Promise<void> = Promise.resolve();
  await postgres.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('exec_twice', 0))`);
    starting = start();
    // The channel comes before the lock.
    await postgres.listener.query('select 1');
    await postgres.query(
      `select pg_notify('sightline_workflows', 'queue:a:b'), pg_notify('sightline_workflows', 'nonsense:c'), pg_notify('one', 'd')`,
    );
    await recorder.until(({ got }) => got.length === 1);
  });
  await starting;
  assert.deepEqual(signals, ['queue a:b']);
  const isFree = async (): Promise<unknown> =>
    (await postgres.query(`select pg_try_advisory_xact_lock(hashtextextended('exec_twice', 0)) as is_free`)).rows[0];
  assert.deepEqual(await isFree(), { isFree: false });
  await stop();
  assert.deepEqual(await isFree(), { isFree: true });
});
