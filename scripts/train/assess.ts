import type { Candidate, Judgement } from '#areas/classification/engine/judgement.ts';
import { calibrate, fitCalibration, type Calibration } from '#areas/classification/models/calibration.ts';
import { readOwnExamples } from '#areas/classification/models/examples.ts';
import { fitModel, isOpen, predictFolds, toGroupFold, type FittingRow, type FoldOutcome } from '#areas/classification/models/fit-task.ts';
import { deriveLabel } from '#areas/classification/models/derive-label.ts';
import { hashText } from '#areas/classification/models/hashing.ts';
import { predict } from '#areas/classification/models/linear-model.ts';
import {
  fitRules,
  chooseMeasured,
  type RuleJudgement,
  type RuleOutcome,
  type RuleRecords,
} from '#areas/classification/models/rule-confidence.ts';
import { KNOWN, type DerivedDimension, type LabelledItem, type Task, type TaskDimension } from '#areas/classification/models/task.ts';
import { toOrigin, type EvalRow } from './eval-rows.ts';
import type { Measured } from './figures.ts';

/** How rules and models of a dimension do on rows that the models were not trained on. */
export interface Assessment {
  readonly dimension: string;
  /** Groups are kept together; five folds. */
  readonly folds: readonly Assessed[];
  /** Each source is judged by models that never saw it; several are left out together. */
  readonly sources: readonly Assessed[];
  /** Own examples that were kept aside, judged by a model of everything else. */
  readonly keptAside: readonly Assessed[];
}

/** Confidences from 0 to 1. */
interface Answer extends Candidate {
  readonly secondBest?: Candidate;
}

/** One row: the final answer, and what rules and model said by themselves. */
export interface Assessed extends Measured, Answer {
  readonly item: LabelledItem;
  readonly rules: Judgement | undefined;
  readonly model: Answer;
}

/** An item with what does not depend on the split. */
export interface PreparedItem extends LabelledItem {
  readonly row: Omit<FittingRow, 'labels'>;
  /** As the tables state it. */
  readonly rules: readonly RuleJudgement[];
}

/**
 * Rows of lists come in hundreds of one origin each, and teach what is of the origin; own examples are of no origin. Counting them more
 * makes models better on sources that they never saw, by two to three points.
 */
const OWN_WEIGHT = 8;
const RULES_EXIT = 80;
/** No derived label is surer. */
const SURE_MOST = 0.99;
/** Sources are left out in so many parts, each with several of them: one at a time takes an hour and gives the same figures. */
const SOURCE_PARTS = 10;

/** @param share what every row has besides */
export function prepareItems(
  task: Task,
  items: readonly LabelledItem[],
  share: Pick<FittingRow, 'weight' | 'isExtra' | 'isAskedOnly'> = {},
): PreparedItem[] {
  return items.map((item) => ({
    ...item,
    row: {
      features: task.toFeatures(item.input),
      group: task.toGroup(item.input),
      source: toOrigin(item.source),
      ...share,
      weight: item.weight ?? share.weight ?? 1,
    },
    rules: task.stateByRules(item.input),
  }));
}

/** Evaluation rows as each may be used. */
export function prepareEvalRows(task: Task, rows: readonly EvalRow[]): PreparedItem[] {
  return rows.flatMap((row) => prepareItems(task, [row], { isExtra: row.use === 'train_only', isAskedOnly: row.use === 'measure_only' }));
}

/** Own examples, and what the rules know by name; none of these is of a group that is kept aside. */
export function prepareOwn(task: Task): { readonly trained: PreparedItem[]; readonly keptAside: PreparedItem[] } {
  const { trained, keptAside } = readOwnExamples(task);
  const aside = new Set(keptAside.map(({ input }) => task.toGroup(input)));
  const known = (task.known?.() ?? []).filter(({ input }) => !aside.has(task.toGroup(input)));
  return {
    trained: [...prepareItems(task, trained, { weight: OWN_WEIGHT }), ...prepareItems(task, known, KNOWN)],
    keptAside: prepareItems(task, keptAside),
  };
}

/** A dimension and those that follow from it. Own examples are trained on in every split, and not measured there. */
export function assess(
  dimension: TaskDimension,
  measured: readonly PreparedItem[],
  own: { readonly trained: readonly PreparedItem[]; readonly keptAside: readonly PreparedItem[] },
): Assessment[] {
  const assessment = assessDimension(dimension, measured, own);
  return [assessment, ...(dimension.derived ?? []).map((derived) => assessDerived(assessment, derived))];
}

function assessDerived({ folds, sources, keptAside }: Assessment, { name, toLabel }: DerivedDimension): Assessment {
  const derive = (answer: Answer): Answer => deriveLabel(answer, toLabel, SURE_MOST) ?? { ...answer, label: '' };
  const deriveAll = (all: readonly Assessed[]): Assessed[] =>
    all
      .filter(({ item }) => item.labels[name] !== undefined)
      .map((one) => ({
        ...one,
        ...derive(one),
        truth: one.item.labels[name] ?? [],
        rules: one.rules === undefined ? undefined : { ...one.rules, ...(deriveLabel(one.rules, toLabel) ?? { label: '' }) },
        model: derive(one.model),
      }));
  return { dimension: name, folds: deriveAll(folds), sources: deriveAll(sources), keptAside: deriveAll(keptAside) };
}

function assessDimension(
  dimension: TaskDimension,
  measured: readonly PreparedItem[],
  own: { readonly trained: readonly PreparedItem[]; readonly keptAside: readonly PreparedItem[] },
): Assessment {
  const { name, options } = dimension;
  const rows = toRows(measured, name);
  const extra = [...toRows(own.trained, name).keys()].map((row) => ({ ...row, isExtra: true }));
  const all = [...rows.keys(), ...extra];
  const outcomes = toRuleOutcomes(rows, dimension);
  const judge = (toFold: (row: FittingRow) => string): Assessed[] => {
    const folds = [...Map.groupBy(calibrateAcross(predictFolds(all, toFold, options)), ({ outcome }) => outcome.fold)];
    return folds.flatMap(([fold, judged]) => {
      const records = fitRules(outcomes.filter(({ row }) => toFold(row) !== fold));
      return judged.map(({ outcome, answer }) => toAssessed(getItem(rows, outcome.row), dimension, answer, records));
    });
  };
  return {
    dimension: name,
    folds: measured.length === 0 ? [] : judge(toGroupFold),
    sources: measured.length === 0 ? [] : judge(({ source }) => String(hashText('source', source) % SOURCE_PARTS)),
    keptAside: assessKeptAside(dimension, toRows([...measured, ...own.trained], name), own.keptAside),
  };
}

function assessKeptAside(
  dimension: TaskDimension,
  rows: ReadonlyMap<FittingRow, PreparedItem>,
  keptAside: readonly PreparedItem[],
): Assessed[] {
  const { name, options } = dimension;
  const aside = toRows(keptAside, name);
  if (aside.size === 0) return [];
  const groups = new Set([...aside.keys()].map(({ group }) => group));
  const others = [...rows.keys()].filter(({ group }) => !groups.has(group));
  const model = fitModel(others, options);
  const records = fitRules(toRuleOutcomes(rows, dimension));
  return [...aside].map(([row, item]) => {
    const { label, chance, secondLabel, secondChance } = predict(model, row.features);
    const answer = { label, confidence: chance, secondBest: { label: secondLabel, confidence: secondChance } };
    return toAssessed(item, dimension, answer, records);
  });
}

export function toRows(items: readonly PreparedItem[], dimension: string): Map<FittingRow, PreparedItem> {
  return new Map(
    items.flatMap((item) => {
      const labels = item.labels[dimension];
      if (labels === undefined) return [];
      const isDecided = item.rules.some((stated) => stated.dimension === dimension && stated.confidence >= RULES_EXIT);
      return [[{ ...item.row, labels, isDecided }, item]];
    }),
  );
}

/** What the surest rule, as its table states it, made of each of the rows that may measure them: not of those whose labels cue words gave, nor of own examples. */
export function toRuleOutcomes(
  rows: ReadonlyMap<FittingRow, PreparedItem>,
  { name, measuredAs = {} }: TaskDimension,
): (RuleOutcome & { readonly row: FittingRow })[] {
  const merge = (label: string): string => measuredAs[label] ?? label;
  return [...rows].flatMap(([row, { rules, labels }]) => {
    if (row.isExtra === true || row.isAskedOnly === true || row.source.startsWith('own')) return [];
    const truth = (labels[name] ?? []).map(merge);
    const stated = rules.find(({ dimension }) => dimension === name);
    if (stated === undefined) return [];
    return [{ row, rule: stated.rule, source: row.source, stated: stated.confidence / 100, isRight: truth.includes(merge(stated.label)) }];
  });
}

function getItem(rows: ReadonlyMap<FittingRow, PreparedItem>, row: FittingRow): PreparedItem {
  const item = rows.get(row);
  if (item === undefined) throw new Error('Each outcome belongs to a row.');
  return item;
}

/** The outcomes of a fold are calibrated on those of all other folds. */
function calibrateAcross(outcomes: readonly FoldOutcome[]): { readonly outcome: FoldOutcome; readonly answer: Answer }[] {
  return [...new Set(outcomes.map(({ fold }) => fold))].flatMap((fold) => {
    const calibration = fitCalibration(outcomes.filter((outcome) => outcome.fold !== fold && isOpen(outcome)));
    return outcomes.filter((outcome) => outcome.fold === fold).map((outcome) => ({ outcome, answer: toAnswer(outcome, calibration) }));
  });
}

/** The second label gets its share of what remains, as in the service. */
function toAnswer({ label, stated, second }: FoldOutcome, calibration: Calibration): Answer {
  const confidence = calibrate(calibration, stated);
  const share = stated < 1 ? second.stated / (1 - stated) : 0;
  return { label, confidence, secondBest: { label: second.label, confidence: Math.min(confidence, (1 - confidence) * share) } };
}

/** The rules decide from 80 on, as in the cost pipeline; below, the surer one of rules and model. */
function toAssessed(item: PreparedItem, { name, measuredAs = {} }: TaskDimension, model: Answer, records: RuleRecords): Assessed {
  const merge = (label: string): string => measuredAs[label] ?? label;
  const rules = chooseMeasured(
    item.rules.filter(({ dimension }) => dimension === name),
    records,
  );
  const isByRules = rules !== undefined && (rules.confidence >= RULES_EXIT || rules.confidence / 100 > model.confidence);
  const decided = isByRules ? toShares(rules) : model;
  return {
    ...decided,
    label: merge(decided.label),
    truth: (item.labels[name] ?? []).map(merge),
    item,
    rules: rules === undefined ? undefined : { ...rules, label: merge(rules.label) },
    model: { ...model, label: merge(model.label) },
  };
}

function toShares({ label, confidence, secondBest }: Judgement): Answer {
  return {
    label,
    confidence: confidence / 100,
    ...(secondBest === undefined ? {} : { secondBest: { label: secondBest.label, confidence: secondBest.confidence / 100 } }),
  };
}
