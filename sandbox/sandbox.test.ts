import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { itemsOf, openSandbox, type ProviderAnswer } from '../test/support/sandbox-client.ts';
import { readLines } from '../test/support/child-lines.ts';
import { makeCallLog } from './control/call-log.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

test('runs alone: says where it listens, and stops at a signal', async (t) => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, SANDBOX_PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const line = await readLines(child.stdout)();
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(line)?.[0];
  assert.ok(url);
  assert.equal((await fetch(`${url}/_sandbox/clock`)).status, 200);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null]);
});

test('says which port it cannot take', async (t) => {
  const client = await openSandbox(t);
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, SANDBOX_PORT: String(client.sandbox.port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const line = await readLines(child.stderr)();
  assert.match(line, /EADDRINUSE/u);
  assert.deepEqual(await exit, [1, null]);
});

test('two sandboxes of one seed serve the same results under ids of their own', async (t) => {
  const [left, right] = [await openSandbox(t), await openSandbox(t)];
  const task = { keyword: 'best espresso machine', depth: 50 };
  const [first, second] = [await left.search(task), await right.search(task)];
  assert.deepEqual(withoutTimes(itemsOf(first)), withoutTimes(itemsOf(second)));
  assert.notEqual(first.id, second.id);
  const other = await openSandbox(t, { seed: 'another' });
  assert.notDeepEqual(withoutTimes(itemsOf(await other.search(task))), withoutTimes(itemsOf(first)));
});

/** Elements show their age in seconds, and the two are asked at different times. */
function withoutTimes(items: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(items, (key, value: unknown) => (key === 'timestamp' ? undefined : value)));
}

test('keeps the call log within its bound and its figures whole', () => {
  const log = makeCallLog(100);
  for (let call = 0; call < 1_000; call += 1) {
    const { entry } = log.start({ method: 'POST', host: 'h', path: '/v3/x', query: '', headers: { a: 'b' } }, call * 10);
    log.keepBody(entry, 'x'.repeat(300_000));
    entry.cost_usd = 0.002;
    log.end(entry);
  }
  const report = log.report();
  assert.ok(report.entries.length <= 100 && report.entries.length >= 90);
  assert.equal(report.total, 1_000);
  assert.equal(report.dropped + report.entries.length, 1_000);
  assert.equal(report.cost_usd, 2);
  // Seconds that straddle a dropped block count as two.
  assert.ok(report.max_per_second >= 90 && report.max_per_second <= 100, String(report.max_per_second));
  assert.ok((report.entries[0]?.body.length ?? 0) < 270_000);
});

test('serves many at once without mixing answers', async (t) => {
  const client = await openSandbox(t);
  const keywords = Array.from({ length: 60 }, (_unused, index) => `question number ${index}`);
  const answers = await Promise.all(keywords.map((keyword) => client.search({ keyword, tag: keyword })));
  assert.deepEqual(
    answers.map((answer) => answer.data['tag']),
    keywords,
  );
  assert.deepEqual(
    answers.map((answer) => answer.result?.[0]?.['keyword']),
    keywords,
  );
  const { body } = await client.control<Pick<ProviderAnswer, never> & { total: number; cost_usd: number }>('/_sandbox/calls');
  assert.deepEqual([body.total, body.cost_usd], [60, 0.12]);
});
