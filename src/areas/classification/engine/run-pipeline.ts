import type { Verdict } from './judgement.ts';
import { addJudgements, findConfidence, openCase, type OpenCase } from './collect.ts';
import {
  STAGE_COSTS,
  type Case,
  type Pipeline,
  type SkipReason,
  type Stage,
  type StageCost,
  type StageName,
  type Thresholds,
} from './stage.ts';

export interface RunOptions<Work> {
  readonly thresholds: Thresholds;
  /** Stages of other costs are left out. */
  readonly costs?: readonly StageCost[];
  /** Runs also for items that are sure, and its answer wins. */
  readonly forced?: StageName | undefined;
  readonly work: Work;
}

export interface Outcome<Item> extends Case<Item> {
  /** From 0 to 100: of the dimension that is least sure among those the pipeline decides. */
  readonly confidence: number;
  readonly costUsd: number;
  readonly skipReason: SkipReason | undefined;
  /** Of a stage whose failure may pass. */
  readonly failure: Error | undefined;
}

/**
 * Sends items through the stages of a pipeline, cheapest first. An item leaves it when the dimensions that the
 * pipeline decides are as sure as the threshold of the last stage asks. Of each dimension the surest answer stays.
 * @returns in the order of the items
 */
export async function runPipeline<Item, Work>(
  { stages, decides }: Pipeline<Item, Work>,
  items: readonly Item[],
  { thresholds, costs = STAGE_COSTS, forced, work }: RunOptions<Work>,
): Promise<Outcome<Item>[]> {
  const cases = items.map((item) => openCase(item));
  let open = cases;
  for (const stage of stages) {
    if (!costs.includes(stage.cost)) continue;
    const isForced = stage.name === forced;
    const turn = isForced ? cases.filter(({ findings }) => findings.at(-1)?.isLast !== true) : open;
    if (turn.length === 0) continue;
    await runStage(stage, turn, { work, isForced });
    const enough = thresholds.of[stage.name] ?? thresholds.otherwise;
    open = open.filter((one) => one.findings.at(-1)?.isLast !== true && findConfidence(one.verdicts, decides) < enough);
  }
  return cases.map((one) => toOutcome(one, decides));
}

async function runStage<Item, Work>(
  { name, run }: Stage<Item, Work>,
  cases: readonly OpenCase<Item>[],
  { work, isForced }: { readonly work: Work; readonly isForced: boolean },
): Promise<void> {
  const beganAt = performance.now();
  const findings = await run(cases, work);
  const ms = (performance.now() - beganAt) / cases.length;
  for (const [at, one] of cases.entries()) {
    const finding = findings[at];
    if (finding === undefined) throw new Error(`stage ${name} answered ${findings.length} of ${cases.length} items`);
    addJudgements(one.verdicts, name, { ...finding, isForced });
    one.findings.push(finding);
    one.stagesRun.push({ stage: name, ms, costUsd: finding.costUsd ?? 0 });
  }
}

function toOutcome<Item>(one: OpenCase<Item>, decides: readonly string[]): Outcome<Item> {
  const costUsd = one.stagesRun.reduce((sum, stage) => sum + stage.costUsd, 0);
  const skipReason = one.findings.findLast((finding) => finding.skipReason !== undefined)?.skipReason;
  const failure = one.findings.findLast((finding) => finding.failure !== undefined)?.failure;
  return { ...one, confidence: findConfidence(one.verdicts, decides), costUsd, skipReason, failure };
}

/** The stage whose answer is the least sure of those that decide, and so the one that a reader asks about. */
export function findDecidingStage(verdicts: ReadonlyMap<string, Verdict>, decides: readonly string[]): string | undefined {
  const known = decides.flatMap((dimension) => verdicts.get(dimension) ?? []);
  return known.toSorted((one, other) => one.confidence - other.confidence)[0]?.stage;
}
