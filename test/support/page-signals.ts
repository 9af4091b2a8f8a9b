import type { PageCounts, PageSignals } from '#areas/classification/content/page-signals.ts';

const COUNTS: PageCounts = {
  words: 300,
  elements: 150,
  paragraphs: 5,
  headings: 4,
  listItems: 8,
  tables: 0,
  links: 30,
  linksOut: 2,
  images: 4,
  players: 0,
  codeBlocks: 0,
  articles: 0,
  forms: 0,
  inputs: 0,
  passwords: 0,
  scripts: 3,
  prices: 0,
  dates: 0,
  authors: 0,
  comments: 0,
  products: 0,
  reviews: 0,
  posts: 0,
};

/** A page that says nothing of itself, and what is different of it. */
export function makeSignals({
  counts = {},
  ...signals
}: Partial<Omit<PageSignals, 'counts'>> & { counts?: Partial<PageCounts> } = {}): PageSignals {
  return {
    title: null,
    description: null,
    h1: null,
    siteName: null,
    lang: null,
    language: null,
    ogType: null,
    generator: null,
    schemaTypes: [],
    bodyClasses: [],
    products: [],
    phrases: {},
    text: '',
    textFrom: 'page',
    ...signals,
    counts: { ...COUNTS, ...counts },
  };
}
