import type { HarvestSummary } from '../harvest/harvest-summary.ts';
import type { ResearchMarket, ResearchRun } from './research-run.ts';

/** What a request asked for beside the address. */
export interface RunOptions {
  readonly locationCode?: ResearchMarket['locationCode'] | undefined;
  readonly languageCode?: ResearchMarket['languageCode'] | undefined;
  readonly keywordsMax?: number | undefined;
  /** Undefined: the budgets alone. */
  readonly costUsdMax?: number | undefined;
}

/** A run as it is kept: with its work and what became of it. */
export interface RunRecord extends ResearchRun {
  readonly options: RunOptions;
  /** Reads the site and finds out what it is. */
  readonly workflowId: string;
  /** Null: not harvested. */
  readonly harvest: HarvestRecord | null;
  /** Null: not confirmed. */
  readonly harvestWorkflowId: string | null;
  readonly confirmedAt: Date | null;
  readonly completedAt: Date | null;
}

/** How a harvest ended, as it is kept with the run. */
export interface HarvestRecord extends HarvestSummary {
  readonly clusters: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly completedAt: string;
}
