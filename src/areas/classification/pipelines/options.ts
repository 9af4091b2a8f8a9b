import type { SpendScope } from '#providers/metering.ts';
import { STAGE_COSTS, type StageCost, type Thresholds } from '../engine/stage.ts';

/** How items are to be classified. */
export interface ClassifyOptions {
  readonly thresholds: Thresholds;
  /** Reads no page. */
  readonly skipFetch?: boolean | undefined;
  /** Asks no language model. */
  readonly skipLlm?: boolean | undefined;
  /** Asks a language model in any case, and its answer wins. */
  readonly forceLlm?: boolean | undefined;
  /**
   * Only answers given since then, in real time, are taken from the cache; left out: those of 24 hours. What a person
   * said holds all the same. A moment and no flag, so that work that is repeated after a crash finds what it did; it
   * goes with `forceLlm`.
   */
  readonly askedAt?: number | undefined;
  /** Empty shells were looked after before, in the same run. */
  readonly areShellsAsked?: boolean | undefined;
  /** What items of this run have cost in earlier rounds, by subject; each round adds to it. */
  readonly paid?: Map<string, number> | undefined;
  readonly scope: SpendScope;
  readonly signal?: AbortSignal | undefined;
}

/** The costs of stages that may run. */
export function listCosts({ skipFetch = false, skipLlm = false }: ClassifyOptions): StageCost[] {
  return STAGE_COSTS.filter((cost) => cost === 'free' || (cost === 'network' ? !skipFetch : !skipLlm));
}

/** The costliest of them. */
export function toDepth(costs: readonly StageCost[]): StageCost {
  return costs.at(-1) ?? 'free';
}
