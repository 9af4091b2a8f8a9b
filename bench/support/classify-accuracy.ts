import { assess, prepareEvalRows, prepareOwn, type Assessed, type Assessment } from '../../scripts/train/assess.ts';
import { readEvalRows } from '../../scripts/train/eval-rows.ts';
import { measure, shareRight } from '../../scripts/train/figures.ts';
import { TASKS } from '../../scripts/train/tasks.ts';
import type { BenchRow } from './bench.ts';

/** Of sources that the models did not see, in percent. */
interface Bounds {
  readonly right: number;
  /** What leaves the pipeline after a free stage: so many of it are right, and it is so much of all. */
  readonly earlyRight?: number;
  readonly earlyShare?: number;
}

const BOUNDS: Readonly<Record<string, Bounds>> = {
  tier1_type: { right: 76, earlyRight: 93, earlyShare: 40 },
  domain_type: { right: 70, earlyRight: 93, earlyShare: 40 },
  page_type: { right: 84, earlyRight: 92, earlyShare: 65 },
  page_bucket: { right: 90 },
  intent_type: { right: 87, earlyRight: 95, earlyShare: 55 },
};
const ECE_MAX = 4;
const RULES_SURE = 80;

/** A row for each figure of each dimension that the evaluation rows hold. */
export function measureAccuracy(folder: URL): BenchRow[] {
  return TASKS.flatMap((task) => {
    const measured = prepareEvalRows(task, readEvalRows(folder, task));
    const own = prepareOwn(task);
    return task.dimensions
      .filter(({ evalPart }) => evalPart !== undefined)
      .flatMap((dimension) => assess(dimension, measured, own))
      .flatMap(toRows);
  });
}

function toRows({ dimension, folds, sources, keptAside }: Assessment): BenchRow[] {
  return [
    ...toSplitRows(`${dimension}, source left out`, sources, BOUNDS[dimension]),
    ...toSplitRows(`${dimension}, folds`, folds),
    ...(keptAside.length === 0 ? [] : toSplitRows(`${dimension}, own aside`, keptAside)),
    ...toRuleRows(dimension, sources),
  ];
}

/** What is not bounded is shown for comparison. */
function toSplitRows(name: string, rows: readonly Assessed[], bounds?: Bounds): BenchRow[] {
  const figures = measure(rows);
  return [
    toRow(`${name}: right`, figures.accuracy, bounds && { atLeast: bounds.right }),
    toRow(`${name}: macro F1`, figures.macroF1),
    toRow(`${name}: right at 70 and more`, figures.rightAt70, toAtLeast(bounds?.earlyRight)),
    toRow(`${name}: share at 70 and more`, figures.coverageAt70, toAtLeast(bounds?.earlyShare)),
    toRow(`${name}: calibration error`, figures.ece, bounds && { atMost: ECE_MAX }),
  ];
}

function toAtLeast(bound: number | undefined): BenchRow['bound'] {
  return bound === undefined ? undefined : { atLeast: bound };
}

function toRuleRows(dimension: string, rows: readonly Assessed[]): BenchRow[] {
  const sure = rows.flatMap(({ rules, truth }) =>
    rules === undefined || rules.confidence < RULES_SURE ? [] : [{ label: rules.label, confidence: rules.confidence / 100, truth }],
  );
  return [
    toRow(`${dimension}, rules at 80 and more: right`, shareRight(sure)),
    toRow(`${dimension}, rules at 80 and more: share`, (100 * sure.length) / Math.max(1, rows.length)),
  ];
}

function toRow(figure: string, value: number, bound?: BenchRow['bound']): BenchRow {
  return { figure, value, unit: '%', ...(bound === undefined ? {} : { bound }) };
}
