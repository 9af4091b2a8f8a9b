import { BUCKETS, type Features } from './features.ts';
import { softmax, type LinearModel } from './linear-model.ts';

/** Trains a model from labelled items. Equal rows in equal order give equal bytes, on every machine. */

export interface TrainingRow {
  readonly features: Features;
  readonly label: string;
  /** How much the row counts; 1 is usual. */
  readonly weight?: number;
}

export interface TrainingOptions {
  readonly epochs?: number;
  readonly learningRate?: number;
  /** The strength of the pull towards zero (L2). */
  readonly decay?: number;
  /** Of the word vector, beside the hashed features. */
  readonly denseWeight?: number;
}

const DEFAULTS: Required<TrainingOptions> = { epochs: 12, learningRate: 0.05, decay: 2e-5, denseWeight: 1 };
const EPSILON = 1e-2;
/** Gradients below it change nothing that could be seen. */
const GRADIENT_MIN = 1e-2;

/** Weights and the running sums of squared gradients that set the step of each weight (AdaGrad). */
interface Layer {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
}

export function trainModel(rows: readonly TrainingRow[], options: TrainingOptions = {}): Omit<LinearModel, 'calibration'> {
  const settings = { ...DEFAULTS, ...options };
  const labels = [...new Set(rows.map(({ label }) => label))].toSorted();
  const targets = rows.map(({ label }) => labels.indexOf(label));
  const sparse = makeLayer(BUCKETS * labels.length);
  const dense = makeLayer((rows[0]?.features.dense.length ?? 0) * labels.length);
  const bias = makeLayer(labels.length);
  const order = rows.map((_, at) => at);
  const random = makeRandom();
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const row = rows[at];
      if (row !== undefined) learnRow(row, targets[at] ?? 0, { sparse, dense, bias, count: labels.length, settings });
    }
  }
  for (let at = 0; at < dense.weights.length; at += 1) dense.weights[at] = (dense.weights[at] ?? 0) * settings.denseWeight;
  return { labels, bias: bias.weights, denseWeights: dense.weights, ...quantise(sparse.weights, labels.length) };
}

interface Learner {
  readonly sparse: Layer;
  readonly dense: Layer;
  readonly bias: Layer;
  readonly count: number;
  readonly settings: Required<TrainingOptions>;
}

function learnRow({ features, weight = 1 }: TrainingRow, target: number, { sparse, dense, bias, count, settings }: Learner): void {
  const gradients = scoreRow(features, { sparse, dense, bias, count, settings });
  gradients[target] = (gradients[target] ?? 0) - 1;
  for (let label = 0; label < count; label += 1) {
    const gradient = weight * (gradients[label] ?? 0);
    gradients[label] = Math.abs(gradient) < GRADIENT_MIN ? 0 : gradient;
  }
  const { buckets, values } = features;
  step(bias, 0, gradients, { value: 1, settings });
  for (let at = 0; at < buckets.length; at += 1) step(sparse, (buckets[at] ?? 0) * count, gradients, { value: values[at] ?? 0, settings });
  for (let at = 0; at < features.dense.length; at += 1) {
    step(dense, at * count, gradients, { value: settings.denseWeight * (features.dense[at] ?? 0), settings });
  }
}

function scoreRow({ buckets, values, dense: vector }: Features, { sparse, dense, bias, count, settings }: Learner): Float64Array {
  const scores = new Float64Array(count);
  for (let label = 0; label < count; label += 1) scores[label] = bias.weights[label] ?? 0;
  for (let at = 0; at < buckets.length; at += 1) {
    const from = (buckets[at] ?? 0) * count;
    const value = values[at] ?? 0;
    for (let label = 0; label < count; label += 1) scores[label] = (scores[label] ?? 0) + value * (sparse.weights[from + label] ?? 0);
  }
  for (let at = 0; at < vector.length; at += 1) {
    const value = settings.denseWeight * (vector[at] ?? 0);
    if (value === 0) continue;
    for (let label = 0; label < count; label += 1) {
      scores[label] = (scores[label] ?? 0) + value * (dense.weights[at * count + label] ?? 0);
    }
  }
  return softmax(scores);
}

/** Moves the weights of one feature, which begin at `from`, against the gradients of the labels. */
function step(
  { weights, squares }: Layer,
  from: number,
  gradients: Float64Array,
  { value, settings: { learningRate, decay } }: { readonly value: number; readonly settings: Required<TrainingOptions> },
): void {
  if (value === 0) return;
  for (let label = 0; label < gradients.length; label += 1) {
    const gradient = gradients[label] ?? 0;
    if (gradient === 0) continue;
    const weight = weights[from + label] ?? 0;
    const slope = gradient * value + decay * weight;
    const square = (squares[from + label] ?? 0) + slope * slope;
    squares[from + label] = square;
    weights[from + label] = weight - (learningRate * slope) / Math.sqrt(square + EPSILON);
  }
}

function quantise(weights: Float32Array, count: number): { readonly weights: Int8Array; readonly scales: Float32Array } {
  const scales = new Float32Array(count);
  for (let at = 0; at < weights.length; at += 1) scales[at % count] = Math.max(scales[at % count] ?? 0, Math.abs(weights[at] ?? 0));
  for (let label = 0; label < count; label += 1) scales[label] = (scales[label] ?? 0) / 127 || 1;
  const small = new Int8Array(weights.length);
  for (let at = 0; at < weights.length; at += 1) small[at] = Math.round((weights[at] ?? 0) / (scales[at % count] ?? 1));
  return { weights: small, scales };
}

function makeLayer(size: number): Layer {
  return { weights: new Float32Array(size), squares: new Float32Array(size) };
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
}

const SEED = 0x2545f491;

/** The same numbers from 0 to 1 in every run (xorshift, 32 bits). */
function makeRandom(): () => number {
  let state = SEED;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
