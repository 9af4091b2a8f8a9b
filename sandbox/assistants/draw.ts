import { hashText, mix, pick, unit } from '../hashing.ts';
import type { Site } from '../world/sites.ts';
import type { BrandOdds, Odds, SourceOdds } from './odds.ts';
import type { Settings } from './settings.ts';

/** What a fault makes of an answer. */
export const ANSWER_MOODS = ['refusal', 'empty_answer', 'no_sources', 'cut_answer', 'wrong_language', 'null_sources'] as const;
export type AnswerMood = (typeof ANSWER_MOODS)[number];

/** Chance as one call had it: the same again gives the same answer. */
export interface Draw {
  /** Of the calls with this question on this day, from 1. */
  readonly number: number;
  readonly settings: Settings;
  readonly moods: readonly AnswerMood[];
}

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed';
export type MentionKind = 'recommended' | 'named' | 'compared';
/** Names that are none: each misleads those who look for letters only. */
export const TRAP_KINDS = ['disclaimed', 'inside_longer', 'generic', 'homograph', 'lookalike'] as const;
export type TrapKind = (typeof TRAP_KINDS)[number];

export interface NamedBrand {
  readonly site: Site;
  readonly kind: MentionKind;
  readonly sentiment: Sentiment;
}

/** What an answer is going to say. */
export interface Outline {
  readonly state: 'answered' | 'refused' | 'empty';
  readonly languageCode: string;
  readonly form: 'list' | 'prose' | 'table';
  readonly usesWeb: boolean;
  /** In the order in which they are named. */
  readonly named: readonly NamedBrand[];
  readonly traps: readonly { readonly kind: TrapKind; readonly site: Site }[];
  readonly echoes: boolean;
  readonly cited: readonly Site[];
  /** All that was found, the cited ones too, some of them twice. */
  readonly retrieved: readonly Site[];
  readonly fanOuts: readonly string[];
  /** Further chance, for how it is put. */
  readonly hash: number;
}

const LANGUAGES = ['en', 'de', 'fr', 'es'];
const OTHER_LANGUAGE_CHANCE = 0.012;
const ECHO_CHANCE = 0.5;
const TWICE_CHANCE = 0.15;
const TRAP_CHANCES: Readonly<Record<TrapKind, number>> = {
  disclaimed: 0.1,
  inside_longer: 0.05,
  generic: 0.05,
  homograph: 0.012,
  lookalike: 0.015,
};
/** A brand that was asked for and is not named is one that nothing is known of. */
const ASKED_UNKNOWN_CHANCE = 0.7;

/** Draws one answer. */
export function outline(odds: Odds, draw: Draw, seed: number): Outline {
  const hash = hashOf(odds, draw, seed);
  const has = (mood: AnswerMood): boolean => draw.moods.includes(mood);
  const chance = (salt: number): number => unit(mix(hash, salt));
  const state = has('empty_answer') ? 'empty' : has('refusal') || chance(1) < odds.refusal ? 'refused' : 'answered';
  const isAnswer = state === 'answered';
  const usesWeb = isAnswer && chance(2) < odds.web;
  const named = isAnswer ? drawNamed(odds.brands, hash) : [];
  const sources = usesWeb ? drawSources(odds.sources, hash) : { cited: [], retrieved: [] };
  return {
    state,
    languageCode: drawLanguage(odds.question.languageCode, has('wrong_language') || chance(3) < OTHER_LANGUAGE_CHANCE, hash),
    form: chance(4) < 0.2 && named.length > 1 ? 'table' : chance(4) < 0.65 ? 'list' : 'prose',
    usesWeb,
    named,
    traps: isAnswer ? drawTraps(odds, named, hash) : [],
    echoes: isAnswer && odds.understanding.brands.length > 0 && chance(5) < ECHO_CHANCE,
    cited: sources.cited,
    retrieved: sources.retrieved,
    fanOuts: usesWeb
      ? odds.fanOuts.filter(({ query, chance: own }) => unit(mix(mix(hash, 6), hashText(query))) < own).map(({ query }) => query)
      : [],
    hash,
  };
}

/** Seed, prompt, surface, place, language, day and the number of the call. */
function hashOf({ question, understanding }: Odds, { number }: Draw, seed: number): number {
  const { surface, place, languageCode, day } = question;
  const parts = [understanding.hash, surface.hash, place.code, hashText(languageCode), day, number];
  return parts.reduce((hash, part) => mix(hash, part), seed);
}

function drawNamed(brands: readonly BrandOdds[], hash: number): readonly NamedBrand[] {
  const named = brands
    .filter(({ site, named: chance }) => unit(mix(mix(hash, 11), site.hash)) < chance)
    .map(({ site, weight }) => ({ site, at: -Math.log(1 - unit(mix(mix(hash, 12), site.hash))) / weight }))
    .toSorted((left, right) => left.at - right.at);
  return named.map(({ site }, at) => {
    const kind = drawKind(unit(mix(mix(hash, 13), site.hash)), at === 0);
    return { site, kind, sentiment: drawSentiment(kind, unit(mix(mix(hash, 14), site.hash))) };
  });
}

/** The first one is compared with none: another name would come before its own. */
function drawKind(chance: number, isFirst: boolean): MentionKind {
  if (chance < 0.4) return 'recommended';
  return chance < 0.6 && !isFirst ? 'compared' : 'named';
}

/** Up to which number each feeling goes, by kind; what is left is neutral. */
const FEELINGS: Readonly<Record<MentionKind, readonly (readonly [Sentiment, number])[]>> = {
  recommended: [['positive', 0.85]],
  named: [
    ['positive', 0.25],
    ['negative', 0.4],
    ['mixed', 0.5],
  ],
  compared: [
    ['mixed', 0.4],
    ['negative', 0.6],
  ],
};

function drawSentiment(kind: MentionKind, chance: number): Sentiment {
  return FEELINGS[kind].find(([, end]) => chance < end)?.[0] ?? 'neutral';
}

function drawSources(sources: readonly SourceOdds[], hash: number): Pick<Outline, 'cited' | 'retrieved'> {
  const order = (salt: number) => (left: Site, right: Site) => mix(mix(hash, salt), left.hash) - mix(mix(hash, salt), right.hash);
  const chances = sources.map((odds) => ({ ...odds, chance: unit(mix(mix(hash, 21), odds.site.hash)) }));
  const found = chances.filter(({ chance, retrievedOfSearched }) => chance < retrievedOfSearched).map(({ site }) => site);
  const again = found.filter((site) => unit(mix(mix(hash, 22), site.hash)) < TWICE_CHANCE);
  return {
    cited: chances
      .filter(({ chance, citedOfSearched }) => chance < citedOfSearched)
      .map(({ site }) => site)
      .toSorted(order(23)),
    retrieved: [...found, ...again].toSorted(order(24)),
  };
}

/** At most one of a kind, each with a brand of its own that the answer does not name. */
function drawTraps({ brands, understanding }: Odds, named: readonly NamedBrand[], hash: number): Outline['traps'] {
  const isNamed = new Set(named.map(({ site }) => site));
  let free = brands.filter(({ site }) => !isNamed.has(site));
  const traps: { readonly kind: TrapKind; readonly site: Site }[] = [];
  for (const [index, kind] of TRAP_KINDS.entries()) {
    const asked = kind === 'disclaimed' ? free.filter(({ site }) => understanding.brands.includes(site)) : [];
    const fitting = asked.length > 0 ? asked : kind === 'generic' ? free.filter(({ isGeneric }) => isGeneric) : free;
    const chance = asked.length > 0 ? ASKED_UNKNOWN_CHANCE : TRAP_CHANCES[kind];
    if (fitting.length === 0 || unit(mix(hash, 31 + index)) >= chance) continue;
    const { site } = pick(fitting, mix(hash, 41 + index));
    traps.push({ kind, site });
    free = free.filter((other) => other.site !== site);
  }
  return traps;
}

function drawLanguage(own: string, isOther: boolean, hash: number): string {
  const known = LANGUAGES.includes(own) ? own : 'en';
  if (!isOther) return known;
  return pick(
    LANGUAGES.filter((language) => language !== own),
    mix(hash, 51),
  );
}
