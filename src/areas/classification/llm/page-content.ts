import { asData } from '#providers/llm/index.ts';

/** What a look at a page gave, as far as a model is shown it. */
export interface PageContent {
  readonly title: string | null;
  readonly description: string | null;
  readonly h1: string | null;
  readonly siteName: string | null;
  readonly ogType: string | null;
  /** Types of schema.org that the page declares. */
  readonly schemaTypes: readonly string[];
  /** The beginning of the main text. */
  readonly text: string;
}

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
