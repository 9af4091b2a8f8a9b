import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readBlocks } from '../../../scripts/tour/blocks.ts';
import { findDifferences } from '../../../scripts/tour/compare.ts';
import { runTour } from '../../../scripts/tour/run.ts';

/** Thirty days take half a minute; `npm run tour -- docs/tracking.md` runs them all. */
const DAYS = 'DAYS=30';
const FEWER_DAYS = 'DAYS=4';

test('the walk through thirty days of docs/tracking.md works as printed', async () => {
  const text = await readFile(new URL('../../../docs/tracking.md', import.meta.url), 'utf8');
  assert.equal(text.split(DAYS).length, 2, 'the number of days has another name');
  const blocks = readBlocks(text.replace(DAYS, FEWER_DAYS));
  assert.ok(blocks.length >= 8, 'the walk has lost its blocks');
  const answers = await runTour(blocks);
  for (const [at, block] of blocks.entries()) {
    if (block.printed !== undefined) assert.deepEqual(findDifferences(block.printed, answers[at]), [], `docs/tracking.md:${block.line}`);
  }
  const [history, , past] = answers
    .slice(2)
    .filter((answer) => Array.isArray((answer as { rankings?: unknown } | undefined)?.rankings)) as {
    rankings: { rank: number | null }[];
  }[];
  assert.equal(history?.rankings.length, 5, 'a record for the first day and each that passed');
  assert.equal(past?.rankings.length, 5, 'the competitor has the same days');
});
