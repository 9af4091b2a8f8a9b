import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readBlocks } from '../../../scripts/tour/blocks.ts';
import { findDifferences } from '../../../scripts/tour/compare.ts';
import { DOCUMENTS } from '../../../scripts/tour/documents.ts';
import { runTour } from '../../../scripts/tour/run.ts';

for (const document of DOCUMENTS) {
  test(`the commands of ${document} work as printed`, async () => {
    const blocks = readBlocks(await readFile(new URL(`../../../${document}`, import.meta.url), 'utf8'));
    assert.ok(blocks.length >= 8, 'the tour has lost its blocks');
    const answers = await runTour(blocks);
    for (const [at, block] of blocks.entries()) {
      if (block.printed !== undefined) assert.deepEqual(findDifferences(block.printed, answers[at]), [], `${document}:${block.line}`);
    }
  });
}
