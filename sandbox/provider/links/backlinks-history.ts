import { DAY_MS } from '#kernel/durations.ts';
import { INDEX_DAY } from '../../links/profile.ts';
import { backlinkRoute, readTarget, targetRules, type Target } from './backlinks-target.ts';
import { describeSite } from './backlinks.ts';
import type { FieldRule } from '../fields.ts';
import { dayToTime, toRank } from './link-sums.ts';
import { priceBacklinks } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { textOf } from '../search-request.ts';

type Row = Record<string, unknown>;
type Period = 'day' | 'week' | 'month' | 'year';

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const DAYS_DEFAULT = 365;
const PERIODS_MAX = 2_000;
const MONDAY = 1;
const dates: Readonly<Record<string, FieldRule>> = { date_from: { type: 'text' }, date_to: { type: 'text' } };
const grouped: Readonly<Record<string, FieldRule>> = { ...dates, group_range: { type: 'text', oneOf: ['day', 'week', 'month', 'year'] } };

/** How the links to a target came and went. */
export const backlinkHistoryRoutes: readonly ProviderRoute[] = [
  backlinkRoute('history', targetRules(dates), (tools, task) =>
    answerSeries(tools, task, { period: 'month', from: INDEX_DAY, toRow: toHistoryRow }),
  ),
  backlinkRoute('timeseries_summary', targetRules(grouped), (tools, task) =>
    answerSeries(tools, task, { period: periodOf(task), from: undefined, toRow: toSummaryRow }),
  ),
  backlinkRoute('timeseries_new_lost_summary', targetRules(grouped), (tools, task) =>
    answerSeries(tools, task, { period: periodOf(task), from: undefined, toRow: toChangesRow }),
  ),
];

interface Span {
  /** The first day of the period and the first after it; the last period ends with the last day asked for. */
  readonly from: number;
  readonly to: number;
}

interface Series {
  readonly period: Period;
  /** The first day unless said otherwise. */
  readonly from: number | undefined;
  readonly toRow: (tools: SearchTools, target: Target, span: Span, scale: unknown) => Row;
}

function answerSeries(tools: SearchTools, task: TaskRequest, { period, from, toRow }: Series): TaskAnswer {
  const target = readTarget(tools, task);
  if ('isUnknown' in target && !target.isUnknown) return invalidField('target');
  const today = Math.floor(tools.now().getTime() / DAY_MS);
  const last = readDay(textOf(task, 'date_to'), today);
  if (last === undefined || last < INDEX_DAY) return invalidField('date_to');
  const first = readDay(textOf(task, 'date_from'), from ?? last - DAYS_DEFAULT);
  if (first === undefined || first > last) return invalidField('date_from');
  if ('isUnknown' in target) return ok(null, priceBacklinks(0));
  const isGrouped = from === undefined;
  const earliest = isGrouped ? startOf(period, first) : first;
  const spans = listSpans(period, Math.max(earliest, INDEX_DAY), Math.min(last, today)).slice(-PERIODS_MAX);
  const items = spans.map((span) => ({
    ...toRow(tools, target, isGrouped ? untilItsEnd(period, span, today) : span, task['rank_scale']),
    ...(isGrouped ? { date: dayToTime(nextStart(period, span.from) - 1) } : {}),
  }));
  const head = { target: target.text, date_from: dayToTime(first), date_to: dayToTime(last) };
  const group = period === 'month' && from !== undefined ? {} : { group_range: period };
  return ok([{ ...head, ...group, items_count: items.length, items }], priceBacklinks(items.length));
}

function periodOf(task: TaskRequest): Period {
  return (textOf(task, 'group_range') ?? 'month') as Period;
}

function readDay(text: string | undefined, otherwise: number): number | undefined {
  if (text === undefined) return otherwise;
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant / DAY_MS;
}

function listSpans(period: Period, first: number, last: number): Span[] {
  const spans: Span[] = [];
  for (let from = first; from <= last; from = spans.at(-1)?.to ?? Infinity)
    spans.push({ from, to: Math.min(nextStart(period, from), last + 1) });
  return spans;
}

/** The first day of the next week (Monday), month or year. */
function nextStart(period: Period, day: number): number {
  const date = new Date(day * DAY_MS);
  if (period === 'day') return day + 1;
  if (period === 'week') return day + 7 - ((date.getUTCDay() - MONDAY + 7) % 7);
  const next = period === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : Date.UTC(date.getUTCFullYear() + 1, 0);
  return next / DAY_MS;
}

/** Grouped series consist of whole periods, whatever days were asked for, each named by its last day. */
function untilItsEnd(period: Period, { from }: Span, today: number): Span {
  return { from, to: Math.min(nextStart(period, from), today + 1) };
}

/** The first day of the period that a day is in. */
function startOf(period: Period, day: number): number {
  let start = day;
  while (nextStart(period, start - 1) > day) start -= 1;
  return start;
}

/** As it stood at the end of the period. */
function toSummaryRow({ world }: SearchTools, { site }: Target, { from, to }: Span, scale: unknown): Row {
  const figures = world.links.measure(site, to - 1);
  return {
    type: 'backlinks_timeseries_summary',
    date: dayToTime(from),
    rank: toRank(figures.rank, scale),
    backlinks: figures.backlinks,
    backlinks_nofollow: figures.backlinksNofollow,
    referring_pages: figures.backlinks,
    referring_pages_nofollow: figures.backlinksNofollow,
    referring_domains: figures.referringDomains,
    referring_domains_nofollow: figures.referringDomainsNofollow,
    referring_main_domains: figures.referringDomains,
    referring_main_domains_nofollow: figures.referringDomainsNofollow,
    referring_ips: figures.referringIps,
    referring_subnets: figures.referringSubnets,
  };
}

function toChangesRow({ world }: SearchTools, { site }: Target, { from, to }: Span): Row {
  const changes = world.links.compare(site, from, to);
  return {
    type: 'backlinks_timeseries_new_lost_summary',
    date: dayToTime(from),
    new_backlinks: changes.newBacklinks,
    lost_backlinks: changes.lostBacklinks,
    new_referring_domains: changes.newReferringDomains,
    lost_referring_domains: changes.lostReferringDomains,
    new_referring_main_domains: changes.newReferringDomains,
    lost_referring_main_domains: changes.lostReferringDomains,
  };
}

function toHistoryRow(tools: SearchTools, target: Target, span: Span, scale: unknown): Row {
  const { type: _summary, backlinks_nofollow: _nofollow, ...figures } = toSummaryRow(tools, target, span, scale);
  const { type: _changes, date: _date, ...changes } = toChangesRow(tools, target, span);
  const { new_referring_main_domains: _new, lost_referring_main_domains: _lost, ...counts } = changes;
  return { type: 'backlinks_history', ...figures, ...counts, ...describeSite(target.site.hash) };
}
