import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { HarvestOrder } from './harvest-order.ts';
import type { HarvestPlan } from './plan/plan-harvest.ts';

/** What the steps of one harvest share. */
export interface HarvestWork {
  readonly order: HarvestOrder;
  readonly plan: HarvestPlan;
  /** Its run is the workflow: the costs of the harvest are those booked for it. */
  readonly scope: SpendScope & { readonly runId: string };
}

export type StepContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'llm' | 'outbox' | 'config'>;
