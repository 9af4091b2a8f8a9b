import { readTable, splitCell } from '../data/read-table.ts';
import type { PageSignals } from '../page-signals.ts';
import { makePhraseMatcher, type PhraseMatcher } from '../reading/phrase-matcher.ts';

export type PlaceholderKind =
  | 'parked'
  | 'for_sale'
  | 'under_construction'
  | 'default_page'
  | 'suspended'
  | 'not_found'
  | 'bot_wall'
  | 'consent_wall'
  | 'login_wall'
  | 'script_only'
  | 'empty';

/** A page that stands in for what should be there. */
export interface Placeholder {
  readonly kind: PlaceholderKind;
  /** From 0 to 100: that nothing else is there. Low for walls, behind which there is a site that is not known. */
  readonly confidence: number;
  readonly evidence: readonly string[];
}

interface Row {
  readonly kind: PlaceholderKind;
  readonly wordsMax: number;
  readonly confidence: number;
  readonly matcher: PhraseMatcher;
}

/** A page with scripts and fewer words than this is filled in by its scripts, in the browser. */
const SHELL_WORDS_MAX = 20;
const SHELL_LINKS_MAX = 3;
/** A page without words is none yet. */
const EMPTY_WORDS_MAX = 3;
const EMPTY: Placeholder = { kind: 'empty', confidence: 30, evidence: ['a page without words'] };
/** In a text, and not in a title, such phrases have other meanings too. */
const TEXT_DISCOUNT = 10;

let rows: readonly Row[] | undefined;

/**
 * Finds out whether a page is a placeholder (`data/placeholders.tsv`): its title or heading says so, or its text
 * does and there is hardly any other.
 * @param isCut of a page that goes on, how little text it has is not known
 */
export function findPlaceholder(signals: PageSignals, isCut: boolean): Placeholder | undefined {
  rows ??= load();
  const { title, h1, text, counts, products } = signals;
  if (products.includes('parking') && counts.words <= 300)
    return { kind: 'parked', confidence: 90, evidence: ['made by a service for parked domains'] };
  for (const { kind, wordsMax, confidence, matcher } of rows) {
    if (counts.words > wordsMax) continue;
    const [named] = matcher.find(`${title ?? ''} | ${h1 ?? ''}`);
    if (named !== undefined) return { kind, confidence, evidence: [`"${named.phrase}" in its title or heading`] };
    const [told] = isCut || counts.words > wordsMax / 2 ? [] : matcher.find(text);
    if (told !== undefined)
      return { kind, confidence: Math.max(0, confidence - TEXT_DISCOUNT), evidence: [`"${told.phrase}" among ${counts.words} words`] };
  }
  if (isShell(counts) && !isCut) return toShell(counts);
  return counts.words <= EMPTY_WORDS_MAX && !isCut && counts.images === 0 ? EMPTY : undefined;
}

function isShell({ words, scripts, headings, images, links }: PageSignals['counts']): boolean {
  return scripts > 0 && words <= SHELL_WORDS_MAX && headings === 0 && images === 0 && links <= SHELL_LINKS_MAX;
}

function toShell({ words, scripts }: PageSignals['counts']): Placeholder {
  return { kind: 'script_only', confidence: 20, evidence: [`an empty shell: ${words} words and ${scripts} scripts`] };
}

function load(): readonly Row[] {
  return readTable('placeholders.tsv').map(([kind = '', wordsMax, confidence, phrases]) => ({
    kind: kind as PlaceholderKind,
    wordsMax: Number(wordsMax),
    confidence: Number(confidence),
    matcher: makePhraseMatcher([{ kind, phrases: splitCell(phrases) }]),
  }));
}
