import {
  assertNotArchived,
  DEFAULT_LANGUAGE_CODE,
  DEFAULT_LOCATION_CODE,
  getProjects,
  requireRoom,
  type Project,
} from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { beginEnrichment } from '../metrics/begin-enrichment.ts';
import { toDueDate, toNextCheck } from './due-time.ts';
import { toKeywordId, toKeyText, toOwnerId, type KeywordSubject, type TrackingOptions, type TrackingStatus } from '../keyword.ts';
import { raiseEdits } from './store/edits.ts';
import {
  countTracked,
  insertKeywords,
  listTracked,
  upsertSubscriptions,
  upsertTrackedKeywords,
  type TrackedRow,
} from './store/tracking.ts';

/** One keyword of a request; what is left out comes from the project, then from the defaults. */
export interface TrackEntry extends TrackingOptions, Pick<KeywordSubject, 'keywordText' | 'device'> {
  readonly projectId: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

/** A tracked keyword in the answer. */
export interface TrackedKeyword extends TrackedRow {
  readonly status: TrackingStatus;
  /** Whether this request began to track it. */
  readonly isNew: boolean;
  /** Whether this request has queued a check of it. */
  readonly isQueued: boolean;
}

export interface TrackKeywordsResult {
  /** In the order of the request, each once. */
  readonly keywords: readonly TrackedKeyword[];
  /** The workflows that were started, one per project. */
  readonly workflows: readonly StartedTracking[];
}

export interface StartedTracking {
  readonly id: string;
  /** `serp-tracking` reads live, `subscription-dispatch` goes through the provider's queue. */
  readonly type: 'serp-tracking' | 'subscription-dispatch';
}

/**
 * First checks of a project that one request may have read live, which shows positions within seconds.
 * More of them go through the provider's queue: minutes, at a third of the price.
 */
const LIVE_CHECKS_MAX = 100;

/**
 * Tracks keywords: keywords, what projects track of them, subscriptions and the
 * start of the first check and of enrichment, in one transaction. What is tracked already stays as it is and starts
 * nothing; what was untracked is taken up again.
 * @throws AppError `Project not found`, `Project is archived`; 409 when a project has as many keywords as it may have
 */
export async function trackKeywords(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'config'>,
  entries: readonly TrackEntry[],
): Promise<TrackKeywordsResult> {
  const { rows: resolved, projects } = await resolveEntries(ctx, entries);
  const now = ctx.clock.now();
  const bulk = listBulkProjects(resolved, projects);
  // What the queue is to check is due now.
  const rows = resolved.map((row) => (bulk.has(row.projectId) && isCheckedAtOnce(row, projects) ? { ...row, nextCheck: now } : row));
  const enrichment = beginEnrichment(ctx);
  const result = await ctx.postgres.transaction(async (tx) => {
    const sorted = rows.toSorted((one, other) => (one.keywordId < other.keywordId ? -1 : 1));
    await insertKeywords(tx, sorted, now);
    const begun = await upsertTrackedKeywords(tx, sorted, now);
    const isBegun = (row: TrackedRow): boolean => begun.has(toKeyText(row));
    const queued = rows.filter((row) => isBegun(row) && isCheckedAtOnce(row, projects));
    if (begun.size > 0) await upsertSubscriptions(tx, sorted.filter(isBegun), now);
    const workflows = await enqueueChecks(ctx, tx, { queued, projects, bulk, now });

    const known = begun.size === rows.length ? undefined : await listTracked(tx, rows);
    const queuedKeys = new Set(queued.map(toKeyText));
    const keywords = rows.map((row) => {
      const key = toKeyText(row);
      // A keyword that was tracked already is answered unchanged, also when the request differs.
      return { ...row, status: 'tracking' as const, ...known?.get(key), isNew: begun.has(key), isQueued: queuedKeys.has(key) };
    });
    if (begun.size > 0) {
      await enrichment.enqueue(tx);
      await raiseEdits(tx, [...projects.keys()]);
      await requireRoomForKeywords(ctx, tx, [...projects.keys()]);
    }
    return { keywords, workflows };
  });
  enrichment.noteCommitted();
  return result;
}

/** In one order, so that two requests for the same projects never wait for each other. */
async function requireRoomForKeywords({ config }: Pick<RequestContext, 'config'>, tx: Transaction, projectIds: readonly string[]) {
  for (const id of projectIds.toSorted())
    await requireRoom(tx, {
      things: 'keywords',
      owner: { id, title: 'A project' },
      max: config.keywordsPerProjectMax,
      count: () => countTracked(tx, id),
      hint: 'Those whose tracking ended count too. Use another project, or raise KEYWORDS_PER_PROJECT_MAX.',
    });
}

type Projects = ReadonlyMap<string, Project>;

/** The entries with everything filled in, each tracked keyword once, and the projects they name. */
export async function resolveEntries(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config'>,
  entries: readonly TrackEntry[],
): Promise<{ rows: TrackedRow[]; projects: Projects }> {
  const projects = await getProjects(
    ctx,
    entries.map((entry) => entry.projectId),
  );
  for (const project of projects.values()) assertNotArchived(project);
  const nextChecks = new Map<string, Date | null>();
  const rows = new Map<string, TrackedRow>();
  for (const entry of entries) {
    const row = toRow(ctx, entry, projects, (project) =>
      remember(nextChecks, `${project.id} ${entry.checkInterval}`, () =>
        toNextCheck(ctx.clock.now(), entry.checkInterval, project.timeZone),
      ),
    );
    const key = toKeyText(row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return { rows: await keepShared(ctx, [...rows.values()]), projects };
}

/** Keywords tracked while ids were shared by the service keep them: no keyword has two ids in a project. */
async function keepShared(ctx: Pick<RequestContext, 'postgres' | 'config'>, rows: readonly TrackedRow[]): Promise<TrackedRow[]> {
  if (ctx.config.shareCache === 'service') return [...rows];
  const shared = rows.map((row): TrackedRow => ({ ...row, ownerId: null, keywordId: toKeywordId(row) }));
  const known = await listTracked(ctx.postgres, shared);
  return rows.map((row, at) => {
    const one = shared[at] ?? row;
    return (known.get(toKeyText(one))?.status ?? 'untracked') === 'untracked' ? row : one;
  });
}

/** Projects for which one request asks more first checks than are read live. */
export function listBulkProjects(rows: readonly TrackedRow[], projects: Projects): ReadonlySet<string> {
  const asked = Map.groupBy(
    rows.filter((row) => isCheckedAtOnce(row, projects)),
    (row) => row.projectId,
  );
  return new Set([...asked].flatMap(([projectId, checks]) => (checks.length > LIVE_CHECKS_MAX ? [projectId] : [])));
}

/** Paused projects, and keywords that are only checked by hand, cause no check. */
export function isCheckedAtOnce(row: TrackedRow, projects: Projects): boolean {
  return row.checkInterval !== 'manual' && projects.get(row.projectId)?.status === 'active';
}

function toRow(
  { config }: Pick<RequestContext, 'config'>,
  entry: TrackEntry,
  projects: Projects,
  nextCheckOf: (project: Project) => Date | null,
): TrackedRow {
  const project = projects.get(entry.projectId);
  if (project === undefined) throw new Error(`Project ${entry.projectId} was not read`);
  const subject = {
    keywordText: entry.keywordText,
    locationCode: entry.locationCode ?? project.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE,
    languageCode: entry.languageCode ?? project.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE,
    device: entry.device,
  };
  const { organizationId } = project;
  const ownerId = toOwnerId(config, organizationId);
  return { ...entry, ...subject, keywordId: toKeywordId(subject, ownerId), organizationId, ownerId, nextCheck: nextCheckOf(project) };
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Value;
}

interface FirstChecks {
  readonly queued: readonly TrackedRow[];
  readonly projects: Projects;
  readonly bulk: ReadonlySet<string>;
  readonly now: Date;
}

/** One workflow per project. */
async function enqueueChecks(ctx: Pick<RequestContext, 'workflows'>, tx: Transaction, checks: FirstChecks): Promise<StartedTracking[]> {
  const started: StartedTracking[] = [];
  for (const [projectId, rows] of Map.groupBy(checks.queued, (row) => row.projectId)) {
    const options = { id: newId('wf_') };
    if (checks.bulk.has(projectId)) {
      const id = await ctx.workflows.enqueue(tx, 'subscription-dispatch', { project_id: projectId }, options);
      started.push({ type: 'subscription-dispatch', id });
    } else {
      const id = await ctx.workflows.enqueue(tx, 'serp-tracking', toLiveInput(projectId, rows, checks), options);
      started.push({ type: 'serp-tracking', id });
    }
  }
  return started;
}

/** The day is the project's local one, so that nothing is checked twice for it. */
function toLiveInput(projectId: string, rows: readonly TrackedRow[], { projects, now }: FirstChecks) {
  return {
    project_id: projectId,
    keyword_ids: [...new Set(rows.map((row) => row.keywordId))],
    source: 'tracking' as const,
    due_date: toDueDate(now, projects.get(projectId)?.timeZone ?? 'UTC'),
  };
}
