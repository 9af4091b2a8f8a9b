import { hashText, mix, unit } from '../hashing.ts';
import { guessIntent, modifiersFor, type Intent } from './modifiers.ts';
import { toSlug, toTitle } from './names.ts';
import type { Site } from './sites.ts';
import { TOPIC_LANGUAGES, type Topic, type TopicLanguage } from './topics.ts';

/** What the world knows about a keyword, or guesses for one that is not listed. */
export interface KeywordFacts {
  readonly text: string;
  readonly hash: number;
  readonly topic: Topic;
  /** What it is about, without the words of intent: pages of a site are about subjects. */
  readonly subject: string;
  /** Both as they stand in addresses. */
  readonly slug: string;
  readonly subjectSlug: string;
  /** As it stands in a title. */
  readonly title: string;
  readonly intent: Intent;
  readonly isLocal: boolean;
  /** The site whose name it is. */
  readonly brand: Site | undefined;
  /** Whether it is one of the listed keywords. */
  readonly isKnown: boolean;
  /** The engine finds nothing for it. */
  readonly isHopeless: boolean;
}

export interface ListedKeyword {
  readonly text: string;
  readonly language: TopicLanguage;
  readonly intent: Intent;
  readonly topic: Topic;
  readonly subject: string;
}

export interface KeywordBook {
  /** All listed keywords, made when first asked for. */
  list(): readonly ListedKeyword[];
  /** Facts of any keyword (normalized: lower case, single spaces). */
  describe(keyword: string): KeywordFacts;
}

const LOCAL_WORDS = /near me|in der nähe|open now|\bin (london|chicago|austin|manchester|berlin)\b|\b(berlin|hamburg|münchen|austin)\b/u;
const DESCRIBED_MAX = 5_000;
const MEASURED_WORDS_MAX = 6;
/** A word of eight letters or more without a vowel: no page is about that. */
const HOPELESS = /(^|\s)[bcdfghjklmnpqrstvwxz]{8,}(\s|$)/u;

export function makeKeywordBook(topics: readonly Topic[], sites: readonly Site[], seed: number): KeywordBook {
  const topicsByWord = indexTopics(topics);
  const brands = indexBrands(sites);
  const described = new Map<string, KeywordFacts>();
  let listed: Map<string, ListedKeyword> | undefined;
  const known = (): Map<string, ListedKeyword> => (listed ??= new Map(listKeywords(topics).map((entry) => [entry.text, entry])));

  const build = (text: string): KeywordFacts => {
    const entry = known().get(text);
    const hash = hashText(text, seed);
    const brand = brands.get(text.replace(/ (login|website|reviews|pricing|official)$/u, '').replaceAll(/[ -]/gu, ''));
    const topic = entry?.topic ?? brand?.topic ?? guessTopic(text, topicsByWord) ?? (topics[hash % topics.length] as Topic);
    return {
      text,
      hash,
      topic,
      subject: entry?.subject ?? text,
      slug: toSlug(text) || 'page',
      subjectSlug: toSlug(entry?.subject ?? text) || 'page',
      title: toTitle(text),
      intent: entry?.intent ?? (brand === undefined ? guessIntent(text) : 'navigational'),
      isLocal: topic.kind === 'local' ? !/^(what|how|when|was|wie|why)\b/u.test(text) : LOCAL_WORDS.test(text),
      brand,
      isKnown: entry !== undefined,
      isHopeless: entry === undefined && HOPELESS.test(text),
    };
  };

  return {
    list: () => [...known().values()],
    describe(keyword) {
      const found = described.get(keyword);
      if (found !== undefined) return found;
      if (described.size >= DESCRIBED_MAX) described.clear();
      const facts = build(keyword);
      described.set(keyword, facts);
      return facts;
    },
  };
}

function listKeywords(topics: readonly Topic[]): ListedKeyword[] {
  const all: ListedKeyword[] = [];
  for (const topic of topics) {
    for (const language of TOPIC_LANGUAGES) {
      for (const { pattern, intent } of modifiersFor(topic.kind, language)) {
        for (const subject of topic.subjects[language])
          all.push({ text: pattern.replace('{}', subject), language, intent, topic, subject });
      }
    }
  }
  return all;
}

/** Each word of a topic's subjects with the topics that use it, rarer words weighing more. */
function indexTopics(topics: readonly Topic[]): ReadonlyMap<string, ReadonlySet<Topic>> {
  const index = new Map<string, Set<Topic>>();
  for (const topic of topics) {
    for (const text of [
      topic.id.replaceAll('-', ' '),
      ...topic.roots,
      ...TOPIC_LANGUAGES.flatMap((language) => topic.subjects[language]),
    ]) {
      for (const word of text.split(' ')) {
        if (word.length < 3) continue;
        const entry = index.get(word);
        if (entry === undefined) index.set(word, new Set([topic]));
        else entry.add(topic);
      }
    }
  }
  return index;
}

function guessTopic(text: string, index: ReadonlyMap<string, ReadonlySet<Topic>>): Topic | undefined {
  const scores = new Map<Topic, number>();
  let best: Topic | undefined;
  for (const word of text.split(' ')) {
    const topics = index.get(word) ?? index.get(word.replace(/e?s$/u, ''));
    if (topics === undefined) continue;
    for (const topic of topics) {
      scores.set(topic, (scores.get(topic) ?? 0) + 1 / topics.size);
      if (best === undefined || (scores.get(topic) ?? 0) > (scores.get(best) ?? 0)) best = topic;
    }
  }
  return best;
}

function indexBrands(sites: readonly Site[]): ReadonlyMap<string, Site> {
  const brands = new Map<string, Site>();
  for (const site of sites) {
    if (site.reach === 'long_tail') continue;
    brands.set(site.domain, site);
    brands.set(site.name.toLowerCase().replaceAll(/[ -]/gu, ''), site);
  }
  return brands;
}

/** The true record of a keyword in a country. */
export interface KeywordMetrics {
  readonly searchVolume: number;
  readonly cpc: number;
  /** 0 to 1. */
  readonly competition: number;
  /** 0 to 100. */
  readonly keywordDifficulty: number;
}

const COUNTRY_SHARE: Readonly<Record<string, number>> = { US: 1, GB: 0.22, DE: 0.25 };
const INTENT_CPC: Readonly<Record<Intent, number>> = { informational: 0.4, commercial: 2.2, transactional: 3.1, navigational: 0.6 };

export function measureKeyword(facts: KeywordFacts, country: string): KeywordMetrics {
  const popularity = unit(mix(facts.hash, 61));
  const words = facts.text.split(' ').length;
  const volume = 10 ** (1.3 + 3.6 * popularity - 0.32 * (words - 2)) * (COUNTRY_SHARE[country] ?? 0.08) * (facts.isKnown ? 1 : 0.4);
  const competition = Math.min(1, (facts.intent === 'informational' ? 0.1 : 0.45) + 0.5 * unit(mix(facts.hash, 67)));
  const difficulty = Math.round(100 * Math.min(0.97, 0.12 + 0.5 * popularity + 0.35 * unit(mix(facts.topic.hash, 71))));
  return {
    searchVolume: facts.isHopeless ? 0 : roundVolume(volume),
    cpc: round(
      INTENT_CPC[facts.intent] *
        (0.3 + 2.4 * unit(mix(facts.hash, 73))) *
        (facts.topic.kind === 'saas' || facts.topic.kind === 'service' ? 3 : 1),
    ),
    competition: round(competition),
    keywordDifficulty: difficulty,
  };
}

/** Whether there are figures: not for gibberish, and not for long phrases that are not listed. */
export function isMeasured({ isKnown, isHopeless, text }: KeywordFacts): boolean {
  return isKnown || (!isHopeless && text.split(' ').length <= MEASURED_WORDS_MAX);
}

/** As the ads planner rounds: two figures, at least ten. */
export function roundVolume(volume: number): number {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, volume))) - 1);
  return Math.max(10, Math.round(volume / step) * step);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
