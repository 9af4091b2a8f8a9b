import { DBOS } from '@dbos-inc/dbos-sdk';
import { TimeMatcher } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import type { Engine } from './engine.ts';
import { recordSoon } from './record-soon.ts';
import type { Schedule } from '../../schedules/schedules.ts';
import type { KnownSchedule } from '../read/schedules.ts';

const TIME_ZONE = 'UTC';
const INSTANTS_MAX = 20_000;

/** The SDK calls every workflow with what its starter gives; a schedule gives the instant and the input. */
type ScheduledFn = Parameters<typeof DBOS.applySchedules>[0][number]['workflowFn'];

export async function listKeptSchedules(): Promise<KnownSchedule[]> {
  return (await DBOS.listSchedules()).map(({ scheduleName, schedule, lastFiredAt }) => ({
    name: scheduleName,
    cron: schedule,
    lastFiredAt: lastFiredAt ? new Date(lastFiredAt) : undefined,
  }));
}

/**
 * Adds schedules of workflows that are registered, and changes those of the same names.
 * @throws Error for a cron text that the SDK cannot read
 */
export async function replaceSchedules(engine: Engine, schedules: readonly (Schedule & { readonly queue: string })[]): Promise<void> {
  await DBOS.applySchedules(
    schedules.map(({ name, cron, workflow, input, queue }) => ({
      scheduleName: name,
      schedule: cron,
      workflowFn: engine.bodies.get(workflow) as ScheduledFn,
      context: input,
      cronTimezone: TIME_ZONE,
      queueName: queue,
    })),
  );
}

export async function deleteSchedule(name: string): Promise<void> {
  await DBOS.deleteSchedule(name);
}

/** Starts the run of one instant, unless it was started before. @throws what the store says when it does not take the start within seconds */
export async function backfillSchedule(name: string, instant: Date): Promise<void> {
  await recordSoon(() => DBOS.backfillSchedule(name, new Date(instant.getTime() - 1), new Date(instant.getTime() + 1)));
}

/** Whether schedules begin by the machine's time; those that rest are begun by `backfillSchedule` alone. */
export async function setResting(names: readonly string[], isResting: boolean): Promise<void> {
  for (const name of names) await (isResting ? DBOS.pauseSchedule(name) : DBOS.resumeSchedule(name));
}

/** Spans before the end that are searched one after the other: of frequent instants the last lies in the first. No schedule is rarer than a month. */
const SEARCHED_MS = [HOUR_MS, DAY_MS, 8 * DAY_MS, 32 * DAY_MS];

/** The last instant of a schedule after one time and not after another (epoch milliseconds), at most 32 days before that. */
export function findLastInstant(cron: string, afterMs: number, untilMs: number): Date | undefined {
  const matcher = new TimeMatcher(cron, TIME_ZONE);
  for (const span of SEARCHED_MS) {
    const from = Math.max(afterMs, untilMs - span);
    const last = findLastIn(matcher, from, untilMs);
    if (last !== undefined || from === afterMs) return last;
  }
  return undefined;
}

function findLastIn(matcher: TimeMatcher, afterMs: number, untilMs: number): Date | undefined {
  let last: Date | undefined;
  let at = afterMs;
  for (let count = 0; count < INSTANTS_MAX; count += 1) {
    const next = matcher.nextWakeupTime(at);
    if (next.getTime() > untilMs) break;
    if (matcher.match(next)) last = next;
    at = next.getTime();
  }
  return last;
}

/**
 * Whether the SDK finds an instant of a cron text. There is no year in a cron text, so any start will do.
 * @throws Error for a text that it cannot read
 */
export function hasInstant(cron: string): boolean {
  return new TimeMatcher(cron, TIME_ZONE).nextWakeupTime(0).getTime() > 0;
}
