import { toDay, toUtcText } from '#kernel/clock.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import type { SerpCheck } from '../check.ts';
import type { PreviousPositions } from './position-change.ts';
import { toStorable, type SerpRun } from '../runs/serp-run.ts';
import type { WatchedTarget } from './watched-targets.ts';
import { toKind, type Channel } from '../vocabulary.ts';

/** The columns of `serp_pages` and `serp_runs` that all results of a page share. */
export function toSharedColumns({ check, run, organizationId }: PageOwner): object {
  return {
    run_id: run.id,
    keyword_id: check.keywordId,
    keyword: check.keyword,
    project_id: run.projectId ?? undefined,
    organization_id: organizationId,
    customer_id: organizationId,
    engine: check.engine,
    kind: toKind(check.channel),
    location_code: check.locationCode,
    language_code: check.languageCode,
    device: check.device,
    run_date: toDay(run.checkTs),
    tracked_at: toUtcText(run.checkTs),
    serp_features: run.features,
  };
}

export interface PageOwner {
  readonly check: SerpCheck;
  readonly run: SerpRun;
  /** Of the project that asked first. */
  readonly organizationId: string | undefined;
}

/** A row of the analytics table `serp_checks` as a JSON line. */
export function toCheckLine({ check, run }: Pick<PageOwner, 'check' | 'run'>): string {
  return JSON.stringify({
    run_id: run.id,
    keyword_id: check.keywordId,
    engine: check.engine,
    kind: toKind(check.channel),
    project_id: run.projectId ?? '',
    check_date: toDay(run.checkTs),
    check_ts: toUtcText(run.checkTs),
    depth: run.depth,
    checked_depth: run.checkedDepth,
    items_count: run.itemsCount,
    provider: run.provider,
    cost_usd: run.costUsd,
    serp_features: run.features,
  });
}

/** The outcome of a check for one project and target, good or failed. */
export interface HistoryEntry {
  readonly check: SerpCheck;
  readonly projectId: string;
  readonly channel: Channel;
  readonly target: WatchedTarget;
  readonly status: 'ranked' | 'not_found' | 'failed';
  readonly item: SerpItem | undefined;
  readonly isFeaturedSnippet: boolean;
  /** Among the references of the AI overview; 0: not cited. Undefined: none was loaded. */
  readonly citedPlace?: number | undefined;
  readonly previous: PreviousPositions;
  readonly checkedDepth: number;
  readonly runId: string;
  readonly checkTs: Date;
  readonly provider: string;
  readonly costUsd: number;
  readonly error: string;
  readonly features: readonly string[];
  /** For how many days it is valid when no other follows. */
  readonly validityDays: number;
}

/** A row of the analytics table `ranking_history` as a JSON line. */
export function toHistoryLine(entry: HistoryEntry): string {
  const { check, target, item } = entry;
  return JSON.stringify({
    project_id: entry.projectId,
    keyword_id: check.keywordId,
    keyword: check.keyword,
    engine: check.engine,
    channel: entry.channel,
    device: check.device,
    location_code: check.locationCode,
    language_code: check.languageCode,
    domain: target.key,
    asset_id: target.assetId ?? '',
    relationship: target.relationship,
    status: entry.status,
    position: item?.rankAbsolute ?? null,
    rank_group: item?.rankGroup ?? null,
    previous_position: entry.previous.previousPosition,
    previous_rank_group: entry.previous.previousRankGroup,
    url: toStorable(item?.url ?? ''),
    title: toStorable(item?.title ?? ''),
    is_featured_snippet: entry.isFeaturedSnippet ? 1 : 0,
    cited_place: entry.citedPlace,
    checked_depth: entry.checkedDepth,
    run_id: entry.runId,
    check_date: toDay(entry.checkTs),
    check_ts: toUtcText(entry.checkTs),
    provider: entry.provider,
    cost_usd: entry.costUsd,
    error: entry.error,
    serp_features: entry.features,
    stands_days: entry.validityDays,
  });
}
