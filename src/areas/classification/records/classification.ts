import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import type { Verdict } from '../engine/judgement.ts';
import type { SkipReason, StageCost } from '../engine/stage.ts';

export type Kind = 'domain' | 'url' | 'keyword';

/** Where an answer came from. `cache` is never stored: it says where an answer came from. */
export type StoredSource = 'rules' | 'rules_vectorize' | 'llm' | 'human_feedback' | 'failed' | 'skipped_domain_unavailable';
export type ClassificationSource = StoredSource | 'cache';

/** How long a stored answer is used again, in real time. */
export const CACHE_MS = DAY_MS;
/** A host that did not answer may answer soon. */
export const UNAVAILABLE_CACHE_MS = HOUR_MS;

/** What an item was found to be. */
export interface Classification {
  /** The normalized host, address or text. */
  readonly subject: string;
  readonly verdicts: readonly Verdict[];
  /** From 0 to 100: of the least sure dimension among those that decide. */
  readonly confidence: number;
  readonly source: StoredSource;
  /** The costliest stages that were allowed. */
  readonly depth: StageCost;
  readonly needsReview: boolean;
  readonly skipReason: SkipReason | undefined;
  /** Model and prompt of a language model's answer. */
  readonly version: string | undefined;
  readonly costUsd: number;
  readonly classifiedAt: Date;
}

/** Hexadecimal digits of the first 16 bytes of a hash. */
const HASH_DIGITS = 32;

/**
 * The key of an item, as PostgreSQL writes bytes.
 * @param brands of a keyword: the same text is branded for one project and not for another
 */
export function toSubjectHash(subject: string, brands: readonly string[] = []): string {
  const text = brands.length === 0 ? subject : JSON.stringify([subject, ...brands.toSorted()]);
  return `\\x${hash('sha256', text).slice(0, HASH_DIGITS)}`;
}

/** How a question about an item is named where it is marked before a language model is asked. */
export function toAskName(kind: Kind, subject: string): string {
  return `${kind} ${toSubjectHash(subject)}`;
}

/** The label of a dimension. */
export function findLabel({ verdicts }: Pick<Classification, 'verdicts'>, dimension: string): string | undefined {
  return verdicts.find((verdict) => verdict.dimension === dimension)?.label;
}
