import type { Kind, StoredSource } from '../records/classification.ts';
import type { Verdict } from '../engine/judgement.ts';
import type { SkipReason } from '../engine/stage.ts';

export const KINDS = ['domain', 'url', 'keyword'] as const satisfies readonly Kind[];

/** Items in one list. */
export const ITEMS_MAX = 5_000;

export const LIST_STATUSES = ['queued', 'running', 'complete', 'cancelled', 'failed'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
export const OPEN_STATUSES: readonly ListStatus[] = ['queued', 'running'];

/**
 * `waiting`: its turn comes; `not_reached`: the list ended before; `over_budget`: a budget kept the language model from it,
 * and its labels are those of the stages before; `corrected`: a person said what it is.
 */
export const ITEM_STATUSES = ['waiting', 'classified', 'unsure', 'failed', 'over_budget', 'corrected', 'not_reached'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export type JudgedStatus = Extract<ItemStatus, 'classified' | 'unsure' | 'failed' | 'over_budget'>;

/** A line that is no item, and why. */
export interface RefusedLine {
  readonly line: number;
  readonly value: string;
  readonly reason: string;
}

/** A line that says again what an earlier one says. */
export interface DuplicateLine {
  readonly line: number;
  readonly value: string;
  /** The line that counts. */
  readonly of: number;
}

/** A list of domains, pages and keywords that are classified together. */
export interface ListRecord {
  readonly id: string;
  readonly projectId: string | null;
  readonly organizationId: string | null;
  readonly name: string;
  readonly status: ListStatus;
  readonly skipFetch: boolean;
  readonly skipLlm: boolean;
  readonly items: number;
  readonly refused: readonly RefusedLine[];
  readonly duplicates: readonly DuplicateLine[];
  readonly error: string | null;
  readonly workflowId: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A line that is to be classified. */
export interface ListItem {
  /** From 1. */
  readonly line: number;
  /** As it was given. */
  readonly value: string;
  readonly kind: Kind;
  /** Normalized. */
  readonly subject: string;
}

/** An item, and what it was found to be; null where nothing is known yet. */
export interface ItemRecord extends ListItem {
  readonly status: ItemStatus;
  readonly reason: SkipReason | null;
  readonly verdicts: readonly Verdict[] | null;
  readonly confidence: number | null;
  readonly source: StoredSource | null;
  readonly isCached: boolean | null;
  readonly modelVersion: string | null;
  readonly costUsd: number | null;
  readonly classifiedAt: Date | null;
}

/** What decides for a reader, of each kind. */
export const MAIN_DIMENSION: Readonly<Record<Kind, string>> = { domain: 'domain_type', url: 'page_type', keyword: 'intent_type' };
