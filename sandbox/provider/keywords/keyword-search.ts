import { isMeasured, type KeywordFacts, type ListedKeyword } from '../../world/keywords.ts';
import type { SearchTools } from '../answer.ts';

/** A keyword, and how well it fits what was asked for: the larger, the better. */
export interface FittingKeyword {
  readonly facts: KeywordFacts;
  readonly relevance: number;
}

/** Shorter words, such as "for", say nothing of a topic. */
const WORD_LENGTH_MIN = 4;

/** All that fit equally. */
export function fitKeywords(keywords: readonly KeywordFacts[]): FittingKeyword[] {
  return keywords.map((facts) => ({ facts, relevance: 0 }));
}

/** Listed keywords of a language, or of all (undefined). */
export function listKeywords(
  { world }: SearchTools,
  languageCode: string | undefined,
  isMeant: (keyword: ListedKeyword) => boolean,
): KeywordFacts[] {
  return world.keywords
    .list()
    .filter((keyword) => (languageCode === undefined || keyword.language === languageCode) && isMeant(keyword))
    .map(({ text }) => world.keywords.describe(text));
}

/**
 * Listed keywords of the topics of the seeds, the seeds first, then by the share of words that they have in common with one.
 * @param languageCode undefined: of every language
 */
export function ideasFor(tools: SearchTools, seeds: readonly KeywordFacts[], languageCode: string | undefined): FittingKeyword[] {
  const ideas = new Map<string, FittingKeyword>();
  const ofTopic = Map.groupBy(seeds.filter(isMeasured), ({ topic }) => topic);
  for (const [topic, about] of ofTopic) {
    const listed = listKeywords(tools, languageCode, (keyword) => keyword.topic === topic);
    const words = new Set(listed.flatMap(({ text }) => wordsOf(text)));
    const understood = about.filter(
      ({ isKnown, brand, text }) => isKnown || brand !== undefined || wordsOf(text).some((word) => words.has(word)),
    );
    if (understood.length === 0) continue;
    const seedWords = understood.map(({ text }) => new Set(text.split(' ')));
    for (const facts of [...understood, ...listed]) ideas.set(facts.text, { facts, relevance: overlap(facts.text, seedWords) });
  }
  return [...ideas.values()].toSorted((one, other) => other.relevance - one.relevance || (one.facts.text < other.facts.text ? -1 : 1));
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word.length >= WORD_LENGTH_MIN);
}

/** 0 to 1: the share of words in common with the nearest of the seeds. */
function overlap(text: string, seeds: readonly ReadonlySet<string>[]): number {
  const words = new Set(text.split(' '));
  return Math.max(...seeds.map((seed) => words.intersection(seed).size / words.union(seed).size));
}
