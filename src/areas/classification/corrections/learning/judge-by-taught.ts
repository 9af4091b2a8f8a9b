import { DECIDED } from '../../engine/free-judges.ts';
import type { Judgement } from '../../engine/judgement.ts';
import type { Features } from '../../models/features.ts';
import { predict, type LinearModel } from '../../models/linear-model.ts';
import { SURE } from '../../similarity/blend.ts';
import { TASKS } from '../../similarity/embed-item.ts';
import type { Kind } from '../../similarity/example.ts';
import { isTenant, type Subject } from '../../similarity/independent.ts';
import { implyLabels } from '../complete-labels.ts';

/** Small models of what was corrected, of one kind, by dimension. */
export type TaughtModels = ReadonlyMap<string, LinearModel>;

/** The label of items that are like nothing that was corrected. */
export const NOTHING = '';

/** In the order in which they speak: from the type of a domain its tier follows. */
export const TAUGHT_DIMENSIONS: Readonly<Record<Kind, readonly string[]>> = { ...DECIDED, domain: ['domain_type', 'tier1_type'] };

/** A power of two: so few rows of weights fit in a setting, and some hundred corrections need no more. */
export const TAUGHT_BUCKETS = 1_024;

/** It ends no pipeline and beats no sure judgement. */
const CONFIDENCE_MAX = SURE - 1;

/** What the shipped models see of an item, in fewer buckets. */
export function toTaughtFeatures({ kind, item }: Subject): Features {
  const features = TASKS[kind].toFeatures(item);
  return { ...features, buckets: features.buckets.map((bucket) => bucket & (TAUGHT_BUCKETS - 1)) };
}

/**
 * What corrections of items that are alike by meaning say of an unsure one. A judgement of 70 and more stays, and what comes out stays
 * below; tenants of platforms are left out.
 */
export function judgeByTaught(models: TaughtModels, subject: Subject, judgements: readonly Judgement[]): readonly Judgement[] {
  const unsure = TAUGHT_DIMENSIONS[subject.kind].filter((dimension) => models.has(dimension) && isUnsure(judgements, dimension));
  if (unsure.length === 0 || isTenant(subject)) return judgements;
  const features = toTaughtFeatures(subject);
  let judged = judgements;
  for (const dimension of unsure) {
    const model = models.get(dimension);
    if (model !== undefined) judged = moveLabel(subject.kind, judged, { dimension, ...predict(model, features) });
  }
  return judged;
}

export interface Move {
  readonly dimension: string;
  readonly label: string;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Gives a dimension a surer label, with the labels that follow from it, unless one of these is sure to be another. */
export function moveLabel(kind: Kind, judgements: readonly Judgement[], { dimension, label, chance }: Move): readonly Judgement[] {
  const confidence = Math.min(CONFIDENCE_MAX, Math.round(100 * chance));
  const known = judgements.find((judgement) => judgement.dimension === dimension);
  if (label === NOTHING || known === undefined || 100 * chance <= known.confidence || !isUnsure(judgements, dimension)) return judgements;
  const implied = implyLabels(kind, { [dimension]: label });
  const contradicts = judgements.some((one) => !isUnsure([one], one.dimension) && (implied[one.dimension] ?? one.label) !== one.label);
  if (contradicts) return judgements;
  return judgements.map((one) => {
    const given = implied[one.dimension];
    if (given === undefined || !isUnsure([one], one.dimension)) return one;
    const secondBest = given === one.label ? one.secondBest : { label: one.label, confidence: Math.min(one.confidence, confidence) };
    const evidence = ['like what people corrected', ...(given === one.label ? one.evidence : [])];
    return {
      dimension: one.dimension,
      label: given,
      confidence: Math.max(confidence, one.label === given ? one.confidence : 0),
      secondBest,
      evidence,
    };
  });
}

function isUnsure(judgements: readonly Judgement[], dimension: string): boolean {
  return judgements.some((judgement) => judgement.dimension === dimension && judgement.confidence < SURE);
}
