import { findConfidence } from '../engine/collect.ts';
import type { StageRun, Verdict } from '../engine/judgement.ts';
import type { Outcome } from '../engine/run-pipeline.ts';
import { REVIEW_BELOW, type SkipReason, type StageCost } from '../engine/stage.ts';
import type { Classification, StoredSource } from '../records/classification.ts';
import { findCached } from './stages/cache-stage.ts';

/** A classification as it was made just now. */
export interface Classified extends Classification {
  /** The cache knew it, and no stage was needed. */
  readonly isCached: boolean;
  readonly stagesRun: readonly StageRun[];
  /** A failure that may pass: it is worth another try. */
  readonly failure: Error | undefined;
}

/** Stages whose answers are rules, whatever they look at. */
const RULES: readonly string[] = ['rules', 'category_hints', 'placeholder'];
/** A person should look at what these left open. */
const REVIEWED: readonly (SkipReason | undefined)[] = ['daily_budget_exceeded', 'budget_exceeded', 'llm_failed'];

export interface Made {
  readonly subject: string;
  readonly decides: readonly string[];
  readonly depth: StageCost;
  readonly now: Date;
}

export function toClassified<Item>(outcome: Outcome<Item>, { subject, decides, depth, now }: Made): Classified {
  const { verdicts, stagesRun, findings, confidence, costUsd, failure, skipReason } = outcome;
  const cached = findCached(findings);
  const isCached = cached !== undefined && stagesRun.length === 1;
  return {
    subject,
    verdicts: [...verdicts.values()],
    confidence,
    source: toSource(verdicts, decides, skipReason),
    // What failed is tried again by the next who asks.
    depth: isCached ? cached.depth : failure === undefined ? depth : 'free',
    needsReview: confidence < REVIEW_BELOW || REVIEWED.includes(skipReason),
    skipReason: isCached ? (cached.skipReason ?? undefined) : skipReason,
    version: findings.findLast(({ origin }) => origin !== undefined)?.origin?.version ?? cached?.version ?? undefined,
    costUsd,
    classifiedAt: isCached ? cached.classifiedAt : now,
    isCached,
    stagesRun,
    failure,
  };
}

function toSource(verdicts: ReadonlyMap<string, Verdict>, decides: readonly string[], skipReason: SkipReason | undefined): StoredSource {
  const stages = decides.flatMap((dimension) => verdicts.get(dimension)?.stage ?? []);
  if (stages.includes('human_feedback')) return 'human_feedback';
  if (skipReason === 'domain_unavailable' && findConfidence(verdicts, decides) < REVIEW_BELOW) return 'skipped_domain_unavailable';
  if (stages.length === 0) return 'failed';
  if (stages.includes('llm')) return 'llm';
  return stages.every((stage) => RULES.includes(stage)) ? 'rules' : 'rules_vectorize';
}
