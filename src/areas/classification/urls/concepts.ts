import type { Candidate } from '../engine/judgement.ts';
import { toSegment, type Segment } from './parse-url.ts';

/** What the words of one meaning, in all languages, say of a page by where they stand in its path. */
export interface Concept {
  readonly name: string;
  /** As the last segment. */
  readonly alone?: Candidate;
  /** Before the last segment. */
  readonly below?: Candidate;
  /** As words within the last segment. */
  readonly inside?: Candidate;
  /** As the sub-domain of a front page. */
  readonly root?: Candidate;
  /** As the last segment it wins over the section that it stands in: `/blog/login`. */
  readonly isFirm: boolean;
  /** As a section it decides what is below: `/blog/pricing`. */
  readonly isStrong: boolean;
  /** Above 0: as a section it wins over sections of lower rank, wherever they stand: `/help/articles/…`. */
  readonly rank: number;
  /** The target page type, as the last segment and as a section. */
  readonly target?: string;
  readonly targetBelow?: string;
}

export interface Words {
  /** By a whole segment without its hyphens. */
  readonly whole: ReadonlyMap<string, Concept>;
  /** Those that count within a longer segment too. */
  readonly inside: ReadonlyMap<string, Concept>;
}

const PHRASE_WORDS_MAX = 6;
/** No slug of a person is longer; what is, gets no further look. */
const SEGMENT_WORDS_MAX = 40;

/** Words by concept. When two concepts claim a word, the first one keeps it. */
export function readConcepts(files: readonly (readonly string[])[]): Words {
  const whole = new Map<string, Concept>();
  const inside = new Map<string, Concept>();
  for (const lines of files) {
    let concept: Concept | undefined;
    for (const line of lines) {
      if (line.startsWith('[')) concept = parseHead(line);
      else if (concept !== undefined) addWords(line, concept, { whole, inside });
    }
  }
  return { whole, inside };
}

function addWords(
  line: string,
  concept: Concept,
  { whole, inside }: { readonly whole: Map<string, Concept>; readonly inside: Map<string, Concept> },
): void {
  for (const word of line.split(' ').slice(1)) {
    const { key } = toSegment(
      word
        .replace(/^~/u, '')
        .normalize('NFKD')
        .replaceAll(/\p{Mn}/gu, ''),
    );
    if (!whole.has(key)) whole.set(key, concept);
    if (word.startsWith('~') && !inside.has(key)) inside.set(key, concept);
  }
}

/** @example parseHead('[pricing] alone=pricing_page:93 firm target=pricing_page') */
function parseHead(line: string): Concept {
  const [name = '', ...parts] = line.split(' ');
  const values = new Map(parts.map((part) => part.split('=', 2)).map(([key = '', value = '']) => [key, value] as const));
  const guess = (key: string): { readonly [role: string]: Candidate } => {
    const [label = '', confidence = ''] = values.get(key)?.split(':') ?? [];
    return label === '' ? {} : { [key]: { label, confidence: Number(confidence) } };
  };
  const target = values.get('target');
  const targetBelow = values.get('targetBelow');
  return {
    name: name.slice(1, -1),
    ...guess('alone'),
    ...guess('below'),
    ...guess('inside'),
    ...guess('root'),
    isFirm: values.has('firm'),
    isStrong: values.has('strong'),
    rank: Number(values.get('governs') ?? 0),
    ...(target === undefined ? {} : { target }),
    ...(targetBelow === undefined ? {} : { targetBelow }),
  };
}

/** The longest phrase of the tables within a segment. */
export function findPhrase({ words }: Segment, { inside }: Words): { readonly concept: Concept; readonly phrase: string } | undefined {
  const count = Math.min(words.length, SEGMENT_WORDS_MAX);
  for (let length = Math.min(PHRASE_WORDS_MAX, count); length > 0; length -= 1) {
    for (let from = 0; from + length <= count; from += 1) {
      const phrase = words.slice(from, from + length);
      const concept = inside.get(phrase.join(''));
      if (concept !== undefined) return { concept, phrase: phrase.join('-') };
    }
  }
  return undefined;
}
