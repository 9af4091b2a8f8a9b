import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Logger } from '#kernel/logger.ts';
import { openProviderBench, send } from '../../../test/support/provider-bench.ts';
import { makeProviderClock } from './provider-clock.ts';

const ENDPOINT = '/v3/serp/google/organic/task_post';

test("the difference to the provider's clock is kept, and a large one logged once", () => {
  const logged: unknown[] = [];
  const logger = { error: (fields: object) => void logged.push(fields) } as Pick<Logger, 'error'> as Logger;
  const now = Date.UTC(2026, 10, 22, 12);
  const theirs = makeProviderClock({ clock: { now: () => new Date(0), realNow: () => now }, logger });
  const note = (aheadMs: number): number => {
    theirs.note({ date: new Date(now + aheadMs).toUTCString() });
    return theirs.aheadMs();
  };
  assert.equal(theirs.aheadMs(), 0);
  assert.deepEqual([note(0), note(-3_000), note(4_000)], [0, 0, 0], 'answers take their time');
  assert.deepEqual([note(20_000), logged.length], [20_500, 0]);
  assert.deepEqual([note(-90_000), note(-91_000)], [-89_500, -90_500]);
  theirs.note({});
  theirs.note({ date: 'yesterday' });
  assert.equal(theirs.aheadMs(), -90_500);
  assert.deepEqual(logged, [{ service: 'dataforseo', ahead_seconds: -89 }]);
  note(0);
  note(300_000);
  assert.equal(logged.length, 2, 'it was well in between');
});

for (const aheadMs of [5 * MINUTE_MS, -90_000]) {
  test(`the record is read by the provider's clock, ${aheadMs / 1_000} s ahead, and shown by ours`, async (t) => {
    const bench = await openProviderBench(t, ([task], response) => {
      const theirNow = Date.now() + aheadMs;
      const [from, to] = [Date.parse(String(task?.['datetime_from'])), Date.parse(String(task?.['datetime_to']))];
      const isThere = from <= theirNow && theirNow <= to + 1_000;
      const row = { id: 'task-1', cost: 0.002, datetime_posted: new Date(theirNow).toISOString(), metadata: { tag: 'mine' } };
      response.setHeader('date', new Date(theirNow).toUTCString());
      send(response, { status_code: 20_000, tasks: [{ id: 'list', status_code: 20_000, cost: 0, result: isThere ? [row] : [] }] });
    });
    const ask = async () => {
      const now = Date.now();
      return await bench.searchData.fetchTaskRecords(ENDPOINT, { since: new Date(now - 10_000), until: new Date(now + 5_000) });
    };
    const { records } = await ask();
    assert.equal(bench.seen.length, 2, 'the first answer showed that another span was to be read');
    assert.deepEqual(
      records.map(({ tag }) => tag),
      ['mine'],
    );
    assert.ok(Math.abs((records[0]?.postedAt.getTime() ?? 0) - Date.now()) < 60_000);
    await ask();
    assert.equal(bench.seen.length, 3, 'now it is known');
  });
}
