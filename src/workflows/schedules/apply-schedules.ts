import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { deleteScheduleVersion, listNewerSchedules, toVersionNumbers, upsertScheduleVersions } from './schedule-store.ts';
import type { Schedule } from './schedules.ts';
import type { Engine } from '../dbos/sdk/engine.ts';
import {
  backfillSchedule,
  deleteSchedule,
  findLastInstant,
  listKeptSchedules,
  replaceSchedules,
  setResting,
} from '../dbos/sdk/schedules.ts';
import type { Registry } from '../registry.ts';
import { keepWorldSchedules } from './world-schedules.ts';

export interface SchedulingOptions {
  readonly engine: Engine;
  readonly registry: Registry;
  readonly schedules: readonly Schedule[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly postgres: Postgres;
  /** Of the release, for example `1.4.0`. */
  readonly version: string;
  /** The date of a simulated world, which the schedules follow (`world-schedules.ts`); else they go by the machine's time. */
  readonly worldClock?: Clock | undefined;
}

/**
 * Makes the engine's schedules equal to the list, but for those of newer releases, which stay. Each instant starts one workflow over all
 * processes, because its id is made from schedule and instant. After downtime the last missed
 * instant is made up for, and no other.
 * @returns what ends the keeping of a simulated world's schedules
 * @throws Error for a schedule of an unknown workflow or with a cron text that cannot be read
 */
export async function applySchedules({
  engine,
  registry,
  schedules,
  clock,
  logger,
  worldClock,
  ...release
}: SchedulingOptions): Promise<() => Promise<void>> {
  const wanted = schedules.map((schedule) => {
    const { name, workflow } = schedule;
    if (!registry.has(workflow)) throw new Error(`schedule ${name} starts an unknown workflow: ${workflow}`);
    return { ...schedule, queue: registry.get(workflow).queue.name };
  });
  const known = await listKeptSchedules();
  const names = new Set(schedules.map((schedule) => schedule.name));
  await retireSchedules(
    release,
    known.map(({ name }) => name).filter((name) => !names.has(name)),
  );
  await upsertScheduleVersions(release.postgres, [...names], toVersionNumbers(release.version));
  await replaceSchedules(engine, wanted);
  await setResting([...names], worldClock !== undefined);
  if (worldClock !== undefined) return keepWorldSchedules({ ...release, worldClock, names, logger });

  for (const { name, cron, lastFiredAt } of known) {
    if (!names.has(name) || !lastFiredAt) continue;
    const untilMs = clock.realNow();
    const missed = findLastInstant(cron, lastFiredAt.getTime(), untilMs);
    if (missed === undefined) continue;
    logger.info({ schedule: name, instant: missed.toISOString() }, 'a scheduled run was missed and is made up for');
    await backfillSchedule(name, missed);
  }
  return () => Promise.resolve();
}

/** Removes schedules that this release does not have, unless a newer one does: both may be running. */
async function retireSchedules(
  { postgres, version }: Pick<SchedulingOptions, 'postgres' | 'version'>,
  names: readonly string[],
): Promise<void> {
  const newer = new Set(await listNewerSchedules(postgres, toVersionNumbers(version)));
  for (const name of names) {
    if (newer.has(name)) continue;
    await deleteSchedule(name);
    await deleteScheduleVersion(postgres, name);
  }
}
