import type { Judgement } from '../../engine/judgement.ts';
import { calibrate, fitCalibration } from '../../models/calibration.ts';
import { predictFolds, type FittingRow } from '../../models/fit-task.ts';
import { hashText } from '../../models/hashing.ts';
import type { LinearModel } from '../../models/linear-model.ts';
import { trainModel, type TrainingOptions, type TrainingRow } from '../../models/train-model.ts';
import { CONFIDENCE_MIN, INDEPENDENT_MIN } from '../../similarity/blend.ts';
import type { Example, Kind } from '../../similarity/example.ts';
import { isTenant, toSource } from '../../similarity/independent.ts';
import {
  judgeByTaught,
  moveLabel,
  NOTHING,
  TAUGHT_BUCKETS,
  TAUGHT_DIMENSIONS,
  toTaughtFeatures,
  type TaughtModels,
} from './judge-by-taught.ts';

/** An item with its acceptable labels by dimension. */
interface Known {
  readonly item: string;
  readonly truth: Readonly<Record<string, readonly string[]>>;
}

export interface TaughtInput {
  readonly kind: Kind;
  /** Corrected items. */
  readonly examples: readonly Example[];
  /** Measured, never trained on. */
  readonly fixed: readonly Known[];
  /** What must stay as it is where it is not alike: shipped examples and known hosts. */
  readonly anchors: readonly Known[];
  /** What rules and shipped models say. */
  readonly judge: (item: string) => readonly Judgement[];
}

/** Right labels of a dimension: of the fixed set, and of corrected items, each judged by those of other sources. */
interface Right {
  readonly fixed: number;
  readonly corrected: number;
}

/** How a model of what was corrected does. */
export interface TaughtMeasure {
  readonly dimension: string;
  /** Corrected items of labels that at least three sources say. */
  readonly corrections: number;
  /** What it says: labels that help at least three corrected items and make no shipped example wrong. None: there is no model. */
  readonly labels: readonly string[];
  readonly before: Right;
  readonly after: Right;
}

export interface FittedTaught {
  readonly models: TaughtModels;
  readonly measures: readonly TaughtMeasure[];
}

/** The vector of the words weighs more than in shipped models: corrections are few, and speak for what shares a meaning and no letters. */
const OPTIONS: TrainingOptions = { epochs: 15, learningRate: 0.1, denseWeight: 4 };
const ANCHORS_MAX = 2_500;
/** What anchors together count, as a multiple of all corrections: with half of it the fixed set got worse. */
const ANCHORS_WEIGHT = 4;
/** Fewer corrected items that others help may be chance. */
const HELPED_MIN = 3;
const FOLDS = 5;

/** Fits a model for each dimension that decides, and keeps what of it helps. Seconds of work, for a worker thread. */
export function fitTaught(input: TaughtInput): FittedTaught {
  const fitted = TAUGHT_DIMENSIONS[input.kind].flatMap((dimension) => fitDimension(dimension, input) ?? []);
  return {
    models: new Map(fitted.flatMap(({ model, measure }) => (measure.labels.length > 0 ? [[measure.dimension, model]] : []))),
    measures: fitted.map(({ measure }) => measure),
  };
}

interface Fitted {
  readonly model: LinearModel;
  readonly measure: TaughtMeasure;
}

function fitDimension(dimension: string, input: TaughtInput): Fitted | undefined {
  const corrected = listCorrected(dimension, input);
  if (corrected.length === 0) return undefined;
  const rows = [...corrected, ...listAnchors(dimension, input, corrected)];
  const outcomes = predictFolds(
    rows.map(({ row }) => row),
    toFold,
    OPTIONS,
  );
  const calibration = fitCalibration(outcomes.filter(({ label }) => label !== NOTHING));
  const model = toSmall(trainModel(toTrainingRows(rows), OPTIONS), calibration);

  const { kind, judge, fixed } = input;
  const toTried = (
    origin: Tried['origin'],
    { item, truth }: Known,
    judgeAgain: (before: readonly Judgement[]) => readonly Judgement[],
  ): Tried => {
    const [before, after] = [judge(item), judgeAgain(judge(item))].map(
      (judged) => judged.find((one) => one.dimension === dimension)?.label,
    );
    const [wasRight, isRight] = [before, after].map((label) => label !== undefined && truth[dimension]?.includes(label) === true);
    return { origin, label: after ?? NOTHING, wasRight: wasRight === true, isRight: isRight === true };
  };
  const byRow = new Map(rows.map((one) => [one.row, one]));
  const leftOut = outcomes.flatMap(({ row, label, stated }) => {
    const one = byRow.get(row);
    // An anchor that is like no correction stays as right as it was, and is not judged.
    if (one === undefined || (one.origin === 'anchor' && label === NOTHING)) return [];
    const move = { dimension, label, chance: calibrate(calibration, stated) };
    return [toTried(one.origin, one, (before) => moveLabel(kind, before, move))];
  });
  const models = new Map([[dimension, model]]);
  const ofFixed = fixed.map((one) => toTried('fixed', one, (before) => judgeByTaught(models, { kind, item: one.item }, before)));
  return keepLabels({ dimension, corrections: corrected.length, model, tried: [...leftOut, ...ofFixed] });
}

/** An item with and without the model. */
interface Tried {
  readonly origin: 'corrected' | 'anchor' | 'fixed';
  /** With it. */
  readonly label: string;
  readonly wasRight: boolean;
  readonly isRight: boolean;
}

/** The model, that says labels only which help corrected items of other sources and make no shipped example wrong. */
function keepLabels(given: {
  readonly dimension: string;
  readonly corrections: number;
  readonly model: LinearModel;
  readonly tried: readonly Tried[];
}): Fitted {
  const { dimension, corrections, model, tried } = given;
  const labels = model.labels.filter((label) => {
    const gain = (origin: Tried['origin']): number => sumGains(tried.filter((one) => one.label === label && one.origin === origin));
    return label !== NOTHING && gain('corrected') >= HELPED_MIN && gain('anchor') >= 0 && gain('fixed') >= 0;
  });
  const kept = new Set(labels);
  const count = (origin: Tried['origin'], isAfter: boolean): number =>
    tried.filter((one) => one.origin === origin && (isAfter && kept.has(one.label) ? one.isRight : one.wasRight)).length;
  const measure = {
    dimension,
    corrections,
    labels,
    before: { fixed: count('fixed', false), corrected: count('corrected', false) },
    after: { fixed: count('fixed', true), corrected: count('corrected', true) },
  };
  return { model: { ...model, labels: model.labels.map((label) => (kept.has(label) ? label : NOTHING)) }, measure };
}

function sumGains(tried: readonly Tried[]): number {
  return tried.reduce((sum, { wasRight, isRight }) => sum + Number(isRight) - Number(wasRight), 0);
}

function toTrainingRows(rows: readonly TaughtRow[]): TrainingRow[] {
  return rows.flatMap(({ row: { features, labels, weight = 1, isAskedOnly = false } }) =>
    isAskedOnly ? [] : [{ features, label: labels[0] ?? NOTHING, weight }],
  );
}

interface TaughtRow extends Known {
  readonly origin: 'corrected' | 'anchor';
  readonly row: FittingRow;
}

/** Corrected items of labels that enough sources say; those of one source share one weight. */
function listCorrected(dimension: string, { kind, examples }: TaughtInput): TaughtRow[] {
  const said = examples.flatMap(({ item, labels, confidence }) => {
    const label = labels[dimension];
    const subject = { kind, item };
    if (label === undefined || confidence < CONFIDENCE_MIN || isTenant(subject)) return [];
    return [{ item, label, source: toSource(subject), subject }];
  });
  return [...Map.groupBy(said, ({ label }) => label).values()].flatMap((ofLabel) => {
    const bySource = Map.groupBy(ofLabel, ({ source }) => source);
    if (bySource.size < INDEPENDENT_MIN) return [];
    return ofLabel.map(({ item, label, source, subject }): TaughtRow => {
      const weight = 1 / (bySource.get(source)?.length ?? 1);
      const row = { features: toTaughtFeatures(subject), labels: [label], group: source, source, weight };
      return { item, truth: { [dimension]: [label] }, origin: 'corrected', row };
    });
  });
}

/** Anchors that have a corrected label are asked about only: to move others there is right. */
function listAnchors(dimension: string, { kind, examples, anchors }: TaughtInput, corrected: readonly TaughtRow[]): TaughtRow[] {
  const labels = new Set(corrected.flatMap(({ row }) => row.labels));
  const own = new Set(examples.map(({ item }) => item));
  const usable = anchors.filter(({ item, truth }) => truth[dimension] !== undefined && !own.has(item));
  const chosen = usable.toSorted((one, other) => hashText('anchor', one.item) - hashText('anchor', other.item)).slice(0, ANCHORS_MAX);
  const weight = (ANCHORS_WEIGHT * corrected.length) / Math.max(1, chosen.length);
  return chosen.map(({ item, truth }): TaughtRow => {
    const subject = { kind, item };
    const shared = (truth[dimension] ?? []).filter((label) => labels.has(label));
    const source = toSource(subject);
    const row = { features: toTaughtFeatures(subject), group: source, source, weight: Math.min(1, weight) };
    const isShared = shared.length > 0;
    return { item, truth, origin: 'anchor', row: { ...row, labels: isShared ? [...shared, NOTHING] : [NOTHING], isAskedOnly: isShared } };
  });
}

function toFold({ source }: FittingRow): string {
  return String(hashText('taught', source) % FOLDS);
}

/** Only the first buckets are used. */
function toSmall(model: Omit<LinearModel, 'calibration'>, calibration: LinearModel['calibration']): LinearModel {
  return { ...model, weights: model.weights.slice(0, TAUGHT_BUCKETS * model.labels.length), calibration };
}
