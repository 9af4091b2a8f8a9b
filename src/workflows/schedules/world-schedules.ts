import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from './keep-looking.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { listSchedules, type KnownSchedule } from '../dbos/read/schedules.ts';
import { backfillSchedule, findLastInstant } from '../dbos/sdk/schedules.ts';
import { updateLastFired } from '../dbos/write/records.ts';
import { findNextInstant } from './cron.ts';

/** How soon a schedule begins after its time. */
const LOOK_MS = 1_000;

interface WorldOptions {
  readonly postgres: Postgres;
  /** The date of a simulated world. */
  readonly worldClock: Clock;
  readonly names: ReadonlySet<string>;
  readonly logger: Logger;
}

/**
 * Keeps the schedules by the date of a simulated world, until the returned function is called; the engine's own go
 * by the machine's time and rest meanwhile. Every worker does: the id of a run is made from schedule and instant, so
 * each instant starts one. Of a date that moves past several instants of a schedule the last one counts, as after a downtime.
 */
export function keepWorldSchedules(options: WorldOptions): () => Promise<void> {
  const { worldClock, logger } = options;
  let since = worldClock.now().getTime();
  let lookedAt = since;
  const findNext = makeNextInstants();
  const lookAfter = async (isStopped: () => boolean): Promise<void> => {
    const now = worldClock.now().getTime();
    if (now < lookedAt) since = now;
    lookedAt = now;
    await startDue({ ...options, findNext }, { since, now }, isStopped);
  };
  return keepLooking(lookAfter, {
    everyMs: LOOK_MS,
    onError: (error) => logger.warn({ error: messageOf(error) }, 'looking after the schedules failed'),
  });
}

interface Span {
  /** Instants before it are none of ours, unless a run of the schedule is known. */
  readonly since: number;
  readonly now: number;
}

interface Look extends WorldOptions {
  readonly findNext: FindNext;
}

/** What is left at a stop is begun by another process, or made up for as after a downtime: each takes several statements. */
async function startDue({ postgres, names, logger, findNext }: Look, span: Span, isStopped: () => boolean): Promise<void> {
  const known = (await listSchedules(postgres)).filter(({ name }) => names.has(name));
  const due = known.flatMap((schedule) => {
    const instant = findDue(schedule, span, findNext);
    return instant === undefined ? [] : [{ name: schedule.name, instant }];
  });
  for (const { name, instant } of due.toSorted((one, other) => one.instant.getTime() - other.instant.getTime())) {
    if (isStopped()) return;
    logger.debug({ schedule: name, instant: instant.toISOString() }, 'a schedule is due in the simulated world');
    await backfillSchedule(name, instant);
    await updateLastFired(postgres, { name, instant, now: new Date(span.now) });
  }
}

/** The last instant of a schedule that has come and was not begun. */
function findDue(schedule: KnownSchedule, { since, now }: Span, findNext: FindNext): Date | undefined {
  const { cron, lastFiredAt } = schedule;
  const firedAt = lastFiredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const after = firedAt <= now ? firedAt : since;
  const next = findNext(schedule, after);
  if (next === undefined || next.getTime() > now) return undefined;
  return findLastInstant(cron, after, now);
}

type FindNext = (schedule: KnownSchedule, after: number) => Date | undefined;

/** Remembers the next instant of each schedule: reading all cron texts at each look made 3 MB of garbage a second. */
function makeNextInstants(): FindNext {
  const known = new Map<string, { readonly cron: string; readonly after: number; readonly next: Date | undefined }>();
  return ({ name, cron }, after) => {
    const last = known.get(name);
    if (last?.cron === cron && last.after === after) return last.next;
    const next = findNextInstant(cron, new Date(after));
    known.set(name, { cron, after, next });
    return next;
  };
}

/** Names of the schedules with an instant in a span of the world that was not begun. */
export async function listLateSchedules(sql: Sql, span: Span): Promise<string[]> {
  const known = await listSchedules(sql);
  return known
    .filter(({ cron, lastFiredAt }) => {
      const instant = findLastInstant(cron, span.since, span.now);
      return instant !== undefined && (lastFiredAt === undefined || lastFiredAt < instant);
    })
    .map(({ name }) => name);
}
