import { eld } from 'eld/small';
import { readPage } from '#providers/page-fetch/read-page.ts';
import type { PageSignals } from '../page-signals.ts';
import { makeMainTextFinder } from './main-text.ts';
import { makeOutliner } from './outline-page.ts';
import { makeTallier, type PageTally } from './page-tally.ts';
import { countInText } from './text-counts.ts';
import { readTable, splitCell } from '../data/read-table.ts';
import { makeMarkFinder, type MarkFinder } from './mark-finder.ts';
import { makePhraseMatcher, type PhraseMatcher } from './phrase-matcher.ts';
import { walkElements } from './walk-elements.ts';

/** Nodes of structured data that are looked at. */
const NODES_MAX = 5_000;
const TYPES_MAX = 40;

const LINE_LENGTH_MAX = 300;
const TEXT_LENGTH_MAX = 3_000;
/** A language is not guessed from less. */
const SAMPLE_LENGTH_MIN = 40;
const SAMPLE_LENGTH_MAX = 2_000;

/**
 * Everything that is found on a page, however broken, deep or large, without a tree. Runs in the worker (`reader-worker.ts`).
 * @param url where it was found
 */
export async function extractSignals(html: string, url: string, wantsOutline = false): Promise<PageSignals> {
  const facts = await readPage(html, url);
  const tallier = makeTallier(url);
  const finder = makeMainTextFinder();
  const outliner = wantsOutline ? makeOutliner(url) : undefined;
  walkElements(html, [tallier, finder, ...(outliner === undefined ? [] : [outliner])]);
  const tally = tallier.end();
  const mainText = finder.end();
  const { bodyClasses } = tally;
  const generator = toLine(facts.metas.get('generator'));
  return {
    title: toLine(facts.title),
    description: toLine(facts.description),
    h1: toLine(tally.h1),
    siteName: toLine(facts.metas.get('og:site_name')),
    lang: toLine(facts.lang),
    language: detectLanguage(`${facts.title ?? ''} ${facts.description ?? ''} ${tally.content}`),
    ogType: toLine(facts.metas.get('og:type'))?.toLowerCase() ?? null,
    generator,
    schemaTypes: listSchemaTypes(facts.structuredData, tally.types),
    bodyClasses,
    products: findProducts({ generator, bodyClasses, html }),
    phrases: findPhrases(tally),
    counts: countAll(tally),
    text: toText(mainText ?? tally.content),
    textFrom: mainText === undefined ? 'page' : 'article',
    ...(outliner === undefined ? {} : { outline: outliner.end(facts.structuredData) }),
  };
}

function countAll({ counts, shown }: PageTally): PageSignals['counts'] {
  const { words, prices, dates } = countInText(shown);
  return { ...counts, words, prices, dates: counts.dates + dates };
}

function detectLanguage(text: string): string | null {
  const sample = text.replaceAll(/\s+/gu, ' ').trim().slice(0, SAMPLE_LENGTH_MAX);
  if (sample.length < SAMPLE_LENGTH_MIN) return null;
  const result = eld.detect(sample);
  return result.isReliable() ? result.language : null;
}

function toLine(text: string | null | undefined): string | null {
  const line = text?.replaceAll(/\s+/gu, ' ').trim().slice(0, LINE_LENGTH_MAX) ?? '';
  return line === '' ? null : line;
}

function toText(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, TEXT_LENGTH_MAX);
}

interface ProductRow {
  readonly product: string;
  /** Where the marks stand: in the generator, among the classes of the body, or anywhere in the markup. */
  readonly source: string;
  /** In lower case. */
  readonly marks: readonly string[];
}

let products: { readonly rows: readonly ProductRow[]; readonly findMarks: MarkFinder } | undefined;

/** Products that a page shows to be made with (`data/products.tsv`), by their names there. */
function findProducts(page: {
  readonly generator: string | null;
  readonly bodyClasses: readonly string[];
  readonly html: string;
}): string[] {
  products ??= loadProducts();
  const { rows, findMarks } = products;
  const sources: Readonly<Record<string, ReadonlySet<string>>> = {
    generator: findMarks(page.generator?.toLowerCase() ?? ''),
    class: findMarks(` ${page.bodyClasses.join(' ').toLowerCase()} `),
    markup: findMarks(page.html.toLowerCase()),
  };
  const found = rows.filter(({ source, marks }) => marks.some((mark) => sources[source]?.has(mark) === true));
  return [...new Set(found.map(({ product }) => product))];
}

function loadProducts() {
  const rows = readTable('products.tsv').map(([product = '', source = '', marks]) => ({ product, source, marks: splitCell(marks) }));
  return { rows, findMarks: makeMarkFinder(rows.flatMap(({ marks }) => marks)) };
}

/** Types of schema.org that a page declares, each once, without the address of the vocabulary: `Product`. */
function listSchemaTypes(structuredData: readonly unknown[], written: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [...structuredData];
  for (let nodes = 0; nodes < NODES_MAX && waiting.length > 0 && found.size < TYPES_MAX; nodes += 1) {
    const node = waiting.shift();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node) && '@type' in node) for (const type of [node['@type']].flat()) addType(found, type);
    const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
    for (const child of children.slice(0, NODES_MAX - waiting.length)) if (typeof child === 'object') waiting.push(child);
  }
  for (const type of written) addType(found, type);
  return [...found].slice(0, TYPES_MAX);
}

function addType(found: Set<string>, type: unknown): void {
  const name = typeof type === 'string' ? /(?:^|[/:#])([A-Z][A-Za-z]{2,40})$/u.exec(type)?.[1] : undefined;
  if (name !== undefined) found.add(name);
}

const SEARCHED_LENGTH_MAX = 60_000;

let matchers: { readonly actions: PhraseMatcher; readonly texts: PhraseMatcher } | undefined;

/**
 * Kinds of key phrases of a page, each with its first finding (`data/phrases.tsv`): those of actions count in
 * links, buttons and fields only, so that an article about shops is no shop.
 */
function findPhrases({ actions, shown }: { readonly actions: readonly string[]; readonly shown: string }): Record<string, string> {
  matchers ??= loadMatchers();
  const found: Record<string, string> = {};
  const findings = [
    ...matchers.actions.find(actions.join(' | ').slice(0, SEARCHED_LENGTH_MAX)),
    ...matchers.texts.find(shown.slice(0, SEARCHED_LENGTH_MAX)),
  ];
  for (const { kind, phrase } of findings) found[kind] ??= phrase;
  return found;
}

function loadMatchers() {
  const listed = readTable('phrases.tsv').map(([kind = '', role, _language, phrases]) => ({ kind, role, phrases: splitCell(phrases) }));
  return {
    actions: makePhraseMatcher(listed.filter(({ role }) => role === 'action')),
    texts: makePhraseMatcher(listed.filter(({ role }) => role === 'text')),
  };
}
