import { z } from 'zod';
import { CauseFields } from '#kernel/spending/cause.ts';
import type { SpendSource } from '#providers/metering.ts';
import { CheckSubject, SerpCheck } from '../check.ts';

export const SUBJECTS_MAX = 50_000;
const IDS_MAX = 10_000;

/** What starts checks: newly tracked keywords, the daily schedule, a waiting request, an operator. */
export const TRACKING_SOURCES = ['tracking', 'cron', 'api', 'admin'] as const;

/**
 * Input of `serp-tracking`: either one check, or what is tracked of a project, of some keywords, or of both.
 */
export const SerpTrackingInput = z.object({
  /** Unset: every project. */
  project_id: z.string().min(1).optional(),
  /** Unset: all that the project tracks. */
  keyword_ids: z.array(z.string().min(1)).max(IDS_MAX).optional(),
  location_code: z.int().optional(),
  source: z.enum(TRACKING_SOURCES).default('admin'),
  /** The day that the checks are for; the same check of one day runs once. */
  due_date: z.iso.date().optional(),
  /** Checks again, also what was checked already. */
  force: z.boolean().default(false),
  /** One check for a waiting request; the keyword need not be tracked. Several: `serp-pages`. */
  check: SerpCheck.optional(),
  /** The request that started it and pays for it. */
  requested_by: z.string().optional(),
  ...CauseFields,
});
export type SerpTrackingInput = z.infer<typeof SerpTrackingInput>;
/** The input as callers give it: fields with a default may be left out. */
export type SerpTrackingOrder = z.input<typeof SerpTrackingInput>;

/** Input of `serp-check`: one check of a tracking run. */
export const SerpCheckInput = z.object({
  subject: CheckSubject,
  project_id: z.string().optional(),
  source: z.enum(TRACKING_SOURCES),
  force: z.boolean(),
  /** The tracking run, whose budget counts. */
  tracking_run_id: z.string(),
});
export type SerpCheckInput = z.infer<typeof SerpCheckInput>;

/** How a check ended. The page and its positions are in the stores under `run_id`. */
export interface CheckOutput {
  readonly run_id: string | null;
  readonly checked: 0 | 1;
  /** Own targets of the projects that track the keyword. */
  readonly ranked: number;
  readonly not_found: number;
  /** The page was read for an earlier check. */
  readonly cached: boolean;
  readonly cost_usd: number;
  readonly skipped: boolean;
  readonly reason: string | null;
  readonly message: string | null;
  readonly requested_by: string | null;
}

/** How a tracking run ended. */
export interface TrackingSummary {
  readonly checked: number;
  readonly ranked: number;
  readonly not_found: number;
  readonly failed: number;
  /** Some or all checks were stopped by a budget. */
  readonly skipped: boolean;
  readonly skipped_checks: number;
  /** `budget_exceeded` or `credentials_missing`. */
  readonly reason: string | null;
  readonly cost_usd: number;
}

/** The source that a check's cost is booked under. */
export function toSpendSource(source: SerpTrackingInput['source']): SpendSource {
  if (source === 'api' || source === 'cron') return source;
  return 'workflow';
}
