import { normalizeHost, normalizeUrl } from '#areas/domains/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { describeKeyword } from '../keywords/judge-keyword.ts';
import { describeVerdicts, type DescribedVerdict } from './describe-verdict.ts';
import type { FreeClassification, FreeClassifier, FreeUrlClassification } from './free-classifier.ts';

export interface TextOptions {
  /** Own names: a keyword with one is branded. */
  readonly brands: readonly string[];
}

/** A text with what the free stages say of it, as a line of JSON; or why it cannot be read. */
export type TextAnswer = ClassifiedText | { readonly input: string; readonly error: string };

export interface ClassifiedText extends Described {
  readonly input: string;
  readonly kind: TextKind;
  /** The normalized host, address or text. */
  readonly subject: string;
  /** Of a page, what its host is. */
  readonly domain?: Described;
  /** Of a keyword, what its words name. */
  readonly words?: DescribedWords;
}

interface DescribedWords {
  /** It names one of the caller's brands. */
  readonly branded: boolean;
  /** It names any known brand. */
  readonly has_brand_mention: boolean;
  readonly brands: readonly { readonly name: string; readonly is_own: boolean; readonly reason: string }[];
  readonly modifiers: readonly string[];
}

interface Described {
  /** Dimension to label. */
  readonly classification: Readonly<Record<string, string>>;
  readonly verdicts: Readonly<Record<string, DescribedVerdict>>;
  /** Of the least sure dimension among those that decide. */
  readonly confidence: number;
  readonly needs_review: boolean;
  readonly stages_run: readonly string[];
}

export type TextKind = 'domain' | 'url' | 'keyword';

const KEYWORD_LENGTH_MAX = 1_000;

/** Reads a host, an address or a keyword in any spelling, and classifies it by the free stages. Never throws for bad input. */
export function classifyText(classifier: FreeClassifier, kind: TextKind, input: string, options: TextOptions): TextAnswer {
  const read = READERS[kind](input);
  if (read.problem !== undefined) return { input, error: read.problem };
  const { subject } = read;
  if (kind === 'url') return describeUrl(input, subject, classifier.classifyUrl(subject));
  if (kind === 'domain') return { input, kind, subject, ...describe(classifier.classifyDomain(subject)) };
  return { input, kind, subject, ...describe(classifier.classifyKeyword(subject, options)), words: describeWords(subject, options) };
}

type Read = { readonly subject: string; readonly problem?: undefined } | { readonly problem: string };

const READERS: Readonly<Record<TextKind, (input: string) => Read>> = { domain: readHost, url: readUrl, keyword: readKeyword };

function readHost(input: string): Read {
  const { host, problem } = normalizeHost(input);
  return problem === undefined ? { subject: host } : { problem };
}

function readUrl(input: string): Read {
  const subject = normalizeUrl(input.trim())?.url;
  return subject === undefined ? { problem: 'must be an http or https address of at most 2048 characters' } : { subject };
}

function readKeyword(input: string): Read {
  const subject = input.length > KEYWORD_LENGTH_MAX ? '' : normalizeKeyword(input);
  return subject === '' ? { problem: `must be a text of at most ${KEYWORD_LENGTH_MAX} characters` } : { subject };
}

function describeUrl(input: string, subject: string, found: FreeUrlClassification): ClassifiedText {
  return { input, kind: 'url', subject, ...describe(found), domain: describe(found.domain) };
}

function describeWords(keyword: string, options: TextOptions): DescribedWords {
  const { isBranded, hasBrandMention, brands, modifiers } = describeKeyword(keyword, options);
  const named = brands.map(({ name, isOwn, reason }) => ({ name, is_own: isOwn, reason }));
  return { branded: isBranded, has_brand_mention: hasBrandMention, brands: named, modifiers };
}

function describe({ verdicts, confidence, needsReview, stagesRun }: FreeClassification): Described {
  return {
    classification: Object.fromEntries(verdicts.map(({ dimension, label }) => [dimension, label])),
    verdicts: describeVerdicts(verdicts),
    confidence: Math.round(confidence),
    needs_review: needsReview,
    stages_run: stagesRun.map(({ stage }) => stage),
  };
}
