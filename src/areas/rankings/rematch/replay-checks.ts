import type { KnownPosition } from '#areas/keywords/index.ts';
import { toDay } from '#kernel/clock.ts';
import type { SerpItem, SerpKind } from '#providers/search-data/index.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import { toProjectOutcomes, type TargetOutcome } from '../ingest/project-outcomes.ts';
import type { PreviousPositions } from '../ingest/position-change.ts';
import { fromOverviewText } from '../results/overview-text.ts';
import type { SerpRun } from '../runs/serp-run.ts';
import type { WatchingProject } from '../ingest/watched-targets.ts';
import { toKind, type Channel, type Relationship } from '../vocabulary.ts';

/** A good check as the analytics store keeps it. */
export interface StoredCheck extends Pick<SerpCheck, 'keywordId' | 'engine'>, Pick<SerpRun, 'depth' | 'checkedDepth' | 'itemsCount'> {
  readonly runId: string;
  readonly kind: SerpKind;
  readonly checkDate: string;
  readonly checkTs: Date;
  readonly provider: string;
  readonly costUsd: number;
  readonly features: readonly string[];
}

/** A result of a stored check. */
export interface StoredResult extends Pick<SerpItem, 'type' | 'rankAbsolute' | 'rankGroup' | 'isFeaturedSnippet'> {
  readonly runId: string;
  readonly domain: string;
  readonly url: string;
  readonly title: string;
  readonly cid: string;
  readonly placeId: string;
  /** Of an AI overview: its references. */
  readonly overview: string;
}

/** A good outcome in a project's history, as it holds now. Texts are empty where there is nothing. */
export interface RecordedRow extends Omit<StoredCheck, 'kind' | 'depth' | 'itemsCount'>, PreviousPositions {
  readonly channel: Channel;
  readonly domain: string;
  readonly assetId: string;
  readonly relationship: Relationship;
  readonly status: 'ranked' | 'not_found';
  readonly position: number | null;
  readonly rankGroup: number | null;
  readonly url: string;
  readonly title: string;
  readonly isFeaturedSnippet: boolean;
  /** Null: no AI overview was loaded. */
  readonly citedPlace: number | null;
  readonly validityDays: number;
}

/** A tracked keyword of a project with all that was stored of its page. */
export interface StoredPast {
  readonly check: SerpCheck;
  /** What to look for now. */
  readonly project: Omit<WatchingProject, 'known' | 'validityDays'>;
  /** Oldest first. */
  readonly checks: readonly StoredCheck[];
  /** By run. */
  readonly results: ReadonlyMap<string, readonly StoredResult[]>;
  readonly recorded: readonly RecordedRow[];
}

/** The outcome that a stored check should have for a target. */
export interface ReplayedOutcome {
  readonly run: SerpRun;
  readonly outcome: TargetOutcome;
  /** The history has another outcome, or none. */
  readonly isNew: boolean;
}

/**
 * Plays the stored checks of a keyword again, oldest first, by the rules that hold now: the very
 * ones by which a new check is read. Failed checks are none of them, so failures stay as they are.
 */
export function replayChecks({ check, project, checks, results, recorded }: StoredPast): ReplayedOutcome[] {
  const recordedByKey = new Map(recorded.map((row) => [toKey(row.runId, row), row]));
  const validityDaysOf = new Map(recorded.map((row) => [row.runId, row.validityDays]));
  const known = new Map<string, KnownPosition>();
  return withForgotten(checks, recorded, toKind(check.channel)).flatMap((stored) => {
    const run = toRun(stored, check, project.projectId);
    const items = (results.get(stored.runId) ?? []).map(toItem);
    const validityDays = validityDaysOf.get(stored.runId);
    const { outcomes } = toProjectOutcomes(
      { ...project, ...(validityDays === undefined ? {} : { validityDays }), known: [...known.values()] },
      check,
      {
        run,
        items,
      },
    );
    return outcomes.map((outcome) => {
      known.set(`${outcome.row.channel} ${outcome.row.domain}`, toKnown(outcome, run));
      return { run, outcome, isNew: !isSame(recordedByKey.get(toKey(run.id, outcome.row)), outcome) };
    });
  });
}

function toKey(runId: string, { channel, domain }: Pick<RecordedRow, 'channel' | 'domain'>): string {
  return `${runId} ${channel} ${domain}`;
}

/** Checks of releases that did not store checks are known by their outcomes. */
function withForgotten(checks: readonly StoredCheck[], recorded: readonly RecordedRow[], kind: SerpKind): StoredCheck[] {
  const stored = new Set(checks.map(({ runId }) => runId));
  const forgotten = new Map(
    recorded.filter(({ runId }) => !stored.has(runId)).map((row) => [row.runId, { ...row, kind, depth: row.checkedDepth, itemsCount: 1 }]),
  );
  return [...checks, ...forgotten.values()].toSorted(
    (one, other) => one.checkTs.getTime() - other.checkTs.getTime() || (one.runId < other.runId ? -1 : 1),
  );
}

function toRun(stored: StoredCheck, check: SerpCheck, projectId: string): SerpRun {
  return {
    id: stored.runId,
    queryId: toQueryId(check),
    projectId,
    workflowId: null,
    checkUrl: null,
    itemsCount: stored.itemsCount,
    seResultsCount: null,
    depth: stored.depth,
    checkedDepth: stored.checkedDepth,
    features: stored.features,
    provider: stored.provider,
    costUsd: stored.costUsd,
    taskId: null,
    checkTs: stored.checkTs,
    fetchedAt: stored.checkTs,
  };
}

function toItem(result: StoredResult): SerpItem {
  return {
    type: result.type,
    rankAbsolute: result.rankAbsolute,
    rankGroup: result.rankGroup,
    isFeaturedSnippet: result.isFeaturedSnippet,
    isPaid: result.type === 'paid',
    domain: result.domain || null,
    url: result.url || null,
    title: result.title || null,
    cid: result.cid || null,
    placeId: result.placeId || null,
    page: null,
    position: null,
    xpath: null,
    description: null,
    ratingValue: null,
    ratingCount: null,
    overview: fromOverviewText(result.overview),
  };
}

function toKnown({ row, previous }: TargetOutcome, { checkTs, checkedDepth }: SerpRun): KnownPosition {
  const { channel, domain, position, rank_group: rankGroup } = row;
  return { channel, domain, position, rankGroup, ...previous, checkedDepth, checkDate: toDay(checkTs) };
}

function isSame(recorded: RecordedRow | undefined, { row, previous }: TargetOutcome): boolean {
  return (
    recorded !== undefined &&
    recorded.status === row.status &&
    recorded.position === row.position &&
    recorded.rankGroup === row.rank_group &&
    recorded.previousPosition === previous.previousPosition &&
    recorded.previousRankGroup === previous.previousRankGroup &&
    recorded.url === (row.url ?? '') &&
    recorded.title === (row.title ?? '') &&
    recorded.isFeaturedSnippet === row.is_featured_snippet &&
    recorded.citedPlace === (row.cited_place ?? null) &&
    recorded.assetId === (row.asset_id ?? '') &&
    recorded.relationship === row.relationship
  );
}
