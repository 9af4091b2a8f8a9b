import type { RankedReading } from './ranked-list.ts';
import type { RunProblem } from '../runs/research-run.ts';

/** How a harvest ended. */
export interface HarvestSummary {
  /** Kept and kept apart, over all markets. */
  readonly total: number;
  readonly kept: number;
  /** Kept apart because they do not fit the business, with the reason at each. */
  readonly irrelevant: number;
  /** Keywords by source; one of two sources counts in both. */
  readonly sources: { readonly domain_seed: number; readonly harvest_ai: number };
  /** What is known of the positions of the site, by market; left out in runs of before it was asked for. */
  readonly ranked?: readonly RankedReading[];
  readonly costUsd: number;
  /** What failed, was refused or found no budget. */
  readonly errors: readonly RunProblem[];
}
