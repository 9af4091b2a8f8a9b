import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { HarvestOrder } from './harvest-order.ts';
import type { RankedReading } from './ranked-list.ts';
import type { HarvestPlan } from './plan/plan-harvest.ts';

/** What the steps of one harvest share. */
export interface HarvestWork {
  readonly order: HarvestOrder;
  readonly plan: HarvestPlan;
  readonly scope: SpendScope;
  /** What the run had cost before, which is not of the harvest. */
  readonly spentBeforeUsd: number;
}

/** The same, once it is known where the site ranks. */
export interface RankedWork extends HarvestWork {
  readonly ranked: readonly RankedReading[];
}

export type StepContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'llm' | 'outbox' | 'config' | 'purchases'>;
