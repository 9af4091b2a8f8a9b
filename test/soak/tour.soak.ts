import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../scripts/tour/blocks.ts';
import { findDifferences } from '../../scripts/tour/compare.ts';
import { runTour } from '../../scripts/tour/run.ts';
import { listDocuments } from '../docs/documents.ts';

// `npm test` takes the same walks over fewer days and keywords, without the crawls that the passing weeks begin.
for (const { file, text } of listDocuments()) {
  const blocks = readBlocks(text);
  if (blocks.length === 0) continue;
  test(`the whole walk of ${file} works as printed`, async () => {
    const answers = await runTour(blocks);
    for (const [at, { printed, line }] of blocks.entries())
      if (printed !== undefined) assert.deepEqual(findDifferences(printed, answers[at]), [], `${file}:${line}`);
  });
}
