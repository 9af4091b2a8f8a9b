import { normalizeKeyword } from '#kernel/text.ts';
import type { KeywordFacts } from '../../world/keywords.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import type { SearchTools, TaskRequest } from '../answer.ts';

/** A keyword as it was sent, and what the world knows of it. */
export interface AskedKeyword {
  readonly sent: string;
  readonly facts: KeywordFacts;
}

const LENGTH_MAX = 80;
const WORDS_MAX = 10;
const TAG_LENGTH_MAX = 255;
/** Signs that the ads planner refuses, control characters, pictures. One of them voids the whole call. */
const FORBIDDEN = /[,!@%^()={};~<>?|\\]|\p{Cc}|\p{Cs}|\p{Extended_Pictographic}/u;

/** Fields of an operation about a list of keywords. */
export function keywordRules(
  countMax: number,
  own: Readonly<Record<string, FieldRule>>,
  requireOneOf: FieldRules['requireOneOf'] = [],
): FieldRules {
  return {
    fields: {
      keywords: { type: 'texts', countMax },
      location_code: { type: 'integer' },
      location_name: { type: 'text' },
      language_code: { type: 'text' },
      language_name: { type: 'text' },
      tag: { type: 'text', lengthMax: TAG_LENGTH_MAX },
      ...own,
    },
    required: ['keywords'],
    requireOneOf,
  };
}

/** The keywords of a call, each once; undefined when one of them is not allowed, or there are none. */
export function readKeywords({ world }: SearchTools, task: TaskRequest): readonly AskedKeyword[] | undefined {
  const sent = task['keywords'] as readonly string[];
  if (sent.length === 0 || !sent.every(isAllowed)) return undefined;
  const asked = new Map<string, AskedKeyword>();
  for (const keyword of sent) {
    const text = normalizeKeyword(keyword);
    if (!asked.has(text)) asked.set(text, { sent: keyword, facts: world.keywords.describe(text) });
  }
  return [...asked.values()];
}

/** Whether the vendor takes a keyword. */
export function isAllowed(keyword: string): boolean {
  const words = keyword.trim().split(/\s+/u);
  return keyword.trim() !== '' && keyword.length <= LENGTH_MAX && words.length <= WORDS_MAX && !FORBIDDEN.test(keyword);
}
