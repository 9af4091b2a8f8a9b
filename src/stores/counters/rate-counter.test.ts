import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { makePostgres } from '#stores/postgres/client.ts';
import { migratePostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { readLines } from '../../../test/support/child-lines.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { PATIENCE_MS } from '../../../test/support/patience.ts';
import { killService } from '../../../test/support/service-process.ts';
import { findTestFolder } from '../../../test/support/test-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { makeRateCounter, openCounterStore } from './index.ts';
import type { CountedWindow } from './types.ts';

const logger = pino({ level: 'silent' });
const SHORT: CountedWindow = { key: 'short', limit: 5, windowMs: 400 };
/** Windows that outlast every test, on a busy machine too: time passes in them when a test says so. */
const NARROW: CountedWindow = { key: 'narrow', limit: 5, windowMs: 400_000 };
const WIDE: CountedWindow = { key: 'wide', limit: 7, windowMs: 1_500_000 };

/** As if `ms` had passed since each slot was taken. Rows keep apart from each other, and from those of now. */
async function letPass({ query }: Postgres, ms: number): Promise<void> {
  await query('update rate_places set last_ms = last_ms - $1::bigint, step = step - $1::bigint', [ms]);
}

test('gives no more slots than a window has, to however many ask at once', async (t) => {
  const stores = await openTestStores(t);
  const other = makePostgres({ connectionString: stores.connectionString, logger });
  stores.onClose(() => other.close());
  const [here, there] = [makeRateCounter(stores.postgres.pool, logger), makeRateCounter(other.pool, logger)];
  const answers = await Promise.all(Array.from({ length: 20 }, (_none, at) => (at % 2 === 0 ? here : there).take([WIDE], 1)));
  assert.equal(
    answers.reduce((sum, answer) => sum + answer.granted, 0),
    7,
  );
  for (const { granted, waitMs } of answers) if (granted === 0) assert.ok(waitMs > 0 && waitMs <= WIDE.windowMs, `${waitMs} ms`);
});

test('a slot counts until its own time is over, in every window it was taken in', async (t) => {
  const { postgres } = await openTestStores(t);
  const counter = makeRateCounter(postgres.pool, logger);
  assert.deepEqual(await counter.take([NARROW, WIDE], 3), { granted: 3, waitMs: 0 });
  await letPass(postgres, 200_000);
  const second = await counter.take([NARROW, WIDE], 9);
  assert.equal(second.granted, 2, 'what the narrower window has left');
  assert.ok(second.waitMs > 0 && second.waitMs <= 200_000, `until the first three leave: ${second.waitMs} ms`);
  await letPass(postgres, second.waitMs);
  const third = await counter.take([NARROW, WIDE], 9);
  assert.equal(third.granted, 2, 'what the wider window has left, though the narrower has three');
  assert.ok(third.waitMs > 900_000, `until the first three leave the wider one: ${third.waitMs} ms`);
  assert.equal((await counter.take([{ ...NARROW, key: 'another' }], 9)).granted, 5, 'keys count apart');
  await letPass(postgres, third.waitMs);
  assert.equal((await counter.take([NARROW, WIDE], 2)).granted, 2);
  const { rows } = await postgres.query<{ rows: number }>('select count(*) as rows from rate_places');
  assert.ok((rows[0]?.rows ?? 0) < 10, 'what counts no longer is removed');
});

test('a process that is held up makes the windows narrower for all, also when it gets no slot, until they have passed', async (t) => {
  const { postgres } = await openTestStores(t);
  const counter = makeRateCounter(postgres.pool, logger);
  const window: CountedWindow = { ...NARROW, heldUpLimit: 3 };
  assert.equal((await counter.take([window], 2)).granted, 2);
  assert.equal((await counter.take([window], 9, true)).granted, 1);
  assert.equal((await counter.take([window], 9)).granted, 0, 'of the processes that are not held up too');
  assert.equal((await counter.take([{ ...window, key: 'another' }], 9)).granted, 5, 'keys apart');
  await letPass(postgres, 300_000);
  assert.equal((await counter.take([window], 9, true)).granted, 0);
  await letPass(postgres, 200_000);
  assert.equal((await counter.take([window], 9)).granted, 3, 'the mark of a process that got none');
  await letPass(postgres, 500_000);
  assert.equal((await counter.take([window, WIDE], 1, true)).granted, 1);
  await letPass(postgres, 500_000);
  assert.equal((await counter.take([window, WIDE], 9)).granted, 5, 'a wider window that stays as it is remembers none');
});

test('a process of an earlier release takes its slots from the same windows', async (t) => {
  const { postgres } = await openTestStores(t);
  const { key, limit, windowMs } = NARROW;
  assert.equal((await makeRateCounter(postgres.pool, logger).take([NARROW], 3)).granted, 3);
  const { rows } = await postgres.query('select granted, wait_ms > 0 as waits from take_places(9, $1, $2, $3)', [
    [key],
    [limit],
    [windowMs],
  ]);
  assert.deepEqual(rows, [{ granted: 2, waits: true }]);
});

test('no span as long as a window holds more slots than it has, however they are asked for', async (t) => {
  const { postgres } = await openTestStores(t);
  const counter = makeRateCounter(postgres.pool, logger);
  const taken: { fromMs: number; untilMs: number; granted: number }[] = [];
  for (let round = 0; round < 60; round += 1) {
    const fromMs = performance.now();
    const { granted } = await counter.take([SHORT], 1 + (round % 3));
    taken.push({ fromMs, untilMs: performance.now(), granted });
    await sleep((round * 37) % 60);
  }
  for (const { untilMs: startMs } of taken) {
    const inSpan = taken.filter(({ fromMs, untilMs }) => fromMs >= startMs && untilMs < startMs + SHORT.windowMs);
    const granted = inSpan.reduce((sum, one) => sum + one.granted, 0);
    assert.ok(granted <= SHORT.limit, `${granted} slots in one window`);
  }
  assert.ok(taken.reduce((sum, one) => sum + one.granted, 0) >= 3 * SHORT.limit, 'it goes on giving');
});

test('a clock that was set back does not close a window', async (t) => {
  const { postgres } = await openTestStores(t);
  const counter = makeRateCounter(postgres.pool, logger);
  await counter.take([SHORT], 5);
  await postgres.query('update rate_places set last_ms = last_ms + 3600000, step = step + 1000000');
  assert.equal((await counter.take([SHORT], 9)).granted, 5);
});

test('requests of a process that is alone are counted in memory', async (t) => {
  const { postgres } = await openTestStores(t);
  assert.equal((await openCounterStore({ redisUrl: undefined, isShared: false, postgres, logger })).kind, 'memory');
  assert.equal((await openCounterStore({ redisUrl: undefined, isShared: true, postgres, logger })).kind, 'postgres');
});

test('slots outlive a server that is killed: who starts after it waits for the rest of the window', async (t) => {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-slots-'));
  // The server of a killed process writes its statistics while it goes.
  onEnd(t, () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const long: CountedWindow = { key: 'minute', limit: 12, windowMs: 60_000 };
  const first = await startStore(dataDir);
  const postgres = makePostgres({ connectionString: first.connectionString, logger });
  await migratePostgres(postgres, logger);
  const counter = makeRateCounter(postgres.pool, logger);
  assert.equal((await counter.take([long], 9)).granted, 9);
  // What was written in the last moments before a kill may be lost: a commit does not wait for the disk.
  await waitUntil(() => isWritten(postgres), 'the counts to be written', PATIENCE_MS);
  await killService(first.child);
  await postgres.close();
  const second = await startStore(dataDir);
  const again = makePostgres({ connectionString: second.connectionString, logger });
  onEnd(t, () => again.close());
  onEnd(t, () => killService(second.child));
  assert.equal((await makeRateCounter(again.pool, logger).take([long], 9)).granted, 3, 'what the killed one had called counts');
});

async function startStore(dataDir: string): Promise<{ readonly child: ChildProcess; readonly connectionString: string }> {
  const child = spawn(process.execPath, [STORE, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [, connectionString = ''] = /^ready (.*)$/mu.exec(await readLines(child.stdout)()) ?? [];
  return { child, connectionString };
}

const STORE = fileURLToPath(new URL('../../../test/support/store-process.ts', import.meta.url));

async function isWritten({ query }: Postgres): Promise<boolean> {
  const { rows } = await query<{ isWritten: boolean }>('select pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_written');
  return rows[0]?.isWritten === true;
}

test('without its store everything is granted, and the log says so once', async (t) => {
  const stores = await openTestStores(t);
  const away = makePostgres({ connectionString: stores.connectionString, logger });
  await away.close();
  const lines: string[] = [];
  const listening = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const counter = makeRateCounter(away.pool, listening);
  for (let call = 0; call < 5; call += 1) assert.deepEqual(await counter.take([SHORT], 4), { granted: 4, waitMs: 0 });
  assert.equal(lines.filter((line) => /each process keeps its limits alone/u.test(line)).length, 1);
});

test('a store that does not answer in time is one that is away', async (t) => {
  const { postgres } = await openTestStores(t);
  const counter = makeRateCounter(postgres.pool, logger, 50);
  await postgres.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('rate_places/short', 0))`);
    assert.deepEqual(await counter.take([SHORT], 9), { granted: 9, waitMs: 0 });
  });
});
