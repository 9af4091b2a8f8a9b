import { eld } from 'eld/small';
import { readPage } from '#providers/page-fetch/read-page.ts';
import type { PageSignals } from '../page-signals.ts';
import { findMainText } from './main-text.ts';
import { findPhrases } from './find-phrases.ts';
import { findProducts } from './find-products.ts';
import { outlinePage } from './outline-page.ts';
import { tallyPage, type PageTally } from './page-tally.ts';
import { listSchemaTypes } from './schema-types.ts';
import { countInText } from './text-counts.ts';

const LINE_LENGTH_MAX = 300;
const TEXT_LENGTH_MAX = 3_000;
/** A language is not guessed from less. */
const SAMPLE_LENGTH_MIN = 40;
const SAMPLE_LENGTH_MAX = 2_000;

/** What was found of a page at the first walk, and what is needed to find its main text. */
export interface Extract {
  readonly signals: PageSignals;
  readonly size: { readonly elements: number; readonly depth: number };
}

/** Everything that is found on a page without a tree. Runs in the worker (`reader-worker.ts`). */
export async function extractSignals(html: string, url: string, wantsOutline = false): Promise<Extract> {
  const facts = await readPage(html, url);
  const tally = tallyPage(html, url);
  const { bodyClasses } = tally;
  const generator = toLine(facts.metas.get('generator'));
  const signals: PageSignals = {
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
    text: toText(tally.content),
    textFrom: 'page',
    ...(wantsOutline ? { outline: outlinePage(html, url, facts.structuredData) } : {}),
  };
  return { signals, size: { elements: tally.counts.elements, depth: tally.depthMax } };
}

/** The same with the main text of the page, where it has one. */
export function withMainText({ signals, size }: Extract, html: string): PageSignals {
  const text = findMainText(html, size);
  return text === undefined ? signals : { ...signals, text: toText(text), textFrom: 'article' };
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
