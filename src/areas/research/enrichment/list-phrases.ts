import { normalizeKeyword } from '#kernel/text.ts';
import type { PageFacts } from '../site/page-facts.ts';
import { loadPageKinds } from '../site/page-kinds.ts';
import { fold } from './brand-names.ts';
import { splitTitle } from './split-title.ts';
import { loadStopWords, type StopWords } from './stop-words.ts';

/** Something that a site talks about, in its own words. */
export interface SitePhrase {
  /** Normalized. */
  readonly text: string;
  /** How much it says of what the site is about; summed over where it stands. */
  readonly weight: number;
}

const WORDS_MAX = 5;
const LENGTH_MAX = 60;
const LENGTH_MIN = 3;
const FURTHER_PAGE_SHARE = 0.6;
const HEAD_SHARE = 0.8;
/** From so many words on a text is a sentence, which people do not search for. */
const LINE_WORDS_MIN = 5;
const LINE_SHARE = 0.4;
/** What a part of the page says: the words of a title are chosen with care, those of links less so. */
const WEIGHTS = { title: 5, h1: 4, declared: 3, menu: 2.5, heading: 1.5, description: 1.2, link: 0.7 } as const;
/** Types of structured data whose names are subjects. */
const SUBJECT_TYPES =
  /^(?:Product|ProductGroup|Service|Course|Recipe|Offer|OfferCatalog|ListItem|Article|BlogPosting|MenuItem|MenuSection|VideoGame|JobPosting|Thing)$/u;
const LINKS_MAX = 60;
const BREAKS = /[,;.!?()[\]{}"„“”«»…]+|\s+[-–—|/&+]+\s+|\s(?:&|\+)\s|:\s/u;

/**
 * The noun phrases of a site with their weights, most telling first: from titles, headings, navigation and structured
 * data, in the site's language, without its names, without words that every site has, and without sentences.
 */
export async function listPhrases(
  pages: readonly PageFacts[],
  { brandNames, languageCode }: { readonly brandNames: readonly string[]; readonly languageCode: string },
): Promise<SitePhrase[]> {
  const stops = loadStopWords(languageCode);
  const findKind = await loadPageKinds();
  const brands = new Set(brandNames.map(fold));
  const weights = new Map<string, number>();
  for (const [at, page] of pages.entries()) {
    const share = at === 0 ? 1 : FURTHER_PAGE_SHARE;
    const ofPage = new Map<string, number>();
    for (const [text, weight] of listTexts(page, findKind))
      for (const [phrase, part] of toPhrases(text, { stops, brands, brandNames })) {
        const isLine = text.split(' ').length > LINE_WORDS_MIN;
        ofPage.set(phrase, Math.max(ofPage.get(phrase) ?? 0, weight * share * part * (isLine ? LINE_SHARE : 1)));
      }
    for (const [phrase, weight] of ofPage) weights.set(phrase, (weights.get(phrase) ?? 0) + weight);
  }
  return [...weights].map(([text, weight]) => ({ text, weight })).toSorted((one, other) => other.weight - one.weight);
}

function listTexts(page: PageFacts, findKind: Awaited<ReturnType<typeof loadPageKinds>>): (readonly [text: string, weight: number])[] {
  const { title, description, h1, outline } = page;
  const links = outline.links.filter((link) => link.place !== 'foot' && (findKind(link)?.worth ?? 0) >= 0).slice(0, LINKS_MAX);
  return [
    ...splitTitle(title ?? '').map((part) => [part, WEIGHTS.title] as const),
    [h1 ?? '', WEIGHTS.h1],
    ...outline.declaredNames.filter(({ type }) => SUBJECT_TYPES.test(type)).map(({ name }) => [name, WEIGHTS.declared] as const),
    ...links.map(({ text, place }) => [text, place === 'menu' ? WEIGHTS.menu : WEIGHTS.link] as const),
    ...outline.headings.map((heading) => [heading, WEIGHTS.heading] as const),
    ...splitTitle(description ?? '').map((part) => [part, WEIGHTS.description] as const),
  ];
}

interface PhraseRules {
  readonly stops: StopWords;
  /** Folded. */
  readonly brands: ReadonlySet<string>;
  readonly brandNames: readonly string[];
}

/** The phrases of a text, each cleaned, with the share of its weight; none of a sentence. */
function toPhrases(text: string, rules: PhraseRules): (readonly [phrase: string, share: number])[] {
  const { stops } = rules;
  return text.split(BREAKS).flatMap((part) => {
    const words = listWords(part, rules);
    if (stops.phrases.has(words.join(' ')) || words.some((word) => stops.sentence.has(word))) return [];
    return splitAt(words, stops.splits).flatMap((piece) => {
      const at = piece.findIndex((word, index) => index > 0 && stops.heads.has(word));
      const head = at === -1 ? [] : piece.slice(0, at);
      const whole = toPhrase(piece, rules);
      const before = head.length === 0 ? undefined : toPhrase(head, rules);
      return [...(whole === undefined ? [] : [[whole, 1] as const]), ...(before === undefined ? [] : [[before, HEAD_SHARE] as const])];
    });
  });
}

function listWords(part: string, { brandNames }: PhraseRules): string[] {
  let text = normalizeKeyword(part.replaceAll(/[’`´]/gu, "'"));
  for (const name of brandNames) text = removeName(text, normalizeKeyword(name));
  return text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function splitAt(words: readonly string[], splits: ReadonlySet<string>): string[][] {
  const pieces: string[][] = [[]];
  for (const word of words) {
    if (splits.has(word)) pieces.push([]);
    else pieces.at(-1)?.push(word);
  }
  return pieces;
}

function toPhrase(piece: readonly string[], { stops, brands }: PhraseRules): string | undefined {
  const words = [...piece];
  const isCut = (word = ''): boolean => stops.edges.has(word) || isNumber(word);
  while (words.length > 0 && (isCut(words[0]) || stops.begin.has(words[0] ?? ''))) words.shift();
  while (words.length > 0 && isCut(words.at(-1))) words.pop();
  const phrase = words.join(' ');
  const isSized = words.length <= WORDS_MAX && phrase.length >= LENGTH_MIN && phrase.length <= LENGTH_MAX;
  if (!isSized || stops.phrases.has(phrase) || brands.has(fold(phrase))) return undefined;
  return /\p{L}{2}/u.test(phrase) ? phrase : undefined;
}

function removeName(text: string, name: string): string {
  if (name.length < 3 || !text.includes(name)) return text;
  return ` ${text} `.replaceAll(` ${name} `, ' ').replaceAll(` ${name}'s `, ' ').trim();
}

function isNumber(word: string): boolean {
  return /^[\p{N}.,%$€£+-]+$/u.test(word);
}
