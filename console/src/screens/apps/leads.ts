/** What the screens of apps say first. */
import type { GetAppsByAppIdResponse, TrackedApp } from '../../../../clients/typescript/src/index.ts';
import { formatCount, formatDecimal, formatPlural } from '../../data/format.ts';
import { joinSentences, sayIs } from '../../data/sentence.ts';
import { toChartName, toStoreName } from './store.ts';

/** How many apps are tracked, the best place of one, and what could not be read. */
export function sayApps(apps: readonly TrackedApp[]): string | undefined {
  if (apps.length === 0) return undefined;
  const places = apps.flatMap(({ title, name, app_id: id, ranks }) =>
    ranks.flatMap(({ rank, ...list }) => (rank === null ? [] : [{ ...list, rank, app: title ?? name ?? id }])),
  );
  const [best] = places.toSorted((one, other) => one.rank - other.rank);
  const failed = apps.filter(({ last_error: error }) => error !== null).length;
  const unread = apps.filter(({ last_run_at: at, last_error: error }) => at === null && error === null).length;
  return joinSentences([
    `${sayIs(apps.length, formatPlural(apps.length, 'app'))} tracked.`,
    best &&
      `The best place is ${formatCount(best.rank)} in ${toChartName(best.chart)}, ${best.category_name ?? best.category_id}: ${best.app}.`,
    failed > 0 && `The last reading of ${formatCount(failed)} failed.`,
    unread > 0 && `${sayIs(unread, formatCount(unread))} not read yet.`,
  ]);
}

type Known = Pick<GetAppsByAppIdResponse, 'rating' | 'rating_count' | 'version' | 'status' | 'platform' | 'ratings'>;

/** Which app leads a chart of a store, of how many places that were read. */
export function sayStoreChart(
  apps: readonly { readonly title: string | null; readonly rank: number }[],
  total: number,
): string | undefined {
  const [first] = apps.toSorted((one, other) => one.rank - other.rank);
  if (!first) return undefined;
  const lead = first.rank === 1 ? `${first.title ?? 'An app without a name'} leads.` : 'The first place is not known.';
  return `${lead} ${formatPlural(total, 'place')} ${total === 1 ? 'was' : 'were'} read.`;
}

/** How an app is rated, and how that moved in the days that were read. */
export function sayApp({ rating, rating_count: count, status, platform, version, ratings }: Known): string {
  if (status === 'removed') return `${toStoreName(platform)} no longer has it.`;
  if (rating === null) return 'No rating was read yet.';
  const known = ratings.toSorted((one, other) => one.date.localeCompare(other.date)).flatMap(({ rating: value }) => value ?? []);
  const [first] = known;
  const step = first === undefined || known.length < 2 ? null : rating - first;
  const moved =
    step === null
      ? ''
      : Math.abs(step) < 0.05
        ? ', unchanged over the days read'
        : `, ${step > 0 ? 'up' : 'down'} ${formatDecimal(Math.abs(step))} over the days read`;
  return `Rated ${formatDecimal(rating)} of 5${count === null ? '' : ` by ${formatCount(count)}`}${moved}${version === null ? '' : `; version ${version} is in the store`}.`;
}
