import { listWatchedAssets, findTrackedTarget } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { OverviewReference, SerpItem } from '#providers/search-data/index.ts';
import { findOverview, isOverviewMissing, toReferenceItems } from '../ingest/cited-places.ts';
import { hostOf, matchItems, matchResults } from '../ingest/match-results.ts';
import { readResults } from '../results/read-results.ts';
import { toWatchedTargets, type WatchedTarget } from '../ingest/watched-targets.ts';
import type { Channel } from '../vocabulary.ts';
import { findOverviewText, type OverviewText } from './find-overview-text.ts';
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
  readonly overview: MarkedOverview;
}

/** A page that the AI overview refers to, and whose it is for a project. */
export interface MarkedReference extends OverviewReference {
  readonly place: number;
  readonly domain: string | null;
  readonly target: WatchedTarget | undefined;
}

/** The AI overview of a page. One that was not loaded is not one that refers to nothing. */
export interface MarkedOverview extends OverviewText {
  readonly standing: 'loaded' | 'not_loaded' | 'not_shown';
  readonly references: readonly MarkedReference[];
}

/**
 * A run of a keyword that the project tracks, or tracked until after the page was read, whichever project asked first. What
 * is the project's own is marked by its websites and places as they are now.
 * @throws AppError `Project not found`; `Run not found`, also for a keyword that the project does not track; as `readResults`
 */
export async function getProjectRun(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'searchData'>,
  projectId: string,
  runId: string,
): Promise<ProjectRun> {
  const project = await getProject(ctx, projectId);
  const found = await findRunRecord(ctx.postgres, runId);
  if (found === undefined) throw notFound('Run');
  const { run, place } = found;
  const channel = run.kind === 'organic' ? 'seo' : 'local';
  const tracked = await findTrackedTarget(ctx.postgres, { ...run, projectId: project.id, channel }, run.checkTs);
  if (tracked === undefined) throw notFound('Run');
  const items = (await readResults(ctx, [place])).get(run.id) ?? [];
  const assets = (await listWatchedAssets(ctx.postgres, [project.id])).get(project.id) ?? [];
  const targets = toWatchedTargets({ assets, ...tracked }, channel);
  return { run, channel, items: markItems(items, targets, channel), overview: await markOverview(ctx, { run, items, targets }) };
}

async function markOverview(
  ctx: Parameters<typeof findOverviewText>[0],
  { run, items, targets }: { readonly run: RunRecord; readonly items: readonly SerpItem[]; readonly targets: readonly WatchedTarget[] },
): Promise<MarkedOverview> {
  const references = findOverview(items)?.references;
  if (references === undefined)
    return { standing: isOverviewMissing(items) ? 'not_loaded' : 'not_shown', references: [], state: 'none', text: null };
  const pages = toReferenceItems(items) ?? [];
  const owners = matchItems(pages, targets);
  const byKey = new Map(targets.map((target) => [target.key, target]));
  return {
    standing: 'loaded',
    references: references.map((reference, index) => {
      const page = pages[index];
      const domain = page === undefined ? null : (hostOf(page) ?? null);
      return { ...reference, place: index + 1, domain, target: page && byKey.get(owners.get(page) ?? '') };
    }),
    ...(await findOverviewText(ctx, run)),
  };
}

function markItems(items: readonly SerpItem[], targets: readonly WatchedTarget[], channel: Channel): MarkedItem[] {
  const owners = matchItems(items, targets);
  const best = new Set([...matchResults(items, targets, channel).values()].map((match) => match.best));
  const byKey = new Map(targets.map((target) => [target.key, target]));
  return items.map((item) => ({ item, target: byKey.get(owners.get(item) ?? ''), isBest: best.has(item) }));
}
