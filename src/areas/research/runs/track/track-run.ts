import type { Estimate } from '#areas/costs/index.ts';
import {
  estimateTracking,
  keywordField,
  trackKeywords,
  type Channel,
  type CheckInterval,
  type Device,
  type TrackedKeyword,
  type TrackEntry,
  type TrackKeywordsResult,
} from '#areas/keywords/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { getResearchRun } from '../get-run.ts';
import type { RunRecord } from '../run-record.ts';
import { listTrackable, type TrackableKeyword } from '../store/run-keywords.ts';

export type TrackRunContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'config' | 'searchData'>;

export interface TrackRunInput {
  readonly runId: string;
  /** As they were typed, or so many of the best. */
  readonly wanted: { readonly keywords: readonly string[] } | { readonly top: number };
  /** For a run without a project. */
  readonly projectId: string | undefined;
  readonly device: Device;
  readonly channel: Channel;
  readonly checkInterval: CheckInterval;
  /** Undefined: where each keyword was harvested. */
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

export type TrackOutcome = 'tracked' | 'already_tracked' | 'not_in_run' | 'refused';

export interface TrackedOfRun {
  readonly keyword: string;
  readonly outcome: TrackOutcome;
  /** Why it cannot be tracked. */
  readonly reason: string | null;
  readonly tracked: TrackedKeyword | undefined;
}

export interface TrackRunResult {
  readonly projectId: string;
  readonly keywords: readonly TrackedOfRun[];
  readonly workflows: TrackKeywordsResult['workflows'];
}

const DEPTH = 100;
/** Markets of one text, at most. */
const MARKETS_MAX = 20;

/**
 * Tracks keywords of a run in its project, each with what became of it.
 * @throws AppError `Run not found`, `Project not found`, `Project is archived`; 400 without a project; 409 for a run without keywords
 */
export async function trackRun(ctx: TrackRunContext, input: TrackRunInput): Promise<TrackRunResult> {
  const { projectId, entries, others } = await planTracking(ctx, input);
  const { keywords, workflows } = entries.length === 0 ? { keywords: [], workflows: [] } : await trackKeywords(ctx, entries);
  const outcomes = keywords.map((tracked): TrackedOfRun => ({
    keyword: tracked.keywordText,
    outcome: tracked.isNew ? 'tracked' : 'already_tracked',
    reason: null,
    tracked,
  }));
  return { projectId, keywords: [...outcomes, ...others], workflows };
}

/**
 * What tracking them would cost now and in 30 days.
 * @throws the same as `trackRun`
 */
export async function estimateTrackRun(ctx: TrackRunContext, input: TrackRunInput): Promise<Estimate> {
  const { entries } = await planTracking(ctx, input);
  return await estimateTracking(ctx, entries);
}

interface TrackPlan {
  readonly projectId: string;
  readonly entries: readonly TrackEntry[];
  /** What cannot be tracked. */
  readonly others: readonly TrackedOfRun[];
}

async function planTracking(ctx: TrackRunContext, input: TrackRunInput): Promise<TrackPlan> {
  const run = await getResearchRun(ctx, input.runId);
  const projectId = run.projectId ?? input.projectId;
  if (projectId === undefined) throw invalid([{ path: 'project_id', message: 'project_id is required: the run has no project' }]);
  if (run.confirmation === null) throw notHarvested(run);
  const named = 'keywords' in input.wanted ? new Map(input.wanted.keywords.map((text) => [normalizeKeyword(text), text])) : undefined;
  const found = await listTrackable(ctx.postgres, {
    runId: run.id,
    texts: named === undefined ? null : [...named.keys()],
    // Another location than those of the run takes its keywords from all of them.
    locationCode: run.confirmation.markets.some(({ locationCode }) => locationCode === input.locationCode)
      ? (input.locationCode ?? null)
      : null,
    limit: 'top' in input.wanted ? input.wanted.top : input.wanted.keywords.length * MARKETS_MAX,
  });
  const known = new Set(found.map(({ keyword }) => keyword));
  const missing = [...(named ?? [])].filter(([text]) => !known.has(text)).map(([, text]) => toOther(text, 'not_in_run', null));
  const judged = found.map((keyword) => ({ keyword, problem: findProblem(keyword) }));
  return {
    projectId,
    entries: judged.filter(({ problem }) => problem === null).map(({ keyword }) => toEntry(keyword, { run, projectId, input })),
    others: [
      ...judged.flatMap(({ keyword, problem }) => (problem === null ? [] : [toOther(keyword.originalText, 'refused', problem)])),
      ...missing,
    ],
  };
}

/** What the provider takes as a keyword is less than what it names as one. */
function findProblem({ originalText }: TrackableKeyword): string | null {
  const { error } = keywordField().safeParse(originalText);
  return error?.issues[0]?.message ?? null;
}

function toOther(keyword: string, outcome: TrackOutcome, reason: string | null): TrackedOfRun {
  return { keyword, outcome, reason, tracked: undefined };
}

function toEntry(
  keyword: TrackableKeyword,
  { run, projectId, input }: { readonly run: RunRecord; readonly projectId: string; readonly input: TrackRunInput },
): TrackEntry {
  const { device, channel, checkInterval } = input;
  return {
    projectId,
    keywordText: keyword.originalText,
    locationCode: input.locationCode ?? keyword.locationCode,
    languageCode: input.languageCode ?? keyword.languageCode,
    device,
    engine: 'engine_a',
    channel,
    depth: DEPTH,
    depthStrategy: 'full',
    checkInterval,
    targetDomain: run.host,
  };
}

function notHarvested({ id, status }: RunRecord): AppError {
  return new AppError('conflict', 'Run has no keywords yet', { message: `The run is ${status}.`, details: { run_id: id, status } });
}
