import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInTurn } from './file-turns.ts';

const COMMITS = 11;
const ALL = Array.from({ length: 60 }, (_, at) => at);
/** Walks inside of the files take turns by these. */
const PARTS = [2, 3, 4, 5, 7];

test('a commit runs less than a quarter of the files that take turns, and six commits run all of them', () => {
  for (let turn = 0; turn < COMMITS; turn += 1) {
    const share = ALL.filter((at) => isInTurn(at, turn)).length / ALL.length;
    assert.ok(share > 0.15 && share < 0.25, `${share} in ${turn}`);
    for (const at of ALL)
      assert.ok(
        [0, 1, 2, 3, 4, 5].map((later) => turn + later).some((one) => isInTurn(at, one)),
        `${at} from ${turn} on`,
      );
  }
});

test('a file meets every turn of the walks in it', () => {
  for (const parts of PARTS) {
    const turns = Array.from({ length: COMMITS * parts }, (_, turn) => turn).filter((turn) => isInTurn(3, turn));
    assert.equal(new Set(turns.map((turn) => turn % parts)).size, parts, String(parts));
  }
});
