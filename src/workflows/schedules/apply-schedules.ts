import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
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
  /** Version of the release, for example `1.4.0`. */
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

/** Major, minor and patch of a release. */
type VersionNumbers = readonly number[];

/** @example toVersionNumbers('1.10.0-rc.1') // [1, 10, 0] */
function toVersionNumbers(version: string): VersionNumbers {
  return version.split('-', 1).join().split('.').map(Number);
}

/** Notes which release wants these schedules, unless a newer one does. */
async function upsertScheduleVersions(sql: Sql, names: readonly string[], version: VersionNumbers): Promise<void> {
  await sql.query(
    `insert into schedule_versions (name, version) select name, $2 from unnest($1::text[]) as name
     on conflict (name) do update set version = greatest(schedule_versions.version, excluded.version)`,
    [names, version],
  );
}

/** Schedules that a newer release wants. */
async function listNewerSchedules(sql: Sql, version: VersionNumbers): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>('select name from schedule_versions where version > $1 order by name limit 1000', [
    version,
  ]);
  return rows.map(({ name }) => name);
}

async function deleteScheduleVersion(sql: Sql, name: string): Promise<void> {
  await sql.query('delete from schedule_versions where name = $1', [name]);
}
