import type { GetProjectsByProjectIdRunsByRunIdResponse, Ranking } from '#client';
import type { Day } from '#data/time/days.ts';

type Run = GetProjectsByProjectIdRunsByRunIdResponse['run'];

/** Another check of the same keyword, on the same result page. */
export interface OtherCheck {
  readonly runId: string;
  readonly day: Day;
}

export interface Checks {
  /** Good ones, newest first. */
  readonly others: readonly OtherCheck[];
  /** Days whose every check failed. */
  readonly failedDays: readonly Day[];
}

/** Out of the history of a keyword on the result page of the run. */
export function toChecks(run: Pick<Run, 'id'>, rankings: readonly Ranking[]): Checks {
  const good = rankings.filter(({ status }) => status !== 'failed');
  const goodDays = new Set(good.map(({ check_date: day }) => day));
  const days = new Map(
    good.flatMap(({ run_id: id, check_date: day }) => (id === null || id === run.id || day === null ? [] : [[id, day] as const])),
  );
  const failed = new Set(
    rankings.flatMap(({ status, check_date: day }) => (status === 'failed' && day !== null && !goodDays.has(day) ? [day] : [])),
  );
  return {
    others: [...days].map(([runId, day]) => ({ runId, day })).toSorted((one, other) => (one.day < other.day ? 1 : -1)),
    failedDays: [...failed].toSorted(),
  };
}

/** The good check before, which a check is compared with unless another one is chosen. */
export function findCheckBefore({ check_date: day }: Pick<Run, 'check_date'>, { others }: Checks): OtherCheck | undefined {
  return others.find((other) => other.day < day);
}
