import type { Verdict } from './judgement.ts';

/** A label, and why, under the names of the wire. Confidences from 0 to 100, whole numbers. */
export interface DescribedVerdict {
  readonly label: string;
  readonly confidence: number;
  readonly stage: string;
  readonly second_best: { readonly label: string; readonly confidence: number } | null;
  readonly evidence: readonly string[];
}

/** By dimension. */
export function describeVerdicts(verdicts: readonly Verdict[]): Record<string, DescribedVerdict> {
  return Object.fromEntries(verdicts.map((verdict) => [verdict.dimension, describeVerdict(verdict)]));
}

function describeVerdict({ label, confidence, stage, secondBest, evidence }: Verdict): DescribedVerdict {
  const second = secondBest === undefined ? null : { label: secondBest.label, confidence: Math.round(secondBest.confidence) };
  return { label, confidence: Math.round(confidence), stage, second_best: second, evidence };
}
