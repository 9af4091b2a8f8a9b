import { loadWords } from '../models/load-models.ts';
import type { KeywordReading } from './read-keyword.ts';

/** What the words of a keyword say about journey, specificity and expertise: the first line whose test holds. */
export interface SideRule {
  readonly label: string;
  readonly confidence: number;
  readonly evidence: string;
  readonly holds: (reading: KeywordReading) => boolean;
}

const has =
  (...names: readonly string[]) =>
  ({ signals }: KeywordReading): boolean =>
    names.some((name) => signals.has(name));

const isQuestion = has('question', 'how_to', 'definition');
/** Beyond it a word is one that few people write. */
const RARE_RANK = 35_000;

export const JOURNEY_RULES: readonly SideRule[] = [
  { label: 'retention', confidence: 88, evidence: 'logging in or an account', holds: has('login') },
  { label: 'retention', confidence: 82, evidence: 'support or an error', holds: has('support', 'error') },
  {
    label: 'awareness',
    confidence: 88,
    evidence: 'a question',
    holds: (reading) => isQuestion(reading) && !has('price', 'buy', 'review', 'best')(reading),
  },
  { label: 'consideration', confidence: 85, evidence: 'choosing among offers', holds: has('best', 'review', 'comparison', 'alternative') },
  { label: 'decision', confidence: 82, evidence: 'buying, or where to', holds: has('buy', 'discount', 'download', 'local') },
  { label: 'consideration', confidence: 72, evidence: 'a price', holds: has('price') },
  { label: 'decision', confidence: 74, evidence: 'goods or a service', holds: has('product', 'tool', 'service') },
  { label: 'decision', confidence: 66, evidence: 'a brand', holds: has('brand_only', 'address', 'model_number') },
  { label: 'awareness', confidence: 78, evidence: 'facts or news', holds: has('fact', 'date', 'technical', 'definition', 'question') },
];

export const SPECIFICITY_RULES: readonly SideRule[] = [
  { label: 'exact', confidence: 88, evidence: 'a model number, code or address', holds: has('model_number', 'code', 'address') },
  {
    label: 'long_tail',
    confidence: 90,
    evidence: 'a whole question',
    holds: (reading) => isQuestion(reading) && reading.tokens.length > 2,
  },
  { label: 'exact', confidence: 80, evidence: 'one brand and nothing else', holds: has('brand_only') },
  { label: 'long_tail', confidence: 85, evidence: 'five words or more', holds: ({ tokens }) => tokens.length > 4 },
  {
    label: 'long_tail',
    confidence: 74,
    evidence: 'four words with attributes',
    holds: ({ tokens, modifiers }) => tokens.length === 4 && modifiers.length > 1,
  },
  { label: 'head', confidence: 84, evidence: 'one word', holds: ({ tokens, modifiers }) => tokens.length === 1 && modifiers.length === 0 },
  {
    label: 'head',
    confidence: 72,
    evidence: 'two words without an attribute',
    holds: ({ tokens, modifiers }) => tokens.length === 2 && modifiers.length === 0,
  },
  { label: 'mid', confidence: 78, evidence: 'a field with an attribute', holds: () => true },
];

export const EXPERTISE_RULES: readonly SideRule[] = [
  {
    label: 'beginner',
    confidence: 85,
    evidence: 'for beginners',
    holds: ({ signals }) => /beginner|dummies|anfang|debutant|principiant|iniciant|начинающ|чайник/u.test(signals.get('audience') ?? ''),
  },
  { label: 'expert', confidence: 80, evidence: 'a code or error message', holds: has('code', 'error') },
  { label: 'advanced', confidence: 74, evidence: 'terms of the trade', holds: has('technical') },
  {
    label: 'advanced',
    confidence: 60,
    evidence: 'words that few people write',
    holds: (reading) => !has('brand', 'product')(reading) && countRare(reading) > 1,
  },
  { label: 'beginner', confidence: 80, evidence: 'a question about basics', holds: isQuestion },
  { label: 'beginner', confidence: 72, evidence: 'logging in or support', holds: has('login', 'support') },
  { label: 'intermediate', confidence: 78, evidence: 'common words of the subject', holds: () => true },
];

function countRare({ tokens }: KeywordReading): number {
  const { ranks } = loadWords();
  return tokens.filter((token) => (ranks.get(token) ?? 0) > RARE_RANK).length;
}
