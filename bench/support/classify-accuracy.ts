import { assess, prepareItems, prepareOwn, type Assessed, type Assessment } from '../../scripts/train/assess.ts';
import { readEvalRows } from '../../scripts/train/eval-rows.ts';
import { measure, shareRight } from '../../scripts/train/figures.ts';
import { TASKS } from '../../scripts/train/tasks.ts';
import type { BenchRow } from './bench.ts';

interface Bounds {
  readonly folds: number;
  readonly sources: number;
}

/** At least so many percent are right. */
const RIGHT_MIN: Readonly<Record<string, Bounds>> = {
  tier1_type: { folds: 85, sources: 70 },
  domain_type: { folds: 80, sources: 62 },
  page_type: { folds: 93, sources: 72 },
  page_bucket: { folds: 96, sources: 84 },
  intent_type: { folds: 91, sources: 84 },
};
const EARLY_RIGHT_MIN = 92;
const ECE_MAX = 3;
const RULES_RIGHT_MIN = 97;
const RULES_COVERAGE_MIN = 40;
const RULES_SURE = 80;

/** A row for each figure of each dimension that the evaluation rows hold. */
export function measureAccuracy(folder: URL): BenchRow[] {
  return TASKS.flatMap((task) => {
    const measured = prepareItems(task, readEvalRows(folder, task));
    const own = prepareOwn(task);
    return task.dimensions
      .filter(({ evalPart }) => evalPart !== undefined)
      .flatMap((dimension) => assess(dimension, measured, own))
      .flatMap(toRows);
  });
}

function toRows({ dimension, folds, sources, keptAside }: Assessment): BenchRow[] {
  const bounds = RIGHT_MIN[dimension];
  return [
    ...toSplitRows(`${dimension}, folds`, folds, bounds?.folds),
    ...toSplitRows(`${dimension}, source left out`, sources, bounds?.sources),
    ...(keptAside.length === 0 ? [] : toSplitRows(`${dimension}, own aside`, keptAside, undefined)),
    ...toRuleRows(dimension, folds),
  ];
}

/** What is not bounded is shown for comparison. */
function toSplitRows(name: string, rows: readonly Assessed[], rightMin: number | undefined): BenchRow[] {
  const figures = measure(rows);
  const isBounded = rightMin !== undefined;
  return [
    toRow(`${name}: right`, figures.accuracy, isBounded ? { atLeast: rightMin } : undefined),
    toRow(`${name}: macro F1`, figures.macroF1),
    toRow(`${name}: right at 70 and more`, figures.rightAt70, isBounded ? { atLeast: EARLY_RIGHT_MIN } : undefined),
    toRow(`${name}: share at 70 and more`, figures.coverageAt70),
    toRow(`${name}: calibration error`, figures.ece, isBounded ? { atMost: ECE_MAX } : undefined),
  ];
}

function toRuleRows(dimension: string, rows: readonly Assessed[]): BenchRow[] {
  const sure = rows.flatMap(({ rules, truth }) =>
    rules === undefined || rules.confidence < RULES_SURE ? [] : [{ label: rules.label, confidence: rules.confidence / 100, truth }],
  );
  const isDomain = dimension === 'tier1_type' || dimension === 'domain_type';
  return [
    toRow(`${dimension}, rules at 80 and more: right`, shareRight(sure), { atLeast: RULES_RIGHT_MIN }),
    toRow(
      `${dimension}, rules at 80 and more: share`,
      (100 * sure.length) / Math.max(1, rows.length),
      isDomain ? { atLeast: RULES_COVERAGE_MIN } : undefined,
    ),
  ];
}

function toRow(figure: string, value: number, bound?: BenchRow['bound']): BenchRow {
  return { figure, value, unit: '%', ...(bound === undefined ? {} : { bound }) };
}
