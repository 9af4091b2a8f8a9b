import type { Standing } from '../../serp/standings.ts';
import { measureKeyword } from '../../world/keywords.ts';
import type { Site } from '../../world/sites.ts';
import { isBareHost, LIST_MAX, pageOf } from '../links/backlinks-target.ts';
import type { FieldRules } from '../fields.ts';
import { regionOf, type Region } from './labs-region.ts';
import { labsRoute, LANGUAGE, PLACE, regionFields } from './labs-route.ts';
import { dayToTime } from '../links/link-sums.ts';
import { priceLabs, PRICES } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { cutPage, readSelection } from './row-filters.ts';
import { dayOf, textOf } from '../search-request.ts';
import { toLabsItem } from './wire-labs.ts';

type Row = Record<string, unknown>;

/** Places against so many days ago. */
const BEFORE_DAYS = 30;
/** Share of searches that end at a result, by its place; halved from page to page after the first. */
const CLICK_SHARES = [0.27, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.03, 0.02];
/** Last places of the groups that the vendor counts in. */
const GROUPS = { pos_1: 1, pos_2_3: 3, pos_4_10: 10, pos_11_20: 20, pos_21_30: 30, pos_31_40: 40, pos_41_50: 50 };
const LOWER_GROUPS = { pos_51_60: 60, pos_61_70: 70, pos_71_80: 80, pos_81_90: 90, pos_91_100: 100 };

const fields: FieldRules = {
  fields: {
    ...regionFields,
    target: { type: 'text' },
    ignore_synonyms: { type: 'flag' },
    item_types: { type: 'texts' },
    include_clickstream_data: { type: 'flag' },
    limit: { type: 'integer', min: 1, max: LIST_MAX },
    offset: { type: 'integer', min: 0 },
    load_rank_absolute: { type: 'flag' },
    historical_serp_mode: { type: 'text', oneOf: ['live', 'lost', 'all'] },
    filters: { type: 'list' },
    order_by: { type: 'list' },
    tag: { type: 'text', lengthMax: 255 },
  },
  required: ['target'],
  requireOneOf: [PLACE, LANGUAGE],
};

/** What a site ranks for: exactly what its result pages of the day show. */
export const rankedKeywordsRoute: ProviderRoute = labsRoute('ranked_keywords', fields, answerRanked);

interface Request {
  readonly site: Site;
  readonly region: Region;
  readonly withClickstream: boolean;
}

function answerRanked(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const target = textOf(task, 'target')?.trim().toLowerCase() ?? '';
  if (!isBareHost(target)) return invalidField('target');
  const selection = readSelection(task);
  if ('badField' in selection) return invalidField(selection.badField);
  const site = tools.world.findSite(target);
  const request = site && { site, region, withClickstream: task['include_clickstream_data'] === true };
  const standings =
    request === undefined || !wantsOrganic(task) ? [] : tools.serp.standings.list(request.site, marketOf(tools, request, 0));
  const { rows: items, total } = cutPage(standings, (standing) => toRankedRow(tools, request as Request, standing), {
    ...selection,
    ...pageOf(task),
  });
  const factor = task['include_clickstream_data'] === true ? PRICES.labsClickstreamFactor : 1;
  return ok(
    [
      {
        ...headOf(target, region),
        total_count: total,
        metrics: { organic: metricsOf(standings, region) },
        metrics_absolute: null,
        items_count: items.length,
        items,
      },
    ],
    priceLabs(items.length, factor),
  );
}

/** Nothing else is ranked in the invented world. */
export function wantsOrganic(task: TaskRequest): boolean {
  const types = task['item_types'];
  return !Array.isArray(types) || types.includes('organic');
}

function marketOf(tools: SearchTools, { region }: Pick<Request, 'region'>, daysBefore: number) {
  return { place: region.place, languageCode: region.languageCode, day: dayOf(tools.now()) - daysBefore };
}

function headOf(target: string, { place, languageCode }: Region): Row {
  return { se_type: 'google', target, location_code: place.code, language_code: languageCode };
}

/** What a site has of some keywords: how many in which places, and the visits that they bring. */
export function metricsOf(standings: readonly Standing[], region: Region): Row {
  const places = standings.map(({ item }) => item.rankAbsolute);
  const groups: Record<string, number> = {};
  let last = 0;
  for (const [name, end] of Object.entries({ ...GROUPS, ...LOWER_GROUPS })) {
    groups[name] = places.filter((place) => place > last && place <= end).length;
    last = end;
  }
  const traffic = standings.map((standing) => trafficOf(standing, region));
  const sum = (read: (entry: (typeof traffic)[number]) => number): number =>
    Math.round(100 * traffic.reduce((all, entry) => all + read(entry), 0)) / 100;
  return {
    ...groups,
    etv: sum(({ visits }) => visits),
    impressions_etv: 0,
    count: standings.length,
    estimated_paid_traffic_cost: sum(({ worthUsd }) => worthUsd),
    is_new: 0,
    is_up: 0,
    is_down: 0,
    is_lost: 0,
    clickstream_etv: null,
    clickstream_gender_distribution: null,
    clickstream_age_distribution: null,
  };
}

/** Visits a month, and what they would cost as advertisements. */
function trafficOf({ facts, item }: Standing, { place }: Region): { readonly visits: number; readonly worthUsd: number } {
  const { searchVolume, cpc } = measureKeyword(facts, place.country);
  const [page, onPage] = [Math.floor((item.rankGroup - 1) / CLICK_SHARES.length), (item.rankGroup - 1) % CLICK_SHARES.length];
  const visits = Math.round((100 * searchVolume * (CLICK_SHARES[onPage] ?? 0)) / 2 ** (4 * page)) / 100;
  return { visits, worthUsd: Math.round(100 * visits * cpc) / 100 };
}

function toRankedRow(tools: SearchTools, request: Request, standing: Standing): Row {
  const { facts, item } = standing;
  const { place, languageCode } = request.region;
  const before = tools.serp.standings.find(request.site, facts.text, marketOf(tools, request, BEFORE_DAYS))?.rankAbsolute;
  const { visits, worthUsd } = trafficOf(standing, request.region);
  // The same all day, as the places are.
  const updated = dayToTime(dayOf(tools.now()));
  const url = new URL(item.url ?? `https://${request.site.host}/`);
  return {
    se_type: 'google',
    keyword_data: toLabsItem(tools, facts, { place, languageCode, withSerp: false, withClickstream: request.withClickstream }),
    ranked_serp_element: {
      se_type: 'google',
      serp_item: {
        se_type: 'google',
        type: 'organic',
        rank_group: item.rankGroup,
        rank_absolute: item.rankAbsolute,
        position: item.side,
        domain: item.domain,
        url: item.url,
        title: `${facts.text} | ${request.site.name}`,
        main_domain: request.site.domain,
        relative_url: url.pathname + url.search,
        etv: visits,
        estimated_paid_traffic_cost: worthUsd,
        rank_changes: {
          previous_rank_absolute: before ?? null,
          is_new: before === undefined,
          is_up: before !== undefined && item.rankAbsolute < before,
          is_down: before !== undefined && item.rankAbsolute > before,
        },
        backlinks_info: null,
        rank_info: null,
      },
      check_url: `https://www.google.com/search?q=${encodeURIComponent(facts.text)}&hl=${languageCode}&gl=${place.country}`,
      serp_item_types: ['organic'],
      se_results_count: null,
      keyword_difficulty: measureKeyword(facts, place.country).keywordDifficulty,
      is_lost: false,
      last_updated_time: updated,
      previous_updated_time: null,
    },
  };
}
