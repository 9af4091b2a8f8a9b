import { readFileSync } from 'node:fs';
import { hashText } from './hashing.ts';
import type { LabelledItem, Task } from './task.ts';

/** One of so many own examples is kept aside: the models are measured on it and never trained. */
const KEPT_ASIDE = 3;

/** The own examples of a task, by whether they are trained on. */
export function readOwnExamples(task: Pick<Task, 'examples'>): { readonly trained: LabelledItem[]; readonly keptAside: LabelledItem[] } {
  const items = parseExamples(readFileSync(task.examples, 'utf8'));
  return { trained: items.filter((item) => !isKeptAside(item)), keptAside: items.filter(isKeptAside) };
}

/**
 * Lines of tab separated values under a header: `input`, names of dimensions, `style`. Acceptable values are separated
 * by `|`; an empty field says nothing. Empty lines and lines that begin with `#` are left out.
 */
export function parseExamples(text: string): LabelledItem[] {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const columns = header.split('\t');
  return lines.map((line) => {
    const fields = line.split('\t');
    const labels: Record<string, readonly string[]> = {};
    for (let at = 1; at < columns.length; at += 1) {
      const field = fields[at] ?? '';
      if (columns[at] !== 'style' && field !== '') labels[columns[at] ?? ''] = field.split('|');
    }
    return { input: fields[0] ?? '', labels, source: `own:${fields[columns.indexOf('style')] ?? ''}` };
  });
}

/** By the item's own hash, so that a new line moves no other one. */
function isKeptAside({ input }: LabelledItem): boolean {
  return hashText('kept aside', input) % KEPT_ASIDE === 0;
}
