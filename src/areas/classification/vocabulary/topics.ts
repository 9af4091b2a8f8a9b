import { readLines } from '../engine/read-lines.ts';
import type { Vocabulary } from './vocabulary.ts';

export const topic: Vocabulary = {
  dimension: 'topic',
  subject: 'url',
  summary: "What a page is about: the first two levels of the provider's categories.",
  labels: Object.fromEntries(readLines(new URL('../topics/data/labels.tsv', import.meta.url)).flatMap(toLabels)),
};

/** `/Finance/Banking`, and `/Finance` where the second level does not matter. */
function toLabels(line: string): (readonly [label: string, definition: string])[] {
  const [root = '', below = ''] = line.split('\t');
  const names = below.split('|').filter((name) => name !== '');
  return [[`/${root}`, `${root}.`], ...names.map((name) => [`/${root}/${name}`, `${root}: ${name}.`] as const)];
}
