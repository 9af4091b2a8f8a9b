import { asData } from '#providers/llm/index.ts';
import type { PageSignals } from '../content/page-signals.ts';

/** What a look at a page gave, as far as a model is shown it. */
export type PageContent = Pick<PageSignals, 'title' | 'description' | 'h1' | 'siteName' | 'ogType' | 'schemaTypes' | 'text'>;

const LINE_CHARS_MAX = 300;
const TEXT_CHARS_MAX = 3_000;
const TYPES_MAX = 10;

/** The page as data; a sentence when nothing of it was read. */
export function describePage(page: PageContent | undefined): string {
  if (page === undefined) return 'The page was not read.';
  const { title, description, h1, siteName, ogType, schemaTypes, text } = page;
  const lines = [
    ['title', title],
    ['description', description],
    ['heading', h1],
    ['site name', siteName],
    ['declared type', ogType],
    ['declared schema', schemaTypes.slice(0, TYPES_MAX).join(', ')],
  ] as const;
  const known = lines.flatMap(([name, value]) => (value === null || value === '' ? [] : [asData(name, value, LINE_CHARS_MAX)]));
  return [...known, asData('text', text, TEXT_CHARS_MAX)].join('\n');
}
