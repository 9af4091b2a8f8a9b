import { normalizeKeyword } from '#kernel/text.ts';
import { hashText, mix } from '../hashing.ts';
import type { SerpQuery } from '../serp/query.ts';
import type { World } from '../world/index.ts';
import type { KeywordFacts, ListedKeyword } from '../world/keywords.ts';
import type { Place } from '../world/places.ts';
import type { Site } from '../world/sites.ts';
import type { Topic } from '../world/topics.ts';
import type { Surface } from './personas.ts';

/** Whether the assistant is to search the web: as it likes, if it can, or not at all. */
export type WebWish = 'own' | 'forced' | 'off';

/** Everything that an answer depends on, but for chance. */
export interface Question {
  readonly prompt: string;
  readonly place: Place;
  readonly languageCode: string;
  readonly surface: Surface;
  /** Days since 1970 of the world's date. */
  readonly day: number;
  readonly web: WebWish;
  /** The model that the caller asked for. */
  readonly model?: string;
}

/** What the world makes of a prompt. */
export interface Understanding {
  readonly topic: Topic;
  readonly hash: number;
  /** Sites whose names are in the prompt. */
  readonly brands: readonly Site[];
  /** The searches behind it: pages that answer them are cited. */
  readonly query: SerpQuery;
  /** Listed keywords of the topic, the nearest ones first. */
  readonly near: readonly string[];
}

const NEAR_MAX = 8;

/** Makes what understands prompts; it looks through the world once. */
export function makeReader(world: World): (question: Question) => Understanding {
  const listed = Map.groupBy(world.keywords.list(), ({ topic, language }) => `${topic.id} ${language}`);
  const ofName = Map.groupBy(
    world.sites.filter(({ reach }) => reach !== 'long_tail'),
    ({ name }) => toWords(name),
  );
  const names = [...ofName].flatMap(([words, [site]]) => (site === undefined ? [] : [{ site, words: ` ${words} ` }]));
  return (question) => {
    const text = normalizeKeyword(question.prompt);
    const facts = world.keywords.describe(text);
    const padded = ` ${toWords(text)} `;
    const found = names.filter(({ words }) => padded.includes(words)).map(({ site }) => site);
    // One name may begin with another: the longer one is meant.
    const brands = found.filter(({ name }) => !found.some((other) => other.name !== name && other.name.startsWith(name)));
    const topic = brands.find((site) => site.topic !== undefined)?.topic ?? facts.topic;
    const near = listNear(listed.get(`${topic.id} ${question.languageCode}`) ?? [], text);
    return { topic, hash: facts.hash, brands, query: toQuery(question, searchedFacts(world, facts, near[0])), near };
  };
}

/** What is searched is a keyword: pages are about subjects, not about whole sentences. */
function searchedFacts(world: World, facts: KeywordFacts, nearest: string | undefined): KeywordFacts {
  return facts.isKnown || nearest === undefined ? facts : world.keywords.describe(nearest);
}

function toQuery({ place, languageCode, day }: Question, facts: KeywordFacts): SerpQuery {
  return { facts, place, languageCode, device: 'desktop', engine: 'google', day };
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .replaceAll(/\.(?=\s|$)/gu, '')
    .trim();
}

/** Most words in common first; of those with as many, any. */
function listNear(listed: readonly ListedKeyword[], text: string): readonly string[] {
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u));
  const hash = hashText(text);
  return listed
    .filter((keyword) => keyword.text !== text)
    .map((keyword) => {
      const own = keyword.text.split(' ');
      const common = own.filter((word) => words.has(word)).length / own.length;
      return { text: keyword.text, common, chance: mix(hash, hashText(keyword.text)) };
    })
    .toSorted((left, right) => right.common - left.common || left.chance - right.chance)
    .slice(0, NEAR_MAX)
    .map((keyword) => keyword.text);
}
