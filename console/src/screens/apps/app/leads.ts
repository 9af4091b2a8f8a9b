/** What the screens of apps say first. */
import type { GetAppsByAppIdResponse, TrackedApp } from '#client';
import { formatCount, formatDecimal, formatPlural } from '#data/format.ts';
import { joinSentences, sayIs } from '#data/sentence.ts';
import { toChartName, toStoreName } from '../store/store.ts';

/** How many apps are tracked, the best place of one, and what could not be read. */
export function sayApps(apps: readonly TrackedApp[]): string | undefined {
  if (apps.length === 0) return undefined;
  const places = apps.flatMap((app) =>
    app.ranks.flatMap(({ rank, ...list }) => (rank === null ? [] : [{ ...list, rank, app: nameApp(app) }])),
  );
  const [best] = places.toSorted((one, other) => one.rank - other.rank);
  const { failed, refused, ofCharts } = countKinds(apps);
  const unread = apps.filter(({ last_run_at: at, last_error: error }) => at === null && error === null).length;
  return joinSentences([
    `${sayIs(apps.length, formatPlural(apps.length, 'app'))} tracked.`,
    best &&
      `The best place is ${formatCount(best.rank)} in ${toChartName(best.chart)}, ${best.category_name ?? best.category_id}: ${best.app}.`,
    failed > 0 && `The last reading of ${formatCount(failed)} failed.`,
    refused > 0 && `The last reading of ${formatCount(refused)} was refused.`,
    ofCharts > 0 && `The last reading of ${formatCount(ofCharts)} lacks charts.`,
    unread > 0 && `${sayIs(unread, formatCount(unread))} not read yet.`,
  ]);
}

/** A reading that a budget or a drain refused was not tried, and one that lacks charts has read the app. */
const REFUSED: Readonly<Record<string, string>> = {
  budget_exceeded: 'A budget had no room for it.',
  drain_mode: 'The queues were being drained, so it was not read.',
};
const OF_CHARTS = /^chart /u;

type Unread = Pick<TrackedApp, 'last_error' | 'last_run_at'>;

function countKinds(apps: readonly Unread[]) {
  const errors = apps.flatMap(({ last_error: error }) => error ?? []);
  const refused = errors.filter((error) => error in REFUSED).length;
  const ofCharts = errors.filter((error) => OF_CHARTS.test(error)).length;
  return { refused, ofCharts, failed: errors.length - refused - ofCharts };
}

/** State of the last reading of these apps, where it is not good: `The last reading failed`. */
export function sayUnread(apps: readonly Unread[]): string {
  const { refused, ofCharts } = countKinds(apps);
  const ofWhat = apps.length === 1 ? '' : ` of ${formatCount(apps.length)} apps`;
  if (refused === apps.length) return `The last reading${ofWhat} was refused`;
  if (ofCharts === apps.length) return `The last reading${ofWhat} lacks charts`;
  return `The last reading${ofWhat} failed`;
}

/** That the last reading of the reviews brought none, and why. */
export function sayUnreadReviews(error: string): string {
  const refused = REFUSED[error];
  return refused === undefined ? `They could not be read the last time: ${error}` : `The last reading of them was refused. ${refused}`;
}

/** Why an app was not read whole, and what is shown in its place. */
export function whyUnread({ last_error: error, last_run_at: at }: Unread): string {
  const why = error === null ? 'The reason was not kept.' : (REFUSED[error] ?? `${error.replace(/\.$/u, '')}.`);
  return `${why} ${at === null ? 'Nothing of it was read yet.' : 'What was read before is shown.'}`;
}

export function nameApp({ title, name, app_id: id }: Pick<TrackedApp, 'title' | 'name' | 'app_id'>): string {
  return title ?? name ?? id;
}

/** Why no other app is listed: none is known before searches of the store were read. */
export function sayNoCompetitors({ terms_tracked: tracked, terms_read: read }: Record<'terms_tracked' | 'terms_read', number>) {
  if (tracked === 0) return { title: 'Not known yet', children: 'Competitors are found by searching for terms, and no term is tracked.' };
  if (read === 0) return { title: 'Not known yet', children: `No search for the ${formatPlural(tracked, 'tracked term')} was read yet.` };
  return { title: 'No other app found', children: `In the searches for ${formatCount(read)} of ${formatPlural(tracked, 'tracked term')}.` };
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
  if (status === 'pending') return 'Nothing of it was read yet.';
  if (rating === null) return 'No rating of it was seen where it was read.';
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
