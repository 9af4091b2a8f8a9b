import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import { countDaysBetween } from '#kernel/days.ts';
import type { Page } from '#kernel/lists.ts';
import { getBound, type Bound } from '../binding/bind-project.ts';
import { toSpan } from './read-batch.ts';
import { startSync } from './start-sync.ts';
import { dayList, measureCoverage, wantDays, type Coverage, type DaySpan, type ListedDay } from './store/days.ts';
import { findSync, lockSync } from './store/syncs.ts';
import type { Sync } from './sync.ts';

export interface ShownSync {
  readonly sync: Sync;
  readonly coverage: Coverage;
  /** Of which Google has something. */
  readonly span: DaySpan;
  readonly missing: number;
}

type SyncReader = ProjectReader & Pick<RequestContext, 'clock'>;

/** How the reading of a project's property goes. @throws AppError 404 */
export async function getSync(ctx: SyncReader, projectId: string): Promise<ShownSync> {
  return await showSync(ctx, await getBound(ctx, projectId));
}

export async function showSync({ postgres, clock }: SyncReader, { binding: { propertyId, type } }: Bound): Promise<ShownSync> {
  const key = { propertyId, type };
  const span = toSpan(key, clock.now());
  const coverage = await measureCoverage(postgres, span);
  const days = countDaysBetween(span.from, span.to) + 1;
  const sync = (await findSync(postgres, key)) ?? { ...key, ...NEVER };
  return { sync, coverage, span, missing: Math.max(0, days - coverage.final - coverage.partial - coverage.failed) };
}

const NEVER = {
  status: 'idle',
  fault: null,
  cause: null,
  nextStep: null,
  pausedUntil: null,
  daysDue: 0,
  daysDone: 0,
  workflowId: null,
  beganAt: null,
  endedAt: null,
} as const;

/** Every day that Google has something of, the newest first. @throws AppError 404 */
export async function listDays(
  ctx: SyncReader,
  {
    projectId,
    from,
    to,
    ...page
  }: Page & { readonly projectId: string; readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<{ readonly days: ListedDay[]; readonly total: number }> {
  const { binding } = await getBound(ctx, projectId);
  const span = toSpan(binding, ctx.clock.now());
  const wanted = { ...span, from: later(from, span.from), to: to !== undefined && to < span.to ? to : span.to };
  const { rows: days, total } = await dayList.read(ctx.postgres, wanted, page);
  return { days, total };
}

function later(day: string | undefined, first: string): string {
  return day !== undefined && day > first ? day : first;
}

/**
 * Has the property read now: gaps and days that count on; with a span its final days too.
 * @returns the workflow, and how many days are read again though they were there
 * @throws AppError 404; 400 for a span of more than 16 months, or beyond what Google has
 */
export async function resync(
  ctx: SyncReader & Pick<RequestContext, 'postgres' | 'workflows'>,
  projectId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<{ readonly workflowId: string; readonly daysWanted: number }> {
  const { binding } = await getBound(ctx, projectId);
  const key = { propertyId: binding.propertyId, type: binding.type };
  const span = toSpan(key, ctx.clock.now());
  const { from, to } = asked;
  const wanted = from === undefined && to === undefined ? undefined : { ...span, from: from ?? span.from, to: to ?? span.to };
  if (wanted !== undefined) assertWithin(wanted, span);
  return await ctx.postgres.transaction(async (tx) => {
    await lockSync(tx, key);
    const daysWanted = wanted === undefined ? 0 : await wantDays(tx, wanted, ctx.clock.now());
    return { workflowId: await startSync(tx, ctx, key), daysWanted };
  });
}

function assertWithin({ from, to }: DaySpan, span: DaySpan): void {
  const problems: FieldProblem[] = [];
  if (from < span.from) problems.push({ path: 'from', message: `must not be before ${span.from}: Google keeps 16 months` });
  if (to > span.to) problems.push({ path: 'to', message: `must not be after ${span.to}, the day it is in Pacific time` });
  if (to < from) problems.push({ path: 'to', message: 'must not be before from' });
  if (problems.length > 0) throw invalid(problems);
}
