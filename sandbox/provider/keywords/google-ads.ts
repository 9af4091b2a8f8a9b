import { isMeasured, measureKeyword } from '../../world/keywords.ts';
import { findLanguage, type Place } from '../../world/places.ts';
import { lastPublishedMonth, listMonths, monthNumber, publishedAt } from '../../world/volumes.ts';
import { isBareHost } from '../links/backlinks-target.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { fitKeywords, ideasFor, listKeywords, type FittingKeyword } from './keyword-search.ts';
import { keywordRules, readKeywords, type AskedKeyword } from './keyword-request.ts';
import { PRICES } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { placeOf, textOf } from '../search-request.ts';
import { bidsOf, levelOf } from './wire-labs.ts';

const KEYWORDS_MAX = 1_000;
const MONTHS_DEFAULT = 12;
const MONTHS_MAX = 48;
const SORT_FIELDS = ['relevance', 'search_volume', 'competition_index', 'low_top_of_page_bid', 'high_top_of_page_bid'];

const SEEDS_MAX = 20;
const IDEAS_MAX = 2_000;

const volumeFields: Readonly<Record<string, FieldRule>> = {
  location_coordinate: { type: 'text' },
  search_partners: { type: 'flag' },
  date_from: { type: 'text' },
  date_to: { type: 'text' },
  include_adult_keywords: { type: 'flag' },
  sort_by: { type: 'text', oneOf: SORT_FIELDS },
};

/** The ads planner. */
export const googleAdsRoutes: readonly ProviderRoute[] = [
  adsRoute('search_volume', keywordRules(KEYWORDS_MAX, volumeFields), answerVolumes),
  adsRoute('keywords_for_keywords', keywordRules(SEEDS_MAX, volumeFields), answerIdeas),
  adsRoute('keywords_for_site', siteRules(), answerSite),
  {
    method: 'GET',
    path: '/v3/keywords_data/google_ads/status',
    kind: 'reference',
    answer: (tools) => ok([adsStatus(tools.now())]),
  },
];

interface Span {
  readonly last: number;
  readonly count: number;
}

interface VolumeOrder {
  /** Undefined: the whole world, of which this one knows the largest country. */
  readonly place: Place | undefined;
  readonly languageCode: string | null;
  readonly withPartners: boolean;
  readonly months: Span;
}

function adsRoute(name: string, fields: FieldRules, answer: ProviderRoute['answer']): ProviderRoute {
  const path = `/v3/keywords_data/google_ads/${name}/live`;
  const limits = { perMinute: 12, rateClass: 'google_ads_live' } as const;
  return { method: 'POST', path, kind: 'live', ...limits, fields, failureCostUsd: PRICES.googleAdsLive, answer };
}

function siteRules(): FieldRules {
  const { fields, ...rest } = keywordRules(0, volumeFields);
  const { keywords: _keywords, ...left } = fields;
  return {
    ...rest,
    fields: { ...left, target: { type: 'text' }, target_type: { type: 'text', oneOf: ['site', 'page'] } },
    required: ['target'],
  };
}

/** One price for one keyword or a thousand. */
function answerVolumes(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const order = readOrder(tools, task);
  if ('badField' in order) return invalidField(order.badField);
  const asked = readKeywords(tools, task);
  return asked === undefined ? invalidField('keywords') : answerRows(asked, task, order);
}

/** What else people search who search for these; whole, and not paged. */
function answerIdeas(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const order = readOrder(tools, task);
  if ('badField' in order) return invalidField(order.badField);
  const seeds = readKeywords(tools, task)?.map(({ facts }) => facts);
  if (seeds === undefined) return invalidField('keywords');
  return answerRows(toAsked(ideasFor(tools, seeds, order.languageCode ?? undefined)), task, order);
}

/** By default what one page is about: of a home page the subjects of the site's topic. */
function answerSite(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const order = readOrder(tools, task);
  if ('badField' in order) return invalidField(order.badField);
  const target = (textOf(task, 'target') ?? '').trim().toLowerCase();
  const page = /^https?:\/\//u.test(target) ? URL.parse(target) : URL.parse(`https://${target}/`);
  if (page === null || !isBareHost(page.hostname.replace(/^www\./u, ''))) return invalidField('target');
  const topic = tools.world.findSite(page.hostname)?.topic;
  const isWhole = task['target_type'] === 'site';
  const found = listKeywords(
    tools,
    order.languageCode ?? undefined,
    (keyword) => keyword.topic === topic && (isWhole || keyword.text === keyword.subject),
  );
  return answerRows(toAsked(fitKeywords(found)), task, order);
}

function toAsked(found: readonly FittingKeyword[]): AskedKeyword[] {
  return found.slice(0, IDEAS_MAX).map(({ facts }) => ({ sent: facts.text, facts }));
}

/** The planner has no answer where it finds nothing, and takes its price. */
function answerRows(asked: readonly AskedKeyword[], task: TaskRequest, order: VolumeOrder): TaskAnswer {
  const rows = sortRows(
    asked.map((keyword) => toRow(keyword, order)),
    textOf(task, 'sort_by'),
  );
  return ok(rows.length === 0 ? null : rows, PRICES.googleAdsLive);
}

/** Where, in which language and for which months, or the field that makes no sense. */
function readOrder(tools: SearchTools, task: TaskRequest): VolumeOrder | { readonly badField: string } {
  const isWorldwide = ['location_code', 'location_name', 'location_coordinate'].every((name) => (task[name] ?? null) === null);
  const place = isWorldwide ? undefined : placeOf(task);
  if (!isWorldwide && place === undefined) return { badField: task['location_code'] === undefined ? 'location_name' : 'location_code' };
  const named = textOf(task, 'language_code') ?? textOf(task, 'language_name');
  const language = named === undefined ? undefined : findLanguage(named);
  if (named !== undefined && language === undefined) return { badField: 'language_code' };
  const months = readSpan(task, tools.now());
  if (typeof months === 'string') return { badField: months };
  return { place, languageCode: language?.code ?? null, withPartners: task['search_partners'] === true, months };
}

/** The months asked for, or the field that makes no sense. Four years back, and no later than there are figures for. */
function readSpan(task: TaskRequest, now: Date): Span | 'date_from' | 'date_to' {
  const newest = lastPublishedMonth(now);
  const to = readMonth(task, 'date_to') ?? newest;
  if (Number.isNaN(to) || to > monthNumber(now)) return 'date_to';
  const last = Math.min(to, newest);
  const from = readMonth(task, 'date_from') ?? last - MONTHS_DEFAULT + 1;
  if (Number.isNaN(from) || from > to || from < monthNumber(now) - MONTHS_MAX) return 'date_from';
  return { last, count: last - from + 1 };
}

function readMonth(task: TaskRequest, name: string): number | undefined {
  const text = textOf(task, name);
  return text === undefined ? undefined : monthNumber(new Date(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? text : Number.NaN));
}

/** A keyword that the planner knows nothing about has a row all the same, without figures. */
function toRow({ sent, facts }: AskedKeyword, { place, languageCode, withPartners, months }: VolumeOrder): Record<string, unknown> {
  const country = place?.country ?? 'US';
  const metrics = isMeasured(facts) ? measureKeyword(facts, country) : undefined;
  return {
    keyword: sent,
    spell: null,
    location_code: place?.code ?? null,
    language_code: languageCode,
    search_partners: withPartners,
    competition: metrics === undefined ? null : levelOf(metrics.competition),
    competition_index: metrics === undefined ? null : Math.round(100 * metrics.competition),
    search_volume: metrics?.searchVolume ?? null,
    ...(metrics === undefined ? { low_top_of_page_bid: null, high_top_of_page_bid: null } : bidsOf(metrics)),
    cpc: metrics?.cpc ?? null,
    monthly_searches: metrics === undefined ? null : listMonths(facts, country, months),
  };
}

function sortRows(rows: readonly Record<string, unknown>[], field: string | undefined): readonly Record<string, unknown>[] {
  if (field === undefined || field === 'relevance') return rows;
  return rows.toSorted((left, right) => Number(right[field] ?? -1) - Number(left[field] ?? -1));
}

/** Whether the figures of the month that has just ended are out. */
function adsStatus(now: Date): Record<string, unknown> {
  const last = lastPublishedMonth(now);
  return {
    actual_data: last === monthNumber(now) - 1,
    date_update: publishedAt(last).toISOString().slice(0, 10),
    last_year_in_monthly_searches: Math.floor(last / 12),
    last_month_in_monthly_searches: (last % 12) + 1,
  };
}
