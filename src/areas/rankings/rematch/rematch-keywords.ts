import { listWatchedAssets, type WatchedAsset, listPastKeywords, type TrackedPast } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toDay, toUtcText } from '#kernel/clock.ts';
import { listRecordedOutcomes, listStoredChecks, listStoredResults } from './analytics.ts';
import { upsertNewest, type NewestOutcome } from './store.ts';
import { toWatchedTargets } from '../ingest/watched-targets.ts';
import { toKind } from '../vocabulary.ts';
import { replayChecks, type RecordedRow, type ReplayedOutcome, type StoredCheck, type StoredPast } from './replay-checks.ts';

export interface RematchBatch {
  readonly projectId: string;
  /** Set: only this asset's outcomes are corrected. */
  readonly assetId: string | undefined;
  readonly isDryRun: boolean;
  /** The last keyword of the batch before; '' for the first. */
  readonly after: string;
  readonly limit: number;
}

export interface RematchCounts {
  readonly keywords: number;
  /** Stored checks that were looked at. */
  readonly checks: number;
  /** Outcomes that the history did not have so. */
  readonly recomputed: number;
}

type RematchContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/**
 * Works out the past of some keywords from every result that is stored of them, and appends what the history
 * does not have so. Doing it again appends nothing more.
 * @returns the counts, and the last keyword
 */
export async function rematchKeywords(ctx: RematchContext, batch: RematchBatch): Promise<RematchCounts & { readonly last: string }> {
  // What an interrupted try has written must be seen by this one.
  await ctx.outbox.flush();
  const tracked = await listPastKeywords(ctx.postgres, batch);
  const keywordIds = [...new Set(tracked.map(({ check }) => check.keywordId))];
  const last = keywordIds.at(-1);
  if (last === undefined) return { keywords: 0, checks: 0, recomputed: 0, last: batch.after };
  const pasts = await readPasts(ctx, batch.projectId, { tracked, keywordIds });
  const replayed = pasts.map(({ past, isTracked }) => ({ past, isTracked, outcomes: replayChecks(past) }));
  const isWanted = ({ outcome }: ReplayedOutcome): boolean => batch.assetId === undefined || outcome.row.asset_id === batch.assetId;
  const corrected = replayed.flatMap(({ outcomes }) => outcomes.filter((one) => one.isNew && isWanted(one)));
  if (!batch.isDryRun) {
    const newest = replayed.filter(({ isTracked }) => isTracked).flatMap(({ past, outcomes }) => toNewest(past, outcomes.filter(isWanted)));
    await write(ctx, corrected, newest);
  }
  const checks = new Set(pasts.flatMap(({ past }) => past.checks.map(({ runId }) => runId))).size;
  return { keywords: keywordIds.length, checks, recomputed: corrected.length, last };
}

interface Past {
  readonly past: StoredPast;
  readonly isTracked: boolean;
}

async function readPasts(
  { postgres, clickhouse }: RematchContext,
  projectId: string,
  { tracked, keywordIds }: { readonly tracked: readonly TrackedPast[]; readonly keywordIds: readonly string[] },
): Promise<Past[]> {
  const assets = (await listWatchedAssets(postgres, [projectId])).get(projectId) ?? [];
  const targets = tracked.flatMap(({ targetDomain }) => toWatchedTargets({ assets, targetDomain }, 'local'));
  const [checks, results, recorded] = await Promise.all([
    listStoredChecks(clickhouse, keywordIds),
    listStoredResults(clickhouse, {
      keywordIds,
      domains: [...new Set(targets.flatMap(({ domain, aliases = [] }) => (domain === undefined ? [] : [domain, ...aliases])))],
      placeIds: [...new Set(targets.flatMap(({ placeIds }) => placeIds ?? []))],
    }),
    listRecordedOutcomes(clickhouse, projectId, keywordIds),
  ]);
  const resultsByRun = Map.groupBy(results, ({ runId }) => runId);
  return tracked.map((one) => {
    const mine = recorded.filter((row) => row.keywordId === one.check.keywordId && row.engine === one.check.engine);
    return {
      isTracked: one.isTracked,
      past: {
        check: one.check,
        project: toProject(projectId, one, assets),
        checks: selectChecks(checks, one, mine),
        results: resultsByRun,
        recorded: selectRecorded(mine, one, checks),
      },
    };
  });
}

function toProject(projectId: string, tracked: TrackedPast, assets: readonly WatchedAsset[]): StoredPast['project'] {
  const { depth, targetDomain, checkInterval, tracksPlaces, tracksAds } = tracked;
  return { projectId, checkInterval, depth, targetDomain, tracksPlaces, tracksAds, assets };
}

/** The checks that are the project's: since it tracks the keyword every one, before only those that its history has. */
function selectChecks(checks: readonly StoredCheck[], { check, isTracked, trackingSince }: TrackedPast, recorded: readonly RecordedRow[]) {
  const known = new Set(recorded.map(({ runId }) => runId));
  return checks.filter(
    (stored) =>
      stored.keywordId === check.keywordId &&
      stored.engine === check.engine &&
      stored.kind === toKind(check.channel) &&
      (known.has(stored.runId) || (isTracked && stored.checkTs >= trackingSince)),
  );
}

/** An outcome belongs to the page that it was found on: places are found on organic pages too. */
function selectRecorded(recorded: readonly RecordedRow[], { check }: TrackedPast, checks: readonly StoredCheck[]): RecordedRow[] {
  const kindOf = new Map(checks.map(({ runId, kind }) => [runId, kind]));
  return recorded.filter(({ runId, channel }) => (kindOf.get(runId) ?? toKind(channel)) === toKind(check.channel));
}

/** The outcome of each target's newest check. */
function toNewest({ check }: StoredPast, outcomes: readonly ReplayedOutcome[]): NewestOutcome[] {
  const newest = new Map(outcomes.map((one) => [`${one.outcome.row.channel} ${one.outcome.row.domain}`, one]));
  return [...newest.values()].map(({ run, outcome: { row, previous } }) => {
    const { line: _line, ...shown } = row;
    return {
      ...shown,
      keyword_id: check.keywordId,
      engine: check.engine,
      previous_position: previous.previousPosition,
      previous_rank_group: previous.previousRankGroup,
      checked_depth: run.checkedDepth,
      check_ts: run.checkTs.toISOString(),
      check_date: toDay(run.checkTs),
      run_id: run.id,
      provider: run.provider,
      cost_usd: run.costUsd,
      serp_features: run.features,
    };
  });
}

async function write(
  { postgres, outbox, clock }: RematchContext,
  corrected: readonly ReplayedOutcome[],
  newest: readonly NewestOutcome[],
): Promise<void> {
  const now = new Date(clock.realNow());
  const mark = { recomputed: 1, recomputed_at: toUtcText(now) };
  await postgres.transaction(async (tx) => {
    await outbox.append(
      tx,
      'ranking_history',
      corrected.map(({ outcome }) => ({ ...(JSON.parse(outcome.row.line) as object), ...mark })),
    );
    await upsertNewest(tx, newest, now);
  });
}
