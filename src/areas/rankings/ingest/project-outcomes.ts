import { toDay } from '#kernel/clock.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { toHistoryLine } from './analytics-lines.ts';
import type { SerpCheck } from '../check.ts';
import { toCitedPlaces } from './cited-places.ts';
import { decideOutcome, type Outcome } from './decide-outcome.ts';
import { matchResults } from './match-results.ts';
import { toPreviousPositions, type PreviousPositions } from './position-change.ts';
import { toStorable, type RunPage } from '../runs/serp-run.ts';
import { toValidityDays } from '../daily-totals/validity-days.ts';
import type { OutcomeRow, StaleRow } from './store/ingest.ts';
import { toLastGood, toWatchedTargets, type WatchingProject, type WatchedTarget } from './watched-targets.ts';
import type { Channel } from '../vocabulary.ts';

/** The outcome of a page for one target of a project. */
export interface TargetOutcome {
  readonly row: OutcomeRow;
  /** The best result; undefined when not found. */
  readonly item: SerpItem | undefined;
  readonly previous: PreviousPositions;
}

/** The outcomes of a page for one project. */
export interface ProjectOutcomes {
  readonly outcomes: readonly TargetOutcome[];
  /** Rows whose target the project no longer watches. */
  readonly stale: readonly StaleRow[];
}

/** Finds the outcome of every target that the project watches. */
export function toProjectOutcomes(project: WatchingProject, check: SerpCheck, page: RunPage): ProjectOutcomes {
  const targets = toWatchedTargets(project, check.channel);
  const outcomes = searchPage({ project, check, page, channel: check.channel, targets });
  // A local pack on an organic page gives positions of places, unless the project tracks the full list of places.
  const hasPack = check.channel === 'seo' && !project.tracksPlaces;
  const hasAds = check.channel === 'seo' && project.tracksAds;
  const besides = [...(hasPack ? (['local'] as const) : []), ...(hasAds ? (['paid'] as const) : [])].flatMap((channel) =>
    searchBeside({ project, check, page, channel, targets: toWatchedTargets(project, channel) }),
  );

  const wanted = new Set(targets.map((target) => target.key));
  const isStale = ({ channel, domain }: WatchingProject['known'][number]): boolean =>
    channel === 'paid' ? check.channel === 'seo' && !(hasAds && wanted.has(domain)) : channel === check.channel && !wanted.has(domain);
  const stale = project.known.filter(isStale).map(({ channel, domain }) => ({ project_id: project.projectId, channel, domain }));
  return { outcomes: [...outcomes, ...besides], stale };
}

interface Search {
  readonly project: WatchingProject;
  readonly check: SerpCheck;
  readonly page: RunPage;
  readonly channel: Channel;
  readonly targets: readonly WatchedTarget[];
}

/** Only targets that are in the pack or among the advertisements, or were before: most sites never are. */
function searchBeside(search: Search): TargetOutcome[] {
  const known = new Set(search.project.known.filter((row) => row.channel === search.channel).map((row) => row.domain));
  return searchPage(search).filter(({ row }) => row.status === 'ranked' || known.has(row.domain));
}

function searchPage(search: Search): TargetOutcome[] {
  const { project, page, channel, targets } = search;
  const { depth, checkedDepth } = page.run;
  const matches = matchResults(page.items, targets, channel);
  const cited = channel === 'seo' ? toCitedPlaces(page.items, targets) : undefined;
  const reading = { depth, checkedDepth, itemsCount: page.run.itemsCount };
  // A pack and most advertisements are on the first page: any depth reads it.
  const trackedDepth = channel === search.check.channel ? project.depth : 0;
  return targets.flatMap((target) => {
    const last = toLastGood(project.known.find((known) => known.channel === channel && known.domain === target.key));
    const outcome = decideOutcome(matches.get(target.key), reading, { trackedDepth, last });
    if (outcome.status === 'inconclusive') return [];
    return toTargetOutcome(search, target, {
      outcome,
      previous: toPreviousPositions(last, toDay(page.run.checkTs)),
      citedPlace: cited && (cited.get(target.key) ?? 0),
    });
  });
}

interface Decided {
  readonly outcome: Exclude<Outcome, { status: 'inconclusive' }>;
  readonly previous: PreviousPositions;
  readonly citedPlace: number | undefined;
}

function toTargetOutcome(
  { project, check, page, channel }: Search,
  target: WatchedTarget,
  { outcome, previous, citedPlace }: Decided,
): TargetOutcome {
  const { run } = page;
  const match = outcome.status === 'ranked' ? outcome.match : undefined;
  const item = match?.best;
  const { projectId } = project;
  const isFeaturedSnippet = match?.isFeaturedSnippet ?? false;
  const line = toHistoryLine({
    ...run,
    check,
    projectId,
    channel,
    target,
    status: outcome.status,
    item,
    isFeaturedSnippet,
    citedPlace,
    previous,
    runId: run.id,
    error: '',
    validityDays: project.validityDays ?? toValidityDays(project.checkInterval),
  });
  const row: OutcomeRow = {
    project_id: projectId,
    channel,
    domain: target.key,
    asset_id: target.assetId,
    asset_name: target.assetName,
    relationship: target.relationship,
    status: outcome.status,
    position: item?.rankAbsolute ?? null,
    rank_group: item?.rankGroup ?? null,
    url: toStorable(item?.url ?? null),
    title: toStorable(item?.title ?? null),
    is_featured_snippet: isFeaturedSnippet,
    ...(citedPlace === undefined ? {} : { cited_place: citedPlace }),
    line,
  };
  return { row, item, previous };
}
