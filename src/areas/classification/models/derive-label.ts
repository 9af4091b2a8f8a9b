import type { Candidate } from '../engine/judgement.ts';

const CONFIDENCE_MAX = 99;

/**
 * A coarser label that follows from a finer one. When the second-best finer one leads to the same, it is as sure as both together.
 * Undefined when nothing follows.
 * @param most what no derived label is surer than, on the scale of the confidences
 */
export function deriveLabel(
  { label, confidence, secondBest }: Candidate & { readonly secondBest?: Candidate | undefined },
  toLabel: (label: string) => string | undefined,
  most = CONFIDENCE_MAX,
): (Candidate & { readonly secondBest?: Candidate }) | undefined {
  const derived = toLabel(label);
  if (derived === undefined) return undefined;
  const second = secondBest === undefined ? undefined : toLabel(secondBest.label);
  if (secondBest === undefined || second === undefined) return { label: derived, confidence };
  if (second === derived) return { label: derived, confidence: Math.max(confidence, Math.min(most, confidence + secondBest.confidence)) };
  return { label: derived, confidence, secondBest: { label: second, confidence: secondBest.confidence } };
}
