import { findPropertyType } from '../vocabulary/property-types.ts';
import { toFinding, type Finding } from './finding.ts';
import type { Group } from './read-groups.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables, WordTables } from './tables.ts';

type Part = 'whole' | 'first' | 'last' | 'start' | 'end' | 'anywhere';

/** Parts where a word is not a token of its own. */
const PIECES: ReadonlySet<Part> = new Set(['start', 'end', 'anywhere']);
const SHORT_LENGTH_MAX = 4;
/** How much less sure is what begins a token, or stands inside: the end of a compound names its kind. */
const LESS_BEFORE_END = 4;
const SURE = 70;
const LESS_WHEN_CONTRADICTED = 20;
const WORD_LENGTH_MAX = 24;
/** Names are at most 63 letters long; longer text is no name. */
const NAME_LENGTH_MAX = 64;

/** Words inside the name and the labels before it, the surest first. */
export function findByWord({ name, subLabels }: HostName, { words, labels }: DomainTables): Finding[] {
  const found = new Map<string, Finding>();
  // What a sub-domain says as a whole, its words do not say again: `engineering.` is a blog.
  for (const label of [name, ...subLabels.filter((part) => !labels.has(part))]) {
    for (const finding of findInLabel(label.slice(0, NAME_LENGTH_MAX), words)) {
      const known = found.get(finding.rule);
      if (known === undefined || known.confidence < finding.confidence) found.set(finding.rule, finding);
    }
  }
  return weakenContradictions([...found.values()]).toSorted((one, other) => other.confidence - one.confidence);
}

/** Sure words that say different things are less sure: `dance-shop` is no dancing school. */
function weakenContradictions(findings: Finding[]): Finding[] {
  const sure = findings.filter(({ confidence }) => confidence >= SURE);
  if (new Set(sure.map(({ property }) => findPropertyType(property)?.domainType)).size < 2) return findings;
  return findings.map((finding) =>
    finding.confidence >= SURE ? { ...finding, confidence: finding.confidence - LESS_WHEN_CONTRADICTED } : finding,
  );
}

function* findInLabel(label: string, words: WordTables): Generator<Finding> {
  const tokens = label.split(/[-_\d]+/u).filter((token) => token !== '');
  const [first = ''] = tokens;
  if (tokens.length > 1) {
    yield* toFindings(words.first.get(first), 'first', first);
    const last = tokens.at(-1) ?? '';
    yield* toFindings(words.last.get(last), 'last', last);
  }
  for (const token of tokens) yield* findInToken(token, words);
}

/** Every piece of the token that is a word; of pieces inside each other, the longest. */
function* findInToken(token: string, words: WordTables): Generator<Finding> {
  const whole = words.whole.get(token);
  if (whole !== undefined) {
    yield* toFindings(whole, 'whole', token);
    return;
  }
  for (let from = 0, after = 0; from < token.length; from += 1) {
    for (let to = Math.min(token.length, from + WORD_LENGTH_MAX); to > Math.max(after, from + 1); to -= 1) {
      const word = token.slice(from, to);
      const part = from === 0 ? 'start' : to === token.length ? 'end' : 'anywhere';
      const group = words[part].get(word);
      if (group === undefined) continue;
      yield* toFindings(group, part, word);
      after = to;
      break;
    }
  }
}

function* toFindings(group: Group | undefined, part: Part, word: string): Generator<Finding> {
  if (group === undefined) return;
  const confidence = toConfidence(group, part, word) - (part === 'start' || part === 'anywhere' ? LESS_BEFORE_END : 0);
  yield toFinding({ ...group, confidence }, `word:${part}:${word}`, `word '${word}' (${group.reason})`);
}

function toConfidence(group: Group, part: Part, word: string): number {
  if (!PIECES.has(part)) return group.confidence;
  return word.length <= SHORT_LENGTH_MAX ? group.shortPieceConfidence : group.pieceConfidence;
}
