import { z } from 'zod';
import { hashId, newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { SerpCheck } from '../check.ts';
import type { TrackingSummary } from './tracking-input.ts';

/** Reads the pages of a request that wants several. */
export const SERP_PAGES = 'serp-pages';
const ID_PREFIX = `${SERP_PAGES}:`;

export function newPagesId(): string {
  return ID_PREFIX + newId('wf_');
}

/** The workflow that goes on with pages of another one, after a round of it. */
export function toLaterPagesId(workflowId: string, round: number): string {
  return hashId(ID_PREFIX, [workflowId, round]);
}

/** The type of the workflow that read a page for a request. */
export function toReaderType(workflowId: string): string {
  return workflowId.startsWith(ID_PREFIX) ? SERP_PAGES : 'serp-tracking';
}

/** A page that a request wants, and the project that pays for it. */
export const PageOrder = z.object({
  check: SerpCheck,
  project_id: z.string().min(1),
  /** Reads the page also when it was read within the hour. */
  force: z.boolean().default(false),
});
export type PageOrder = z.infer<typeof PageOrder>;

/** What became of a page. The page itself is in the stores under `run_id`. */
export interface PageOutcome {
  readonly keyword: string;
  readonly state: 'read' | 'failed' | 'skipped' | 'pending';
  readonly run_id: string | null;
  /** The page was read for another request. */
  readonly cached: boolean;
  /** Own targets of the projects that track the keyword; not counted for a cached page. */
  readonly ranked: number;
  readonly not_found: number;
  readonly cost_usd: number;
  /** Why it failed. */
  readonly error: string | null;
  /** Why it was skipped: `budget_exceeded`, and which budget in `message`. */
  readonly reason: string | null;
  readonly message: string | null;
  /** The workflow that tries it again. */
  readonly workflow_id: string | null;
}

/** How the pages of a request ended, in the order of the request. */
export interface PagesSummary extends Omit<TrackingSummary, 'reason'> {
  readonly reason: 'budget_exceeded' | null;
  /** Pages that are tried again by a later workflow. */
  readonly pending: number;
  readonly pages: readonly PageOutcome[];
}

/** An outcome of which nothing is known but its state. */
export function toOutcome({ check }: PageOrder, known: Pick<PageOutcome, 'state'> & Partial<PageOutcome>): PageOutcome {
  return {
    keyword: check.keyword,
    run_id: null,
    cached: false,
    ranked: 0,
    not_found: 0,
    cost_usd: 0,
    error: null,
    reason: null,
    message: null,
    workflow_id: null,
    ...known,
  };
}

export function toPagesSummary(pages: readonly PageOutcome[]): PagesSummary {
  const count = (state: PageOutcome['state']): number => pages.filter((page) => page.state === state).length;
  const sum = (field: 'ranked' | 'not_found'): number => pages.reduce((total, page) => total + page[field], 0);
  const skipped = count('skipped');
  return {
    checked: count('read'),
    ranked: sum('ranked'),
    not_found: sum('not_found'),
    failed: count('failed'),
    pending: count('pending'),
    skipped: skipped > 0,
    skipped_checks: skipped,
    reason: skipped > 0 ? 'budget_exceeded' : null,
    cost_usd: sumUsd(pages.map((page) => page.cost_usd)),
    pages,
  };
}
