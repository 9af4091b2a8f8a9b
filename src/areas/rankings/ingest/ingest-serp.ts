import { toNextCheck, listTrackingProjects, type TrackingProject } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { announceChecks, type Announcing, type EndedCheck } from './announce-checks.ts';
import { toCheckLine, toSharedColumns } from './analytics-lines.ts';
import type { SerpCheck } from '../check.ts';
import { toProjectOutcomes, type TargetOutcome } from './project-outcomes.ts';
import { toPageLine } from '../results/page-line.ts';
import { toDetailsLine } from '../results/result-details.ts';
import type { RunPage, SerpRun } from '../runs/serp-run.ts';
import { storePages, type AppliedPage, type ProjectCheck } from './store/ingest.ts';
import { ensureRunPartition } from '../runs/store/runs.ts';

export interface IngestInput {
  readonly check: SerpCheck;
  readonly page: RunPage;
  /** The run is in the store already: only what follows from it is written. */
  readonly isStored?: boolean;
  /** Set: only this project's positions (it joins a run that is shared). */
  readonly onlyProjectId?: string;
}

export interface IngestResult {
  /** False: the run had been applied before. */
  readonly isNew: boolean;
  /** Own targets of all projects, by outcome. */
  readonly ranked: number;
  readonly notFound: number;
}

/**
 * Turns a page that was read into positions: matches the targets of every project that tracks the keyword,
 * and writes the run, the newest positions, the next checks and the rows for ClickHouse in one transaction,
 * keyed by the run. Doing it twice changes nothing.
 */
export async function ingestSerp(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'outbox'> & Announcing,
  input: IngestInput,
): Promise<IngestResult> {
  const { check, page, isStored = false } = input;
  await ensureRunPartition(ctx.postgres, page.run.checkTs);
  const projects = await listTrackingProjects(ctx.postgres, check, input.onlyProjectId);
  const { ranked, notFound, outcomesCount, rowsCount, page: prepared } = prepareIngest({ check, page }, projects);
  const isNew = (await storePages(ctx.postgres, [prepared], new Date(ctx.clock.realNow()))).has(page.run.id);
  ctx.outbox.noteAppended(isNew ? rowsCount : outcomesCount);
  if (isNew || isStored) announceChecks(ctx, [toEndedCheck(prepared)]);
  return { isNew, ranked, notFound };
}

/** All changes that follow from a page, not yet written: its large parts as bytes, which the collector of garbage does not move. */
export interface PreparedPage extends Omit<IngestResult, 'isNew'> {
  readonly page: AppliedPage;
  readonly outcomesCount: number;
  /** Rows for ClickHouse, of the check, its results and outcomes. */
  readonly rowsCount: number;
}

/** What is announced of a page when it is stored. */
export function toEndedCheck({ run, projects }: AppliedPage): EndedCheck {
  return { projectIds: projects.map((project) => project.project_id), runId: run.id, isFailed: false };
}

/** Matches the targets of the projects that track the keyword, and makes the rows to write. */
export function prepareIngest({ check, page }: Pick<IngestInput, 'check' | 'page'>, projects: readonly TrackingProject[]): PreparedPage {
  const { run, items } = page;
  const found = projects.map((project) => toProjectOutcomes(project, check, page));
  const outcomes = found.flatMap((project) => project.outcomes);
  const organizationId = projects.find((project) => project.projectId === run.projectId)?.organizationId;
  const own = outcomes.filter(({ row }) => row.relationship === 'MINE' && row.channel === check.channel);
  const ranked = own.filter(({ row }) => row.status === 'ranked').length;
  return {
    ranked,
    notFound: own.length - ranked,
    outcomesCount: outcomes.length,
    rowsCount: items.length + outcomes.length + (items.length === 0 ? 1 : 2),
    page: {
      check,
      run,
      checkDate: toDay(run.checkTs),
      outcomes: outcomes.map((outcome) => outcome.row),
      projects: projects.map((project) => toProjectCheck(project, { check, run })),
      stale: found.flatMap((project) => project.stale),
      pageLine: Buffer.from(
        toPageLine({ shared: toSharedColumns({ check, run, organizationId }), items, previousByItem: toPrevious(outcomes) }),
      ),
      resultsCount: items.length,
      detailsLine: toDetailsLine(check.keywordId, run, items),
      checkLine: toCheckLine({ check, run }),
    },
  };
}

/** When the project wants the keyword checked again, and whether a check of this depth was what it wanted. */
export function toProjectCheck(
  project: TrackingProject,
  { check, run }: { readonly check: SerpCheck; readonly run: Pick<SerpRun, 'depth' | 'checkTs'> },
): ProjectCheck {
  const { depth, checkTs } = run;
  // Such a project is satisfied when reading ended at a hit.
  const mayEndEarly = project.depthStrategy !== 'full' && check.depth >= project.depth;
  return {
    project_id: project.projectId,
    next_check: toNextCheck(checkTs, project.checkInterval, project.timeZone)?.toISOString() ?? null,
    is_due_check: depth >= project.depth || mayEndEarly,
  };
}

/** The previous positions of results of watched targets; one for each result, however many projects watch it. */
function toPrevious(outcomes: readonly TargetOutcome[]): ReadonlyMap<SerpItem, number> {
  const known = outcomes.flatMap(({ item, previous: { previousPosition } }) =>
    item === undefined || previousPosition === null ? [] : [[item, previousPosition] as const],
  );
  return new Map(known);
}
