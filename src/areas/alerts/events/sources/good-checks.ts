import { findProject } from '#areas/projects/index.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { toGroups } from '#kernel/lists.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import { toSelection } from '../where.ts';
import { listGoodDays } from './analytics/good-days.ts';
import { listDueKeywords, type DueKeyword } from './store/due.ts';

/** A day on which a keyword was checked well. The last observation is none: it says until when it was looked. */
export interface GoodCheck extends Observation {
  readonly isEnd: boolean;
}

/** A keyword that should be checked again and again. */
export interface DueSubject extends Subject {
  readonly intervalDays: number;
  /** The first day of which something is known: that on which it was tracked, or the first of those that are looked back on. */
  readonly since: string;
}

const INTERVAL_DAYS = { daily: 1, weekly: 7, monthly: 31 } as const;
/** Four months without a check. */
const LOOK_BACK_DAYS = 130;
const KEYWORDS_AT_ONCE = 1_000;

export const goodChecks: Source<DueSubject, GoodCheck> = { name: 'good_checks', lookBackDays: LOOK_BACK_DAYS, read: readGoodChecks };

async function* readGoodChecks(ctx: AlertContext, { projectId, condition, keywordIds, ...asked }: SourceQuestion) {
  const project = projectId === null ? undefined : await findProject(ctx.postgres, projectId);
  if (project === undefined) return;
  const today = toDay(ctx.clock.now());
  const [from, to] = [addDays(asked.from, -LOOK_BACK_DAYS), asked.to < today ? asked.to : today];
  const keywords = await listDueKeywords(ctx.postgres, { ...toSelection(project.id, condition), keywordIds });
  for (const group of toGroups(keywords, KEYWORDS_AT_ONCE)) {
    const ids = [...new Set(group.map(({ keywordId }) => keywordId))];
    const found = await listGoodDays(ctx.clickhouse, { projectId: project.id, timeZone: project.timeZone, keywordIds: ids, from, to });
    const daysOf = new Map(found.map((one) => [toKey(one), one.days]));
    for (const keyword of group) {
      const days = (daysOf.get(toKey(keyword)) ?? []).filter((day) => day >= from && day <= to);
      yield { subject: toSubject(keyword, from), observations: [...days.map((day) => toCheck(day, false)), toCheck(to, true)] };
    }
  }
}

function toKey({ keywordId, engine, channel }: Pick<DueKeyword, 'keywordId' | 'engine' | 'channel'>): string {
  return `${keywordId} ${engine} ${channel}`;
}

function toSubject(keyword: DueKeyword, from: string): DueSubject {
  const trackedOn = toDay(keyword.trackingSince);
  const { keywordId, keyword: label, device, locationCode, checkInterval } = keyword;
  const since = trackedOn > from ? trackedOn : from;
  return { key: `stale:${toKey(keyword)}`, label, keywordId, device, locationCode, intervalDays: INTERVAL_DAYS[checkInterval], since };
}

function toCheck(day: string, isEnd: boolean): GoodCheck {
  return { day, at: new Date(`${day}T00:00:00Z`), isEnd };
}
