import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCompetitors } from './find-competitors.ts';

const toTerm = (keyword: string, appIds: readonly string[]) => ({
  keyword,
  languageCode: 'en',
  positions: appIds.map((appId, at) => ({ rank: at + 1, appId })),
});

test('apps that share most terms come first, then those with the better positions', () => {
  const terms = [toTerm('notes', ['rival', 'mine', 'late']), toTerm('memo', ['mine', 'late', 'rival']), toTerm('pad', ['rival', 'once'])];
  const found = findCompetitors('mine', terms, 10);
  assert.deepEqual(
    found.map(({ appId, share }) => [appId, share]),
    [
      ['rival', 1],
      ['late', 2 / 3],
      ['once', 1 / 3],
    ],
  );
  const [rival] = found;
  assert.deepEqual([rival?.averagePosition, rival?.bestPosition, rival?.ahead, rival?.behind], [5 / 3, 1, 2, 1]);
  assert.deepEqual(
    rival?.terms.map(({ keyword, position, ownPosition }) => [keyword, position, ownPosition]),
    [
      ['notes', 1, 2],
      ['pad', 1, null],
      ['memo', 3, 1],
    ],
  );
});

test('only the first positions count, and an app is no competitor of itself', () => {
  assert.deepEqual(
    findCompetitors('mine', [toTerm('notes', ['mine', 'near', 'far'])], 2).map(({ appId }) => appId),
    ['near'],
  );
  assert.deepEqual(findCompetitors('mine', [toTerm('notes', [])], 10), []);
  assert.deepEqual(findCompetitors('mine', [], 10), []);
});

test('apps with the same terms and positions stand in the order of their ids', () => {
  const terms = [toTerm('notes', ['b', 'a']), toTerm('memo', ['a', 'b'])];
  assert.deepEqual(
    findCompetitors('mine', terms, 10).map(({ appId }) => appId),
    ['a', 'b'],
  );
});
