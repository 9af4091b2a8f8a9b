import { describeVerdicts, type DescribedVerdict } from '../engine/describe-verdict.ts';
import type { StageRun } from '../engine/judgement.ts';
import type { Classification, ClassificationSource } from './classification.ts';

/** A classification under the names of the wire: what endpoints answer and workflows end with. */
export interface Described {
  readonly subject: string;
  /** By dimension. */
  readonly verdicts: Readonly<Record<string, DescribedVerdict>>;
  readonly confidence: number;
  readonly source: ClassificationSource;
  readonly needs_review: boolean;
  /** A stage that would have been needed did not run, and `skip_reason` says why. */
  readonly skipped: boolean;
  readonly skip_reason: string | null;
  readonly cached: boolean;
  readonly stages_run: readonly { readonly stage: string; readonly ms: number; readonly cost_usd: number }[];
  readonly cost_usd: number;
  readonly model_version: string | null;
  /** ISO 8601. */
  readonly classified_at: string;
}

interface Describable extends Classification {
  readonly isCached: boolean;
  readonly stagesRun: readonly StageRun[];
}

export function describe(classification: Describable): Described {
  const { subject, verdicts, confidence, source, needsReview, skipReason, isCached, stagesRun, costUsd, version } = classification;
  return {
    subject,
    verdicts: describeVerdicts(verdicts),
    confidence: Math.round(confidence),
    source: isCached && source !== 'human_feedback' ? 'cache' : source,
    needs_review: needsReview,
    skipped: skipReason !== undefined,
    skip_reason: skipReason ?? null,
    cached: isCached,
    stages_run: stagesRun.map(({ stage, ms, costUsd: cost }) => ({ stage, ms: Math.round(ms * 1000) / 1000, cost_usd: cost })),
    cost_usd: costUsd,
    model_version: version ?? null,
    classified_at: classification.classifiedAt.toISOString(),
  };
}
