import type { PageCounts, PageSignals } from '../page-signals.ts';

/** Something about a page that tables of clues can name. */
export interface Feature {
  /** `type:Product`, `og:article`, `made:shopify`, `phrase:add_to_cart`, `class:single-post`, `count:prices`, ... */
  readonly feature: string;
  readonly evidence: string;
}

type Test = (counts: PageCounts) => boolean;

/** What counts say. Bounds are where pages of one kind begin to differ from most others. */
const MEASURES: readonly (readonly [name: string, test: Test, evidence: (counts: PageCounts) => string])[] = [
  ['one price', ({ prices }) => prices > 0 && prices < 6, ({ prices }) => `${prices} prices`],
  ['some prices', ({ prices }) => prices >= 6 && prices < 20, ({ prices }) => `${prices} prices`],
  ['many prices', ({ prices }) => prices >= 20, ({ prices }) => `${prices} prices`],
  ['many products', ({ products }) => products >= 6, ({ products }) => `${products} elements of products`],
  ['long text', ({ words, paragraphs }) => words >= 400 && paragraphs >= 6, ({ words }) => `${words} words in paragraphs`],
  ['long reading', longReading, ({ words, links }) => `${words} words and only ${links} links`],
  ['many links', ({ links, paragraphs }) => links >= 120 && paragraphs < links / 4, ({ links }) => `${links} links`],
  ['links out', ({ linksOut, links }) => linksOut >= 25 && linksOut > links / 2, ({ linksOut }) => `${linksOut} links to other sites`],
  ['many articles', ({ articles }) => articles >= 6, ({ articles }) => `${articles} articles`],
  ['one article', ({ articles }) => articles === 1, () => 'one article element'],
  ['password', ({ passwords }) => passwords > 0, () => 'a field for a password'],
  ['only a form', ({ inputs, words }) => inputs >= 1 && words < 150, ({ words }) => `a form and ${words} words`],
  ['many inputs', ({ inputs }) => inputs >= 6, ({ inputs }) => `${inputs} fields`],
  ['many dates', ({ dates }) => dates >= 8, ({ dates }) => `${dates} dates`],
  ['a date', ({ dates }) => dates >= 1 && dates < 8, ({ dates }) => `${dates} dates`],
  ['author', ({ authors }) => authors > 0, () => 'an author'],
  ['comments', ({ comments }) => comments >= 3, () => 'comments'],
  ['posts', ({ posts }) => posts >= 3, ({ posts }) => `${posts} contributions`],
  ['reviews', ({ reviews }) => reviews >= 4, () => 'reviews'],
  ['code', ({ codeBlocks }) => codeBlocks >= 3, ({ codeBlocks }) => `${codeBlocks} blocks of code`],
  ['player', ({ players }) => players >= 1, () => 'a player'],
  ['many images', ({ images, words }) => images >= 20 && words < images * 12, ({ images }) => `${images} pictures`],
];

function longReading({ words, links, paragraphs }: PageCounts): boolean {
  return words >= 500 && paragraphs >= 5 && links < words / 12;
}

/** Every feature of a page, each once. */
export function listContentFeatures(signals: PageSignals): Feature[] {
  const { schemaTypes, ogType, products, bodyClasses, phrases, counts } = signals;
  return [
    ...schemaTypes.map((type) => ({ feature: `type:${type}`, evidence: `declares ${type} of schema.org` })),
    ...(ogType === null ? [] : [{ feature: `og:${ogType}`, evidence: `og:type ${ogType}` }]),
    ...products.map((product) => ({ feature: `made:${product}`, evidence: `made with ${product}` })),
    ...bodyClasses.map((name) => ({ feature: `class:${name.toLowerCase()}`, evidence: `class ${name} of the body` })),
    ...Object.entries(phrases).map(([kind, phrase]) => ({ feature: `phrase:${kind}`, evidence: `"${phrase}"` })),
    ...MEASURES.filter(([, test]) => test(counts)).map(([name, , evidence]) => ({ feature: `count:${name}`, evidence: evidence(counts) })),
  ];
}
