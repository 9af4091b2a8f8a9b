import type { Judgement } from '../engine/judgement.ts';
import type { Features } from './features.ts';
import { predict } from './linear-model.ts';
import { loadModel } from './load-models.ts';

/** What the shipped model of a dimension says, with its calibrated confidence. */
export function judgeByModel(dimension: string, features: Features, evidence: readonly string[]): Judgement {
  const { label, chance, secondLabel, secondChance } = predict(loadModel(dimension), features);
  return {
    dimension,
    label,
    confidence: toConfidence(chance),
    ...(secondLabel === '' ? {} : { secondBest: { label: secondLabel, confidence: toConfidence(secondChance) } }),
    evidence,
  };
}

function toConfidence(chance: number): number {
  return Math.round(chance * 1000) / 10;
}
