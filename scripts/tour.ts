/**
 * `npm run tour [document]`: runs the commands of a document's tour, the README's unless named, against
 * a service of its own and compares the answers with the printed ones. With `--write` the printed
 * answers are replaced: each keeps its fields and gets the real values.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readBlocks, replaceAnswers } from './tour/blocks.ts';
import { findDifferences, project } from './tour/compare.ts';
import { runTour } from './tour/run.ts';

const DOCUMENT = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'README.md';
const FILE = new URL(`../${DOCUMENT}`, import.meta.url);

const markdown = await readFile(FILE, 'utf8');
const blocks = readBlocks(markdown);
const answers = await runTour(blocks);

if (process.argv.includes('--write')) {
  await writeFile(
    FILE,
    replaceAnswers(
      markdown,
      blocks.map((block, at) => project(answers[at], block.printed)),
    ),
  );
}
const differences = blocks.flatMap((block, at) =>
  block.printed === undefined
    ? []
    : findDifferences(block.printed, answers[at]).map((difference) => `${DOCUMENT}:${block.line} ${difference}`),
);
for (const difference of differences) console.error(difference);
console.log(`${blocks.length} blocks ran, ${differences.length} differences`);
if (differences.length > 0) process.exitCode = 1;
