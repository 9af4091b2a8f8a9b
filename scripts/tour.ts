/**
 * `npm run tour`: runs the commands of the README's tour and of docs/tracking.md, each against a
 * service of its own, and compares the answers with the printed ones. With `--write` the printed
 * answers are replaced: each keeps its fields and gets the real values.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readBlocks, replaceAnswers } from './tour/blocks.ts';
import { findDifferences, project } from './tour/compare.ts';
import { DOCUMENTS } from './tour/documents.ts';
import { runTour } from './tour/run.ts';

let [blocksCount, differencesCount] = [0, 0];
for (const document of DOCUMENTS) {
  const file = new URL(`../${document}`, import.meta.url);
  const markdown = await readFile(file, 'utf8');
  const blocks = readBlocks(markdown);
  const answers = await runTour(blocks);
  if (process.argv.includes('--write')) {
    const shown = blocks.map((block, at) => project(answers[at], block.printed));
    await writeFile(file, replaceAnswers(markdown, shown));
  }
  const differences = blocks.flatMap((block, at) =>
    block.printed === undefined
      ? []
      : findDifferences(block.printed, answers[at]).map((difference) => `${document}:${block.line} ${difference}`),
  );
  for (const difference of differences) console.error(difference);
  blocksCount += blocks.length;
  differencesCount += differences.length;
}
console.log(`${blocksCount} blocks ran, ${differencesCount} differences`);
if (differencesCount > 0) process.exitCode = 1;
