import { listWatchedAssets, type WatchedAsset } from '#areas/keywords/index.ts';
import { findProject } from '#areas/projects/index.ts';
import { countCheckedDays, listHostDays, listTracked } from '#areas/rankings/index.ts';
import { addDays } from '#kernel/days.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import { LOOK_BACK_DAYS } from '../movements/series.ts';
import { toSelection } from '../where.ts';
import { listTrackedChannels } from './store.ts';

/** A keyword counts from its 28th day on; monthly ones are checked within 45. */
const KNOWN_FOR = [28, 45] as const;
const KEYWORDS_MAX = 20_000;

/** On how many keywords' pages a host stood on a day with checks; on none: 0. */
export interface HostObservation extends Observation {
  readonly keywords: number;
  readonly seen: number;
}

/** Hosts among the first organic results that are no sites of the project. */
export const hosts: Source<Subject, HostObservation> = { name: 'hosts', lookBackDays: LOOK_BACK_DAYS, read };

async function* read(ctx: AlertContext, { projectId, condition, ...question }: SourceQuestion) {
  const project = projectId === null ? undefined : await findProject(ctx.postgres, projectId);
  if (project === undefined) return;
  const span = { from: addDays(question.from, -LOOK_BACK_DAYS), to: question.to, timeZone: project.timeZone };
  const [tracked, assets, channels] = await Promise.all([
    listTracked(ctx.postgres, { ...toSelection(project.id, condition), keywordIds: question.keywordIds, limit: KEYWORDS_MAX }),
    listWatchedAssets(ctx.postgres, [project.id]),
    listTrackedChannels(ctx.postgres, project.id),
  ]);
  const { top, keywords: atLeast } = condition.when as unknown as { readonly top: number; readonly keywords: number };
  const keywordIds = [...new Set(tracked.map(({ keywordId }) => keywordId))];
  const [found, days] = await Promise.all([
    listHostDays(ctx.clickhouse, { ...span, scale: project.positionScale, keywordIds, top, atLeast, knownFor: KNOWN_FOR }),
    countCheckedDays(ctx.clickhouse, { ...span, projectId: project.id, channels }),
  ]);
  const sites = assets.get(project.id) ?? [];
  for (const { host, days: standing } of found) {
    if (isSite(host, sites)) continue;
    const byDay = new Map(standing.map((one) => [one.day, one]));
    const observations = days.map(({ day, lastAt }): HostObservation => {
      const { keywords = 0, seen = 0 } = byDay.get(day) ?? {};
      return { day, at: lastAt, keywords, seen };
    });
    yield { subject: { key: host, label: host }, observations };
  }
}

function isSite(host: string, sites: readonly WatchedAsset[]): boolean {
  return sites.some(({ value, aliases }) => [value, ...aliases].some((site) => host === site || host.endsWith(`.${site}`)));
}
