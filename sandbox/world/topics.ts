import { readFileSync } from 'node:fs';
import { hashText } from '../hashing.ts';
import { TOPIC_LINES } from './topics-data.ts';

/** Business types, as research finds them (docs/research.md, "How a site is judged"). */
export type BusinessType = 'saas' | 'ecommerce' | 'local' | 'content' | 'service' | 'marketplace' | 'game';
/** Languages in which the world knows topics; others are answered by international sites. */
export const TOPIC_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type TopicLanguage = (typeof TOPIC_LANGUAGES)[number];

export interface Topic {
  readonly index: number;
  readonly id: string;
  readonly hash: number;
  readonly kind: BusinessType;
  /** Words that names of its sites are made of. */
  readonly roots: readonly string[];
  /** None in French and Spanish for most topics. */
  readonly subjects: Readonly<Record<TopicLanguage, readonly string[]>>;
  readonly storeCategory: { readonly storeA: string; readonly storeB: string };
}

/** French and Spanish subjects, by topic and language. */
const ABROAD: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL('topics-abroad.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [topic, language, heads = '', addition = ''] = line.split('\t');
      return [`${topic} ${language}`, withAdditions(heads, addition)];
    }),
);

export function makeTopics(seed: number): readonly Topic[] {
  return TOPIC_LINES.trim()
    .split('\n')
    .map((line, index) => parseTopic(line, index, seed));
}

function parseTopic(line: string, index: number, seed: number): Topic {
  const [id = '', kind, roots = '', headsEn = '', additionsEn = '', headsDe = '', additionsDe = '', categories = ''] = line.split(';');
  const [storeA = '', storeB = ''] = categories.split('/');
  return {
    index,
    id,
    hash: hashText(id, seed),
    kind: kind as BusinessType,
    roots: roots.split(','),
    subjects: {
      en: withAdditions(headsEn, additionsEn),
      de: withAdditions(headsDe, additionsDe),
      fr: ABROAD.get(`${id} fr`) ?? [],
      es: ABROAD.get(`${id} es`) ?? [],
    },
    storeCategory: { storeA, storeB },
  };
}

function withAdditions(heads: string, additions: string): string[] {
  return heads.split(',').flatMap((head) => [head, ...additions.split(',').map((addition) => `${head} ${addition}`)]);
}
