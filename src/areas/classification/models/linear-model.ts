import { decodeArtefact, encodeArtefact } from './artefact.ts';
import { calibrate, type Calibration } from './calibration.ts';
import type { Features } from './features.ts';

/**
 * Multinomial logistic regression over hashed features and a word vector: a score per label is a bias, plus the sum of
 * the weights of the features, plus the product with the vector. Weights are 8 bits with one scale a label.
 */
export interface LinearModel {
  readonly labels: readonly string[];
  readonly bias: Float32Array;
  /** Row `bucket` begins at `bucket * labels.length`. */
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  /** Row `dimension of the vector` begins at `dimension * labels.length`. */
  readonly denseWeights: Float32Array;
  readonly calibration: Calibration;
}

interface Header {
  readonly labels: readonly string[];
  readonly calibration: Calibration;
}

export interface Prediction {
  readonly label: string;
  /** The calibrated chance that `label` is right, from 0 to 1. */
  readonly chance: number;
  readonly secondLabel: string;
  readonly secondChance: number;
}

/** The chance of each label before calibration, in the order of `labels`; they sum up to 1. */
export function scoreLabels(model: Omit<LinearModel, 'calibration'>, { buckets, values, dense }: Features): Float64Array {
  const count = model.labels.length;
  const scores = new Float64Array(count);
  for (let at = 0; at < buckets.length; at += 1) {
    const from = (buckets[at] ?? 0) * count;
    const value = values[at] ?? 0;
    for (let label = 0; label < count; label += 1) scores[label] = (scores[label] ?? 0) + value * (model.weights[from + label] ?? 0);
  }
  for (let label = 0; label < count; label += 1) {
    scores[label] = (scores[label] ?? 0) * (model.scales[label] ?? 0) + (model.bias[label] ?? 0);
  }
  for (let at = 0; at < dense.length; at += 1) {
    const value = dense[at] ?? 0;
    if (value === 0) continue;
    for (let label = 0; label < count; label += 1) {
      scores[label] = (scores[label] ?? 0) + value * (model.denseWeights[at * count + label] ?? 0);
    }
  }
  return softmax(scores);
}

export function predict(model: LinearModel, features: Features): Prediction {
  return toPrediction(model.labels, scoreLabels(model, features), model.calibration);
}

/** The best label with its calibrated chance; the second one gets its share of what remains. */
export function toPrediction(labels: readonly string[], chances: Float64Array, calibration: Calibration): Prediction {
  let best = 0;
  for (let at = 1; at < chances.length; at += 1) if ((chances[at] ?? 0) > (chances[best] ?? 0)) best = at;
  let second = best === 0 ? 1 : 0;
  for (let at = 0; at < chances.length; at += 1) if (at !== best && (chances[at] ?? 0) > (chances[second] ?? 0)) second = at;
  const chance = calibrate(calibration, chances[best] ?? 0);
  const rest = 1 - (chances[best] ?? 0);
  const share = rest > 0 ? (chances[second] ?? 0) / rest : 0;
  return { label: labels[best] ?? '', chance, secondLabel: labels[second] ?? '', secondChance: Math.min(chance, (1 - chance) * share) };
}

/** In place. */
export function softmax(scores: Float64Array): Float64Array {
  let highest = -Infinity;
  for (const score of scores) highest = Math.max(highest, score);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const power = Math.exp((scores[at] ?? 0) - highest);
    scores[at] = power;
    sum += power;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum;
  return scores;
}

export function encodeModel({ labels, calibration, bias, weights, scales, denseWeights }: LinearModel): Uint8Array {
  return encodeArtefact<Header>({ header: { labels, calibration }, sections: { bias, scales, denseWeights, weights } });
}

/** @throws Error when the bytes are not a model */
export function decodeModel(bytes: Uint8Array): LinearModel {
  const { header, sections } = decodeArtefact<Header>(bytes);
  const { bias, weights, scales, denseWeights } = sections;
  if (
    !(bias instanceof Float32Array) ||
    !(scales instanceof Float32Array) ||
    !(denseWeights instanceof Float32Array) ||
    !(weights instanceof Int8Array)
  ) {
    throw new Error('Not a model.');
  }
  return { ...header, bias, weights, scales, denseWeights };
}
