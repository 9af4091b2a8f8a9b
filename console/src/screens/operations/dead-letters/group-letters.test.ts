import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeadLetter } from '#client';
import { countByHour, groupLetters, simplifyError } from './group-letters.ts';

function makeLetter(fields: Partial<DeadLetter>): DeadLetter {
  return {
    id: 'dl_1',
    queue: 'q',
    workflow: 'serp-check',
    title: 'Check',
    workflow_id: 'w',
    payload: {},
    error: 'away',
    attempts: 4,
    failed_at: '2026-11-23T00:10:00.000Z',
    retried_at: null,
    ...fields,
  };
}

test('errors that differ in ids, numbers and addresses are the same', () => {
  const same = (a: string, b: string): void => assert.equal(simplifyError(a), simplifyError(b));
  same('DataForSEO 50000: Internal Error.', 'DataForSEO 40501: Internal Error.');
  same('https://a.example/x?y=1 does not answer', 'https://b.example/ does not answer');
  same('no project proj_01m82x2myycsyqm7y7t23x1y6k', 'no project proj_01m82x2myycsyqm7y7t23x1y6z');
  same('unknown task "a b"\n    at x', "unknown task 'c'");
  assert.notEqual(simplifyError('Internal Error.'), simplifyError('Payment Required.'));
  assert.equal(simplifyError(''), '');
});

test('groups are by work and error, the one with the most letters that wait comes first', () => {
  const letters = [
    makeLetter({ id: 'a', error: 'x 1', retried_at: '2026-11-23T01:00:00.000Z' }),
    makeLetter({ id: 'b', error: 'x 2', failed_at: '2026-11-23T00:20:00.000Z' }),
    makeLetter({ id: 'c', workflow: 'app-details', error: 'x 1' }),
    makeLetter({ id: 'd', workflow: 'app-details', error: 'x 1' }),
  ];
  const groups = groupLetters(letters);
  assert.deepEqual(
    groups.map(({ key, letters: own, waiting }) => [key, own.length, waiting.length]),
    [
      ['app-details: x …', 2, 2],
      ['serp-check: x …', 2, 1],
    ],
  );
  assert.equal(groups[1]?.lastAt, '2026-11-23T00:20:00.000Z');
  assert.deepEqual(groupLetters([]), []);
});

test('hours without a failure are counted too', () => {
  const hours = countByHour(
    [makeLetter({}), makeLetter({}), makeLetter({ failed_at: '2026-11-22T20:00:00.000Z' })],
    Date.parse('2026-11-23T01:30:00Z'),
    3,
  );
  assert.deepEqual(
    hours.map(({ hour, counts }) => [hour, counts.get('serp-check')]),
    [
      ['2026-11-22T23', undefined],
      ['2026-11-23T00', 2],
      ['2026-11-23T01', undefined],
    ],
  );
});
