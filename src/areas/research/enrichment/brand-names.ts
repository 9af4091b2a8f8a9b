import { loadEmbedder } from '#areas/classification/index.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { PageFacts } from '../site/page-facts.ts';
import { splitTitle } from './split-title.ts';

const NAMES_MAX = 12;
const NAME_LENGTH_MAX = 60;
const WORDS_MAX = 5;
const PIECE_LENGTH_MIN = 3;
/** Types of structured data whose names are those of the site or of what it sells under a name of its own. */
const NAMED_TYPES =
  /^(?:Organization|Corporation|LocalBusiness|OnlineStore|Brand|WebSite|SoftwareApplication|WebApplication|MobileApplication|VideoGame|.*(?:Store|Business|Service|Agency|Company|Organization))$/u;

/**
 * Names of a site: what it calls itself in its metadata and structured data, the part that its titles share, and its
 * domain, written apart and together. The first one is the likeliest; none twice.
 */
export async function findBrandNames(pages: readonly PageFacts[], host: string): Promise<string[]> {
  const label = toRegistrableDomain(host).split('.')[0] ?? host;
  const { loadWords, splitWords } = await loadEmbedder();
  const together = fold(label);
  const declared = pages.flatMap(({ outline }) =>
    outline.declaredNames.filter(({ type }) => NAMED_TYPES.test(type)).map(({ name }) => name),
  );
  const shared = listSharedParts(pages);
  const fitting = (name: string): boolean => fold(name) === together || fold(spellOut(name)) === together;
  const names = [
    ...pages.flatMap(({ siteName }) => siteName ?? []),
    ...[...shared, ...declared, ...listTitleParts(pages)].filter(fitting),
    // The same service for everybody is no name, and neither is a sentence.
    ...shared,
    ...declared.filter((name) => isShort(name) && isNearStart(name, pages)),
    ...listWritten(splitWords(label, loadWords()), loadWords().ranks),
    label,
    label.replaceAll('-', ' '),
    label.replaceAll('-', ''),
  ];
  const unique = new Map<string, string>();
  for (const name of names) {
    const normalized = normalizeKeyword(name);
    if (normalized.length > 1 && normalized.length <= NAME_LENGTH_MAX && isShort(name) && !unique.has(normalized))
      unique.set(normalized, name.trim());
  }
  return [...unique.values()].slice(0, NAMES_MAX);
}

/** A name of known words that were written together: `willownest`. */
function listWritten(words: readonly string[], known: ReadonlyMap<string, number>): string[] {
  return words.length > 1 && words.every((word) => word.length >= PIECE_LENGTH_MIN && known.has(word)) ? [words.join(' ')] : [];
}

/** Letters and digits alone, without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Letters as names of hosts write them: `Müritz` as `mueritz`. */
function spellOut(name: string): string {
  return name.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
}

/** Parts that the titles of at least two pages have, and that are the larger half of them. */
function listSharedParts(pages: readonly PageFacts[]): string[] {
  const counts = new Map<string, { readonly text: string; count: number }>();
  for (const { title } of pages)
    for (const text of new Set(splitTitle(title ?? ''))) {
      const known = counts.get(fold(text)) ?? { text, count: 0 };
      known.count += 1;
      counts.set(fold(text), known);
    }
  return [...counts.values()].filter(({ count }) => count >= 2 && count > pages.length / 2).map(({ text }) => text);
}

function listTitleParts(pages: readonly PageFacts[]): string[] {
  return pages.flatMap(({ title }) => splitTitle(title ?? ''));
}

function isShort(name: string): boolean {
  return name.trim().split(/\s+/u).length <= WORDS_MAX;
}

/** Whether a name stands on the start page or on several pages: one further page alone may name anything. */
function isNearStart(name: string, pages: readonly PageFacts[]): boolean {
  const holders = pages.filter(({ outline }) => outline.declaredNames.some((declared) => declared.name === name));
  return holders.length > 1 || holders[0] === pages[0];
}
