import { listProviderCategories } from '#providers/search-data/categories.ts';
import { makePhraseMatcher, type PhraseMatcher, type PhraseRow } from '../content/reading/phrase-matcher.ts';
import type { PageSignals } from '../content/page-signals.ts';
import type { Judgement } from '../engine/judgement.ts';
import { topic } from '../vocabulary/topics.ts';
import { readTopicPhrases } from './topic-phrases.ts';

/** How much a text of a page says of its topic. */
const WEIGHTS = { address: 1, title: 1, heading: 1, description: 0.7, text: 0.15 } as const;
/** A phrase says as much as it has words; a single word of a name can mean much else. */
const WORDS_MAX = 3;
const SINGLE_WORD = 0.6;
/** What the next topic has at most, and what the best has at least. */
const SECOND_SHARE_MAX = 0.6;
const ENOUGH = 1;
/** Below it nothing is said. */
const CONFIDENCE_MIN = 60;
const CONFIDENCE_MAX = 88;
const REST = 0.7;
const EVIDENCE_MAX = 3;
const ADDRESS_LENGTH_MAX = 300;

/** Words that name things of every topic. */
const OF_ALL = new Set(
  'other others services service accessories supplies equipment products product reviews review guides guide media publications news parts resources information listings online general events special tools systems storage programs sports travel health food games video audio music office home internet computers software education business property'.split(
    ' ',
  ),
);

interface TopicText {
  readonly text: string;
  readonly weight: number;
}

let matcher: PhraseMatcher | undefined;

/** What a page is about, by its address. */
export function judgeTopicByUrl(url: string): Judgement[] {
  return judgeTopic([{ text: toAddressText(url), weight: WEIGHTS.address }]);
}

/** The same by its address and what stands on it. */
export function judgeTopicByPage(url: string, { title, h1, description, text }: PageSignals): Judgement[] {
  return judgeTopic([
    { text: toAddressText(url), weight: WEIGHTS.address },
    { text: title ?? '', weight: WEIGHTS.title },
    { text: h1 ?? '', weight: WEIGHTS.heading },
    { text: description ?? '', weight: WEIGHTS.description },
    { text, weight: WEIGHTS.text },
  ]);
}

/** The words of host and path, without the suffix. */
function toAddressText(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname
    .replace(/^www\./u, '')
    .split('.')
    .slice(0, -1)
    .join(' ')} ${pathname}`
    .slice(0, ADDRESS_LENGTH_MAX)
    .replaceAll(/[-_/.+%]+/gu, ' ');
}

/** Empty where no topic is named, or several are. */
function judgeTopic(texts: readonly TopicText[]): Judgement[] {
  matcher ??= makePhraseMatcher([...readTopicPhrases().flatMap(toRow), ...listNames()]);
  const sums = new Map<string, number>();
  const seen = new Map<string, string[]>();
  for (const { text, weight } of texts)
    for (const { kind, phrase } of matcher.find(text)) {
      const words = phrase.split(' ').length;
      sums.set(kind, (sums.get(kind) ?? 0) + weight * (words === 1 ? SINGLE_WORD : Math.min(words, WORDS_MAX)));
      seen.set(kind, [...(seen.get(kind) ?? []), phrase]);
    }
  const [best, second = ['', 0] as const] = [...sums].toSorted((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < ENOUGH || second[1] > best[1] * SECOND_SHARE_MAX) return [];
  const confidence = Math.min(CONFIDENCE_MAX, Math.round((100 * best[1]) / (best[1] + second[1] + REST)));
  if (confidence < CONFIDENCE_MIN) return [];
  const evidence = [...new Set(seen.get(best[0]))].slice(0, EVIDENCE_MAX).map((phrase) => `"${phrase}"`);
  return [{ dimension: 'topic', label: best[0], confidence, evidence }];
}

/** @returns nothing for a category that has no two levels, or is none of the vocabulary */
function toRow({ kind, phrases }: PhraseRow): PhraseRow[] {
  const label = `/${kind.split('/').slice(1, 3).join('/')}`;
  return label in topic.labels ? [{ kind: label, phrases }] : [];
}

/** The provider's own names of categories, of whatever depth: each names the two levels above it. */
function listNames(): PhraseRow[] {
  return listProviderCategories().flatMap(({ path, name }) => toRow({ kind: path, phrases: toPhrases(name) }));
}

function toPhrases(name: string): string[] {
  return name
    .toLowerCase()
    .split(/\s*(?:&|,|\(|\))\s*/u)
    .filter((phrase) => phrase.length > 4 && !OF_ALL.has(phrase));
}
