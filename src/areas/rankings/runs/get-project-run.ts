import { listWatchedAssets, findTrackedTarget } from '#areas/keywords/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { matchItems, matchResults } from '../ingest/match-results.ts';
import { readResults, type ResultStores } from '../results/read-results.ts';
import { toWatchedTargets, type WatchedTarget } from '../ingest/watched-targets.ts';
import type { Channel } from '../vocabulary.ts';
import { findRunRecord, type RunRecord } from './store/run-record.ts';

/** A result of a page, and whose it is for a project. */
export interface MarkedItem {
  readonly item: SerpItem;
  /** The website or place that the project watches; undefined: none of them. */
  readonly target: WatchedTarget | undefined;
  /** Whether it is the one that gives its target the position. */
  readonly isBest: boolean;
}

export interface ProjectRun {
  readonly run: RunRecord;
  readonly channel: Channel;
  readonly items: readonly MarkedItem[];
}

/**
 * A run of a keyword that the project tracks, or tracked until after the page was read, whichever project asked first. What
 * is the project's own is marked by its websites and places as they are now.
 * @throws AppError `Project not found`; `Run not found`, also for a keyword that the project does not track; as `readResults`
 */
export async function getProjectRun(ctx: ProjectReader & ResultStores, projectId: string, runId: string): Promise<ProjectRun> {
  const project = await getProject(ctx, projectId);
  const found = await findRunRecord(ctx.postgres, runId);
  if (found === undefined) throw notFound('Run');
  const { run, place } = found;
  const channel = run.kind === 'organic' ? 'seo' : 'local';
  const tracked = await findTrackedTarget(ctx.postgres, { ...run, projectId: project.id, channel }, run.checkTs);
  if (tracked === undefined) throw notFound('Run');
  const items = (await readResults(ctx, [place])).get(run.id) ?? [];
  const assets = (await listWatchedAssets(ctx.postgres, [project.id])).get(project.id) ?? [];
  return { run, channel, items: markItems(items, toWatchedTargets({ assets, ...tracked }, channel), channel) };
}

function markItems(items: readonly SerpItem[], targets: readonly WatchedTarget[], channel: Channel): MarkedItem[] {
  const owners = matchItems(items, targets);
  const best = new Set([...matchResults(items, targets, channel).values()].map((match) => match.best));
  const byKey = new Map(targets.map((target) => [target.key, target]));
  return items.map((item) => ({ item, target: byKey.get(owners.get(item) ?? ''), isBest: best.has(item) }));
}
