/**
 * A stage of a pipeline as a value. It takes a batch, so that a thousand items cost one query where one would
 * cost a thousand; an item alone is a batch of one.
 */
import type { Judgement, StageRun, Verdict } from './judgement.ts';

/** `free` uses this machine and our stores only; `network` reads pages of the web; `paid` asks a language model. */
export const STAGE_COSTS = ['free', 'network', 'paid'] as const;
export type StageCost = (typeof STAGE_COSTS)[number];

/** In the order of the pipelines (docs/classification.md). */
export const STAGE_NAMES = [
  'cache',
  'domain_cache',
  'rules',
  'category_hints',
  'similarity',
  'low_noise_crawl',
  'content',
  'full_page',
  'rendered_page',
  'placeholder',
  'llm',
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** Why an item did not get the stages that it would have needed. */
export type SkipReason = 'daily_budget_exceeded' | 'budget_exceeded' | 'llm_not_configured' | 'llm_failed' | 'domain_unavailable';

/** From which confidence on an answer replaces one that is surer, but less sure than `below`. */
export interface Replacing {
  readonly dimensions: ReadonlySet<string>;
  readonly from: number;
  readonly below: number;
}

/** What a stage found out about one item. */
export interface Finding {
  readonly judgements: readonly (Judgement | Verdict)[];
  /** The stage weighed what earlier ones say of these dimensions, so its answers count as theirs and its own. */
  readonly replaces?: Replacing | undefined;
  readonly costUsd?: number | undefined;
  /** Why the stage could not judge, although it would have been its turn. */
  readonly skipReason?: SkipReason | undefined;
  /** A failure that may pass: the item is worth another try later. */
  readonly failure?: Error | undefined;
  /** No later stage can say more: the site is gone, or the answer is known. */
  readonly isLast?: boolean | undefined;
  /** Which model and prompt gave it. */
  readonly origin?: { readonly version: string } | undefined;
}

/** One item on its way through a pipeline. */
export interface Case<Item> {
  readonly item: Item;
  /** The best answer so far, by dimension. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly stagesRun: readonly StageRun[];
  readonly findings: readonly Finding[];
}

export interface Stage<Item, Work> {
  readonly name: StageName;
  readonly cost: StageCost;
  /** @returns a finding for each case, in their order */
  readonly run: (cases: readonly Case<Item>[], work: Work) => readonly Finding[] | Promise<readonly Finding[]>;
}

export interface Pipeline<Item, Work> {
  /** The dimensions that must be sure before a pipeline ends early. */
  readonly decides: readonly string[];
  readonly stages: readonly Stage<Item, Work>[];
}

/** From what confidence on a stage ends the pipeline; 0 to 100. */
export interface Thresholds {
  readonly of: Readonly<Partial<Record<StageName, number>>>;
  readonly otherwise: number;
}

/** A stage that is less sure than 70 of 100 leaves the question to the next one. */
export const WORKFLOW_THRESHOLDS: Thresholds = { of: {}, otherwise: 70 };
export const COST_THRESHOLDS: Thresholds = { of: { rules: 80 }, otherwise: 70 };
/** Below it a person should look. */
export const REVIEW_BELOW = 65;
/** From it on an answer becomes an example that others are compared with. */
export const LEARNING_THRESHOLDS = { domain: 80, url: 65, keyword: 70 } as const;

export const NOTHING: Finding = { judgements: [] };
