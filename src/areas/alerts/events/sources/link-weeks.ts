import { listLinkWeeks, type LinkWeek } from '#areas/domains/index.ts';
import { addDays } from '#kernel/days.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import type { WhereFilters } from '../where.ts';
import { listOwnWebsites } from './store/assets.ts';

/** A week of a website's links; its day is the first one after it. */
export interface LinkObservation extends Observation, LinkWeek {}

const LOOK_BACK_DAYS = 14;
/** Of a week and a website; an alert shows twenty. */
const LINKS_MAX = 1_000;

/** What came to the own websites of a project in each week, or what went. */
export const makeLinkWeeks = (change: 'came' | 'went'): Source<Subject, LinkObservation> => ({
  name: `link_weeks_${change}`,
  lookBackDays: LOOK_BACK_DAYS,
  read: (ctx, question) => readLinkWeeks(ctx, question, change),
});

async function* readLinkWeeks(ctx: AlertContext, { projectId, from, to, condition }: SourceQuestion, change: 'came' | 'went') {
  if (projectId === null) return;
  const { min_rank: rankMin, followed } = condition.when as { readonly min_rank?: number; readonly followed?: boolean };
  const { asset_id: assetId } = condition.where as WhereFilters;
  for (const { id, domainId, name } of await listOwnWebsites(ctx.postgres, projectId, assetId ?? null)) {
    const weeks = await listLinkWeeks(ctx.postgres, {
      domainId,
      change,
      from: addDays(from, -LOOK_BACK_DAYS),
      to,
      rankMin: rankMin ?? 0,
      isFollowed: followed ?? false,
      limit: LINKS_MAX,
    });
    const observations = weeks.map((week) => ({ ...week, day: week.endedOn, at: new Date(`${week.endedOn}T00:00:00Z`) }));
    yield { subject: { key: `links:${id}`, label: name, assetId: id }, observations };
  }
}
