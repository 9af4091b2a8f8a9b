import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readBlocks } from '../../../scripts/tour/blocks.ts';
import { findDifferences } from '../../../scripts/tour/compare.ts';
import { runTour } from '../../../scripts/tour/run.ts';

/** Each takes a second; `npm run tour -- docs/domains.md` runs them all. */
const WEEKS = 'WEEKS=5';
const FEWER_WEEKS = 'WEEKS=2';

interface Figures {
  readonly backlinks: number;
  readonly backlinks_nofollow: number;
  readonly referring_domains: number;
  readonly rank: number;
}
type Answer = Partial<Figures> & { readonly snapshots?: readonly (Figures & { readonly source: string })[] };

test('the walk through five weeks of docs/domains.md works as printed', async () => {
  const text = await readFile(new URL('../../../docs/domains.md', import.meta.url), 'utf8');
  assert.equal(text.split(WEEKS).length, 2, 'the number of weeks has another name');
  const blocks = readBlocks(text.replace(WEEKS, FEWER_WEEKS));
  assert.ok(blocks.length >= 10, 'the walk has lost its blocks');
  const answers = await runTour(blocks);
  for (const [at, block] of blocks.entries()) {
    if (block.printed !== undefined) assert.deepEqual(findDifferences(block.printed, answers[at]), [], `docs/domains.md:${block.line}`);
  }
  const weeks = (answers as Answer[]).find((answer) => answer?.snapshots !== undefined)?.snapshots ?? [];
  assert.deepEqual(
    weeks.slice(0, 4).map(({ source }) => source),
    ['summary', 'summary', 'summary', 'history'],
  );
  const truth = (answers as Answer[]).find((answer) => answer?.backlinks_nofollow !== undefined);
  for (const name of ['backlinks', 'backlinks_nofollow', 'referring_domains', 'rank'] as const)
    assert.equal(weeks[0]?.[name], truth?.[name], `${name} of the newest week is what the world is like`);
});
