import { readFileSync } from 'node:fs';
import type { Topic } from './topics.ts';

/** The provider's numbers of the category of each topic, from the root down to it. */
const PATHS: ReadonlyMap<string, readonly number[]> = new Map(
  readFileSync(new URL('topic-categories.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [topic = '', codes = ''] = line.split('\t');
      return [topic, codes.split(',').map(Number)] as const;
    }),
);

/** The provider's category of a topic, last, and those above it, the root first. Empty: it has none. */
export function categoryPathOf({ id }: Pick<Topic, 'id'>): readonly number[] {
  return PATHS.get(id) ?? [];
}

/** The same as the provider lists them: by number. */
export function categoriesOf(topic: Pick<Topic, 'id'>): readonly number[] {
  return categoryPathOf(topic).toSorted((one, other) => one - other);
}
