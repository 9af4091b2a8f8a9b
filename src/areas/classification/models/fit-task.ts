import { fitCalibration, type Outcome } from './calibration.ts';
import type { Features } from './features.ts';
import { hashText } from './hashing.ts';
import { scoreLabels, toPrediction, type LinearModel, type Prediction } from './linear-model.ts';
import { trainModel, type TrainingOptions } from './train-model.ts';

/** Training and calibration of one dimension. Pure and slow (seconds): the service calls it in a worker thread. */

/** A labelled item as training sees it. */
export interface FittingRow {
  readonly features: Features;
  /** Acceptable labels, the preferred one first: it is what the model learns; any of them is right. */
  readonly labels: readonly string[];
  /** Rows of one group never stand on both sides of a split. */
  readonly group: string;
  readonly source: string;
  readonly weight?: number;
  /** Trained on in every split, never asked about. */
  readonly isExtra?: boolean;
  /** Rules decide it by themselves, so that it says nothing of how right a model is where it is asked. */
  readonly isDecided?: boolean;
  /** Asked about, never trained on: its licence forbids to ship what is made of it. */
  readonly isAskedOnly?: boolean;
}

/** What a model said of a row that it was not trained on. */
export interface FoldOutcome extends Outcome {
  readonly row: FittingRow;
  readonly label: string;
  readonly second: { readonly label: string; readonly stated: number };
  readonly fold: string;
}

const FOLDS = 5;

/**
 * A model of all rows, calibrated on what models say of rows that they were not trained on: of other groups, and of
 * other sources, because what comes in later is like neither. What rules decide is easier than what a model is asked about, and left out.
 */
export function fitModel(rows: readonly FittingRow[], options?: TrainingOptions): LinearModel {
  const outcomes = [...predictFolds(rows, toGroupFold, options), ...predictFolds(rows, toSourceFold, options)];
  return { ...trainModel(toTrainingRows(rows), options), calibration: fitCalibration(outcomes.filter(isOpen)) };
}

/** Whether the model has the last word. */
export function isOpen({ row }: FoldOutcome): boolean {
  return row.isDecided !== true;
}

/** Trains one model per fold on the rows outside it, and asks it about the rows inside. */
export function predictFolds(rows: readonly FittingRow[], toFold: (row: FittingRow) => string, options?: TrainingOptions): FoldOutcome[] {
  const asked = rows.filter(({ isExtra = false }) => !isExtra);
  return [...Map.groupBy(asked, toFold)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([fold, inside]) => {
      const groups = new Set(inside.map(({ group }) => group));
      const outside = rows.filter(
        (row) => row.isAskedOnly !== true && (row.isExtra === true || toFold(row) !== fold) && !groups.has(row.group),
      );
      if (outside.length === 0) return [];
      const model = trainModel(toTrainingRows(outside), options);
      return inside.map((row) => toOutcome(row, fold, toPrediction(model.labels, scoreLabels(model, row.features), [])));
    });
}

/** One of five, by the hash of the group. */
export function toGroupFold({ group }: FittingRow): string {
  return String(hashText('fold', group) % FOLDS);
}

/** Several sources are left out together, which trains fewer models. */
function toSourceFold({ source }: FittingRow): string {
  return String(hashText('source', source) % FOLDS);
}

function toOutcome(row: FittingRow, fold: string, { label, chance, secondLabel, secondChance }: Prediction): FoldOutcome {
  return { row, fold, label, stated: chance, second: { label: secondLabel, stated: secondChance }, isRight: row.labels.includes(label) };
}

function toTrainingRows(rows: readonly FittingRow[]): { readonly features: Features; readonly label: string; readonly weight: number }[] {
  return rows.map(({ features, labels, weight = 1 }) => ({ features, label: labels[0] ?? '', weight }));
}
