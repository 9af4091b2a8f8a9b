import { DBOS } from '@dbos-inc/dbos-sdk';
import { TimeMatcher } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Engine } from './engine.ts';
import type { Registry } from './registry.ts';
import { deleteScheduleVersion, listNewerSchedules, toVersionNumbers, upsertScheduleVersions } from './schedule-store.ts';
import type { Schedule } from './schedules.ts';

const TIME_ZONE = 'UTC';
/** How far back a missed instant is looked for: the longest interval of section 8 is a week. */
const LOOK_BACK_MS = 8 * 24 * 3_600_000;
const INSTANTS_MAX = 20_000;

export interface SchedulingOptions {
  readonly engine: Engine;
  readonly registry: Registry;
  readonly schedules: readonly Schedule[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly postgres: Postgres;
  /** Of the release, for example `1.4.0`. */
  readonly version: string;
}

/** The engine calls every workflow with what its starter gives; a schedule gives the instant and the input. */
type ScheduledFn = Parameters<typeof DBOS.applySchedules>[0][number]['workflowFn'];

/**
 * Makes the engine's schedules equal to the list, but for those of newer releases, which stay. Each instant starts one workflow over all
 * processes, because its id is made from schedule and instant. After downtime the last missed
 * instant is made up for, and no other.
 * @throws Error for a schedule of an unknown workflow or with a cron text that cannot be read
 */
export async function applySchedules({ engine, registry, schedules, clock, logger, ...release }: SchedulingOptions): Promise<void> {
  const wanted = schedules.map(({ name, cron, workflow, input }) => {
    const workflowFn = engine.bodies.get(workflow);
    if (!workflowFn) throw new Error(`schedule ${name} starts an unknown workflow: ${workflow}`);
    const queueName = registry.get(workflow).queue.name;
    return {
      scheduleName: name,
      schedule: cron,
      workflowFn: workflowFn as ScheduledFn,
      context: input,
      cronTimezone: TIME_ZONE,
      queueName,
    };
  });
  const known = await DBOS.listSchedules();
  const names = new Set(schedules.map((schedule) => schedule.name));
  await retireSchedules(
    release,
    known.map(({ scheduleName }) => scheduleName).filter((name) => !names.has(name)),
  );
  await upsertScheduleVersions(release.postgres, [...names], toVersionNumbers(release.version));
  await DBOS.applySchedules(wanted);

  for (const { scheduleName, schedule, lastFiredAt } of known) {
    if (!names.has(scheduleName) || !lastFiredAt) continue;
    const missed = findLastInstant(schedule, new Date(lastFiredAt).getTime(), clock.realNow());
    if (missed === undefined) continue;
    logger.info({ schedule: scheduleName, instant: missed.toISOString() }, 'a scheduled run was missed and is made up for');
    await DBOS.backfillSchedule(scheduleName, new Date(missed.getTime() - 1), new Date(missed.getTime() + 1));
  }
}

/** Removes schedules that this release does not have, unless a newer one does: both may be running. */
async function retireSchedules(
  { postgres, version }: Pick<SchedulingOptions, 'postgres' | 'version'>,
  names: readonly string[],
): Promise<void> {
  const newer = new Set(await listNewerSchedules(postgres, toVersionNumbers(version)));
  for (const name of names) {
    if (newer.has(name)) continue;
    await DBOS.deleteSchedule(name);
    await deleteScheduleVersion(postgres, name);
  }
}

/** The last instant of a schedule after one time and not after another. */
function findLastInstant(cron: string, afterMs: number, untilMs: number): Date | undefined {
  const matcher = new TimeMatcher(cron, TIME_ZONE);
  let last: Date | undefined;
  let at = Math.max(afterMs, untilMs - LOOK_BACK_MS);
  for (let count = 0; count < INSTANTS_MAX; count += 1) {
    const next = matcher.nextWakeupTime(at);
    if (next.getTime() > untilMs) break;
    if (matcher.match(next)) last = next;
    at = next.getTime();
  }
  return last;
}
