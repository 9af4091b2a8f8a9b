/** What is said of figures of Search Console: how far they are known first. */
import type { GetProjectsByProjectIdSearchConsolePerformanceResponse as Performance } from '#client';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { joinWords } from '#data/sentence.ts';
import type { Reading } from '#ui/states/reading.ts';

export type Scope = Pick<Performance, 'property' | 'span' | 'compared' | 'warnings'>;
type Span = Performance['span'];

const METRICS = { clicks: 'clicks', impressions: 'impressions', ctr: 'click rate', position: 'average position' } as const;

/** The sentence of the screen; undefined while nothing is known. */
export function sayClicks({
  property,
  span,
  totals,
  compared_totals: before,
}: Pick<Performance, 'property' | 'span' | 'totals' | 'compared_totals'>): string {
  if (property === null) return 'No property of Search Console is connected: nothing is counted here.';
  if (totals === null) return `Nothing is known of ${saySpan(span)}.`;
  const change = before === null ? '' : `, ${formatCount(before.clicks)} in the days before`;
  return `${formatPlural(totals.clicks, 'click')} of ${formatPlural(totals.impressions, 'impression')} ${saySpan(span)}${change}.`;
}

export function saySpan({ from, to }: Span): string {
  return `from ${formatDay(from)} to ${formatDay(to)}`;
}

/** What is not known of the days of a span, a sentence each; none: all of them are final. */
export function listGaps({ days, partial, failed, missing, cut }: Span, isByRow: boolean): string[] {
  return [
    ...(missing > 0 ? [`${formatPlural(missing, 'day')} of ${days} not read yet: they count nowhere.`] : []),
    ...(failed > 0 ? [`Reading failed for ${formatPlural(failed, 'day')}: they count nowhere.`] : []),
    ...(partial > 0 ? [`Google still counts ${formatPlural(partial, 'day')}: these figures grow.`] : []),
    ...(cut > 0 && isByRow ? [`Of ${formatPlural(cut, 'day')} Google gives only the 50,000 rows with most clicks.`] : []),
  ];
}

/** How the collection goes, where it is not done. */
export function saySync({ sync, cause, next_step: step }: NonNullable<Scope['property']>): string | undefined {
  if (cause !== null) return [cause, step].filter(Boolean).join(' ');
  if (sync === 'running' || sync === 'waiting') return 'Days are being read: more of them appear here.';
  return sync === 'paused' ? 'The collection waits and goes on by itself.' : undefined;
}

/** Which figures must not be compared, and why. */
export function sayWarnings(warnings: Scope['warnings']): string | undefined {
  if (warnings.length === 0) return undefined;
  const reasons = new Set(
    warnings.flatMap(({ anomalies }) =>
      anomalies.map(({ date, end_date: end, reason }) => `${formatDay(date)} to ${formatDay(end)}: ${reason}`),
    ),
  );
  return `Not to be compared: ${joinWords(warnings.map(({ metric }) => METRICS[metric]))}. ${[...reasons].join(' ')}`;
}

/** How much of the clicks the rows can hold. */
export function sayNamed(named: Performance['named']): string | undefined {
  if (named === null || named.share === null) return undefined;
  return `Queries with a name are ${formatShare(named.share)} of the clicks; those of few people are in the total alone.`;
}

/** How figures of the days came about: Google counted them. */
export function toReading({ span: { days, final, partial, to } }: Pick<Scope, 'span'>): Reading {
  return { computedFrom: `what Google counted on ${final + partial} of ${formatPlural(days, 'day')}`, day: to };
}
