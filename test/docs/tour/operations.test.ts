import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readBlocks } from '../../../scripts/tour/blocks.ts';
import { findDifferences } from '../../../scripts/tour/compare.ts';
import { runTour } from '../../../scripts/tour/run.ts';
import { SKIPPED } from '../../support/test-width.ts';

/** All of them take minutes; `npm run soak tour` runs them, and `npm run test:whole` so many. */
const KEYWORDS = 'KEYWORDS=2000';
const FEWER_KEYWORDS = 'KEYWORDS=200';

/** What is left in the shell; that no process is left is for `runTour` to say. */
const AFTERWARDS = {
  line: 0,
  commands:
    'printf \'["%s", "%s", "%s", "%s", "%s"]\' "${DATABASE_URL-}" "${CLICKHOUSE_URL-}" "${SIGHTLINE_ADMIN_KEY-}" "${DATA_DIR-}" "${PUBLIC_URL-}"',
  printed: undefined,
};

test('the walk with several processes of docs/operations.md works as printed', { skip: SKIPPED }, async () => {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  assert.equal(text.split(KEYWORDS).length, 2, 'the number of keywords has another name');
  const blocks = readBlocks(text.replace(KEYWORDS, FEWER_KEYWORDS));
  assert.ok(blocks.length >= 13, 'the walk has lost its blocks');
  const answers = await runTour([...blocks, AFTERWARDS]);
  assert.deepEqual(answers.at(-1), ['', '', '', '', ''], 'no setting of its processes is left in the shell');
  for (const [at, block] of blocks.entries()) {
    if (block.printed !== undefined) assert.deepEqual(findDifferences(block.printed, answers[at]), [], `docs/operations.md:${block.line}`);
  }
});
