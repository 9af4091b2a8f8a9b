import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAnswer } from '../kinds/judge-answer.ts';
import { toLineWaitMs, toSpacingMs, toTurn } from './to-turn.ts';

test('no second and no minute has more messages than a receiver allows, the burst included', () => {
  for (const limits of [
    { perSecond: 1, burst: 1 },
    { perMinute: 30, burst: 5 },
    { perSecond: 1, perMinute: 20, burst: 1 },
    { perSecond: 20, burst: 10 },
  ]) {
    const spacingMs = toSpacingMs(limits);
    const sends: number[] = [];
    // As fast as turns are given: the burst at once, then one after each space.
    for (let number = 0; number < 200; number += 1) sends.push(Math.max(0, number - (limits.burst - 1)) * spacingMs);
    const most = (spanMs: number): number =>
      Math.max(...sends.map((from) => sends.filter((at) => at >= from && at < from + spanMs).length));
    if (limits.perSecond !== undefined) assert.ok(most(1_000) <= limits.perSecond, `${JSON.stringify(limits)}: ${most(1_000)} a second`);
    if (limits.perMinute !== undefined) assert.ok(most(60_000) <= limits.perMinute, `${JSON.stringify(limits)}: ${most(60_000)} a minute`);
  }
});

test('without a limit nothing waits, and in a line each waits for its own place', () => {
  assert.equal(toTurn({ burst: 1 }), undefined);
  const limits = { perSecond: 1, burst: 1 };
  assert.equal(toLineWaitMs(limits, { waitMs: 400, before: 3 }), 400 + 3 * toSpacingMs(limits));
  assert.equal(toLineWaitMs(limits, { waitMs: 14_000, before: 0 }), toSpacingMs(limits));
  assert.equal(toLineWaitMs(limits, { waitMs: 90_000, before: 0 }), 90_000);
});

test('the status of an answer says whether a message was taken, comes again, never or ends the channel', () => {
  const judge = (status: number, headers = {}): string => judgeAnswer({ status, headers }).is;
  assert.deepEqual(
    [200, 202, 204].map((status) => judge(status)),
    ['taken', 'taken', 'taken'],
  );
  assert.deepEqual(
    [301, 307, 400, 401, 403, 404, 422].map((status) => judge(status)),
    Array.from({ length: 7 }, () => 'never'),
  );
  assert.deepEqual(
    [408, 425, 429, 500, 503].map((status) => judge(status)),
    Array.from({ length: 5 }, () => 'again'),
  );
  assert.equal(judge(410), 'gone');
  const wait = (headers: Record<string, string>) => (judgeAnswer({ status: 429, headers }) as { retryAfterMs?: number }).retryAfterMs;
  assert.equal(wait({ 'retry-after': '90' }), 90_000);
  assert.equal(wait({ 'retry-after': 'Fri, 27 Nov 2026 10:01:30 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' }), 90_000);
  assert.deepEqual([wait({}), wait({ 'retry-after': 'soon' })], [undefined, undefined]);
});
