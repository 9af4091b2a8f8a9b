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
  /** How much it says of what the site is about; sums over the places where it stands. */
  readonly weight: number;
}

const WORDS_MAX = 5;
const WORDS_OF_UNSPACED_MAX = 12;
const LENGTH_MAX = 60;
const LENGTH_MIN = 3;
const FURTHER_PAGE_SHARE = 0.6;
/** What a place says: the words of a title are chosen with care, those of links less so. */
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
export async function listPhrases(pages: readonly PageFacts[], brandNames: readonly string[]): Promise<SitePhrase[]> {
  const stops = loadStopWords();
  const findKind = await loadPageKinds();
  const brands = new Set(brandNames.map(fold));
  const weights = new Map<string, number>();
  for (const [at, page] of pages.entries()) {
    const share = at === 0 ? 1 : FURTHER_PAGE_SHARE;
    const ofPage = new Map<string, number>();
    for (const [text, weight] of listTexts(page, findKind))
      for (const phrase of toPhrases(text, { stops, brands, brandNames }))
        ofPage.set(phrase, Math.max(ofPage.get(phrase) ?? 0, weight * share));
    for (const [phrase, weight] of ofPage) weights.set(phrase, (weights.get(phrase) ?? 0) + weight);
  }
  return [...weights].map(([text, weight]) => ({ text, weight })).toSorted((one, other) => other.weight - one.weight);
}

function listTexts(page: PageFacts, findKind: Awaited<ReturnType<typeof loadPageKinds>>): (readonly [text: string, weight: number])[] {
  const { title, description, h1, outline } = page;
  const links = outline.links.filter((link) => link.place !== 'foot' && findKind(link) === undefined).slice(0, LINKS_MAX);
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

/** The phrases of a text, each cleaned; none of a sentence. */
function toPhrases(text: string, rules: PhraseRules): string[] {
  return text.split(BREAKS).flatMap((part) => {
    const phrase = toPhrase(part, rules);
    return phrase === undefined ? [] : [phrase];
  });
}

function toPhrase(part: string, { stops, brands, brandNames }: PhraseRules): string | undefined {
  let text = normalizeKeyword(part.replaceAll(/[’`´]/gu, "'"));
  for (const name of brandNames) text = removeName(text, normalizeKeyword(name));
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.some((word) => stops.sentence.has(word))) return undefined;
  while (words.length > 0 && (stops.edges.has(words[0] ?? '') || isNumber(words[0] ?? ''))) words.shift();
  while (words.length > 0 && (stops.edges.has(words.at(-1) ?? '') || isNumber(words.at(-1) ?? ''))) words.pop();
  const phrase = words.join(' ');
  const isTooLong = words.length > WORDS_MAX && words.length > WORDS_OF_UNSPACED_MAX / 2;
  if (isTooLong || phrase.length < LENGTH_MIN || phrase.length > LENGTH_MAX || stops.phrases.has(phrase) || brands.has(fold(phrase)))
    return undefined;
  return /\p{L}{2}/u.test(phrase) ? phrase : undefined;
}

function removeName(text: string, name: string): string {
  if (name.length < 3 || !text.includes(name)) return text;
  return ` ${text} `.replaceAll(` ${name} `, ' ').replaceAll(` ${name}'s `, ' ').trim();
}

function isNumber(word: string): boolean {
  return /^[\p{N}.,%$€£+-]+$/u.test(word);
}
