import { asData } from '#providers/llm/index.ts';
import type { PageSignals } from '../content/page-signals.ts';

/** What a look at a page gave, as far as a model is shown it. */
export type PageContent = Pick<PageSignals, 'title' | 'description' | 'h1' | 'siteName' | 'ogType' | 'schemaTypes' | 'text'> & {
  /** Scripts fill it, and they were not run. */
  readonly isShell?: boolean | undefined;
};

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
  if (page.isShell === true)
    return [...known, 'Scripts fill the page, and they were not run: what a visitor sees of it is not known.'].join('\n');
  return [...known, asData('text', text, TEXT_CHARS_MAX)].join('\n');
}
