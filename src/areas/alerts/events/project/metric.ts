import { z } from 'zod';
import { toShareOfVoice, type DayTotals } from '#areas/rankings/index.ts';
import { countDaysBetween } from '#kernel/days.ts';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind, type FoldOptions } from '../event-kind.ts';
import { foldLevel, type Verdict } from '../fold-level.ts';
import { metricDays, type MetricDay, type MetricSubject } from '../sources/metric-days.ts';

const METRICS = ['share_of_voice', 'keywords_top_3', 'keywords_top_10', 'keywords_top_100', 'average_position'] as const;
type MetricName = (typeof METRICS)[number];

const NAMES: Readonly<Record<MetricName, string>> = {
  share_of_voice: 'share of voice',
  keywords_top_3: 'the number of keywords in the top 3',
  keywords_top_10: 'the number of keywords in the top 10',
  keywords_top_100: 'the number of keywords in the top 100',
  average_position: 'the average position',
};

const LIMIT_MAX = 1_000_000;
const OVER_DAYS_DEFAULT = 7;
const OVER_DAYS_MAX = 28;
/** The day to compare with may be missing: an earlier one stands in for it, so many days back. */
const STAND_IN_DAYS = 3;
/** Of a day's usual checks so many must have been made well. */
const CHECKED_SHARE_MIN = 0.8;
const USUAL_DAYS = 14;

const Limit = z.number().min(0).max(LIMIT_MAX);

const Params = z
  .strictObject({
    metric: z.enum(METRICS).default('share_of_voice'),
    below: Limit.optional(),
    above: Limit.optional(),
    down_by: Limit.positive().optional(),
    over_days: z.int().min(1).max(OVER_DAYS_MAX).default(OVER_DAYS_DEFAULT),
  })
  .refine(({ below, above, down_by: downBy }) => [below, above, downBy].filter((one) => one !== undefined).length === 1, {
    path: ['below'],
    message: 'or `above` or `down_by` must be given, and only one of them',
  });
type Params = z.output<typeof Params>;

/** A figure of the project, or of a tag, passes a bound or becomes worse. Share of voice is in percent. */
export const metric = defineEventKind({
  event: 'metric',
  params: Params,
  describe: (params) => `${NAMES[params.metric]} ${describeBound(params)}`,
  family: 'service',
  judgedAfter: 'round',
  source: metricDays,
  // What is worse than some days before has happened, also where no verdict came before it.
  fold: (params, subject, observations, options) =>
    foldLevel(subject, judgeDays({ ...params, ...toMeasure(params, subject) }, observations, options), {
      options,
      firstFires: params.down_by !== undefined,
    }),
});

function describeBound({ metric: name, below, above, down_by: downBy, over_days: days }: Params): string {
  const unit = name === 'share_of_voice' ? ' %' : '';
  if (below !== undefined) return `is below ${below}${unit}`;
  if (above !== undefined) return `is above ${above}${unit}`;
  return `is worse by ${downBy ?? 0}${name === 'share_of_voice' ? ' points' : ''} than ${formatPlural(days, 'day')} before`;
}

type Judged = Params & Pick<MetricSubject, 'weighedSince'>;

interface Valued {
  readonly day: string;
  readonly at: Date;
  readonly value: number;
}

/** A share of voice does not compare with one of before its weighing was changed, though the past is weighed so too. */
function toMeasure({ metric: name }: Params, { weighedSince }: MetricSubject): Pick<Judged, 'weighedSince'> {
  return { weighedSince: name === 'share_of_voice' ? weighedSince : undefined };
}

function judgeDays(params: Judged, days: readonly MetricDay[], { unjudgedDays }: FoldOptions): Verdict[] {
  const known = days.flatMap((seen, at): Valued[] => {
    if (unjudgedDays.has(seen.day) || !isChecked(days, at)) return [];
    const value = toValue(params.metric, seen.totals);
    return value === null ? [] : [{ day: seen.day, at: seen.at, value }];
  });
  return known.flatMap((now, at) => toVerdict(params, now, known.slice(0, at)));
}

/**
 * Whether enough of a day's checks were made well: of those that were made, and of as many as are usual (the median of the days with
 * checks of two weeks before), as far as there are still so many keywords.
 */
function isChecked(days: readonly MetricDay[], at: number): boolean {
  const day = days[at];
  if (day === undefined) return false;
  const { checked, keywords } = day.totals;
  const made = countMade(day);
  const before = days
    .slice(0, at)
    .filter((one) => countMade(one) > 0 && countDaysBetween(one.day, day.day) <= USUAL_DAYS)
    .map(countMade)
    .toSorted((one, other) => one - other);
  const usual = Math.min(before[Math.floor(before.length / 2)] ?? 0, Math.max(keywords, made));
  return checked > 0 && checked >= CHECKED_SHARE_MIN * Math.max(made, usual);
}

/** Keywords with a good check on the day, and those whose checks all failed. */
function countMade({ totals: { checked, failed } }: MetricDay): number {
  return checked + failed;
}

/** Null: it has no value, which is not 0. */
function toValue(name: MetricName, totals: DayTotals): number | null {
  if (name === 'average_position') return totals.ranked === 0 ? null : totals.positionSum / totals.ranked;
  if (name === 'share_of_voice') {
    const share = toShareOfVoice(totals);
    return share === null ? null : share * 100;
  }
  if (totals.keywords === 0) return null;
  return { keywords_top_3: totals.top3, keywords_top_10: totals.top10, keywords_top_100: totals.top100 }[name];
}

function toVerdict(params: Judged, now: Valued, before: readonly Valued[]): Verdict[] {
  const { below, above, down_by: downBy, over_days: overDays, weighedSince } = params;
  const earlier = downBy === undefined ? before.at(-1) : findEarlier(before, now.day, overDays);
  if (downBy !== undefined && earlier === undefined) return [];
  const loss = earlier === undefined ? 0 : (earlier.value - now.value) * (params.metric === 'average_position' ? -1 : 1);
  const holds = (below !== undefined && now.value < below) || (above !== undefined && now.value > above) || loss >= (downBy ?? Infinity);
  return [
    {
      day: now.day,
      at: now.at,
      holds,
      isOtherMeasure: earlier !== undefined && weighedSince !== undefined && earlier.day < weighedSince && weighedSince <= now.day,
      from: earlier === undefined ? null : { day: earlier.day, [params.metric]: round(earlier.value) },
      to: { [params.metric]: round(now.value) },
      size: Math.abs(loss),
      ...(loss === 0 ? {} : { direction: loss > 0 ? ('down' as const) : ('up' as const) }),
    },
  ];
}

function findEarlier(before: readonly Valued[], day: string, overDays: number): Valued | undefined {
  return before.findLast((one) => {
    const age = countDaysBetween(one.day, day);
    return age >= overDays && age <= overDays + STAND_IN_DAYS;
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
