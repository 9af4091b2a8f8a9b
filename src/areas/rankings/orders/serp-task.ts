import { z } from 'zod';
import { isCounted, type ResultMatch } from '../ingest/match-results.ts';
import type { OwnMatch } from '../ingest/match-own-sites.ts';
import type { RunPage } from '../runs/serp-run.ts';
import type { SerpCheck } from '../check.ts';

export const TASK_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

const TOP_MAX = 10;

/** `position` is the rank among everything on the page. */
const FoundResult = z.object({ position: z.int(), rankGroup: z.int(), domain: z.string().nullable(), url: z.string().nullable() });

/** The stored result of a page for a keyword of a task; the page itself stays in its run. */
export const TaskResult = z.object({
  /** Null: there was no target. */
  status: z.enum(['ranked', 'not_found']).nullable(),
  targetDomain: z.string().nullable(),
  best: FoundResult.extend({ title: z.string().nullable() }).nullable(),
  isFeaturedSnippet: z.boolean(),
  top: z.array(FoundResult),
  resultsCount: z.int(),
  itemsCount: z.int(),
  seResultsCount: z.number().nullable(),
  checkedDepth: z.int(),
  checkUrl: z.string().nullable(),
  features: z.array(z.string()),
  provider: z.string(),
  /** Epoch milliseconds of the observed world. */
  checkTs: z.int(),
  isCached: z.boolean(),
  costUsd: z.number(),
});
export type TaskResult = z.infer<typeof TaskResult>;

/** A keyword of a task and its outcome. */
export interface TaskKeyword {
  /** In the task. */
  readonly index: number;
  readonly check: SerpCheck;
  readonly targetDomain: string | null;
  readonly status: 'pending' | 'completed' | 'failed';
  readonly runId: string | null;
  readonly result: TaskResult | null;
  readonly error: string | null;
}

export interface TaskCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

/** `completed` when every keyword has its outcome and at least one was answered; `failed` when none could be. */
export function toOrderStatus({ total, completed, failed }: TaskCounts, hasBegun: boolean): TaskStatus {
  if (completed + failed < total) return hasBegun ? 'processing' : 'pending';
  return completed > 0 ? 'completed' : 'failed';
}

export function toTaskResult(
  { run, items }: RunPage,
  { channel, own, isCached, costUsd }: { channel: SerpCheck['channel']; own: OwnMatch; isCached: boolean; costUsd: number },
): TaskResult {
  const best = own.match?.best;
  return {
    status: own.hasTarget ? (best === undefined ? 'not_found' : 'ranked') : null,
    targetDomain: own.targetDomain ?? null,
    best: best === undefined ? null : { ...toFoundResult(best), title: best.title },
    isFeaturedSnippet: own.match?.isFeaturedSnippet ?? false,
    top: items
      .filter((item) => isCounted(item, channel))
      .slice(0, TOP_MAX)
      .map(toFoundResult),
    resultsCount: items.length,
    itemsCount: run.itemsCount,
    seResultsCount: run.seResultsCount,
    checkedDepth: run.checkedDepth,
    checkUrl: run.checkUrl,
    features: [...run.features],
    provider: run.provider,
    checkTs: run.checkTs.getTime(),
    isCached,
    costUsd,
  };
}

function toFoundResult({ rankAbsolute, rankGroup, domain, url }: ResultMatch['best']) {
  return { position: rankAbsolute, rankGroup, domain, url };
}
