import { isOverviewDeferred } from '../../serp/features.ts';
import type { Search } from '../../serp/index.ts';
import type { ResultItem, ResultPages } from '../../serp/layout.ts';
import type { SearchEngine } from '../../serp/query.ts';
import { mix } from '../../hashing.ts';
import { countPages, crawl, matches, parseMatchers, type Crawled, type CrawlOrder } from './crawl.ts';
import { toVendorTime } from '../envelope.ts';
import type { FieldRule } from '../fields.ts';
import { hasOperator, PRICES, priceOrganic, type PriceMode } from '../prices.ts';
import { invalidField, ok, type Form, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { queueMode, queueRoutes } from './serp-queue.ts';
import { numberOf, searchDefaults, searchRules, textOf, toSearch } from '../search-request.ts';
import type { WireContext } from '../keywords/wire-google.ts';
import { writeItems } from './write-items.ts';
import { WrittenRow } from './written.ts';

const DEPTH_DEFAULT = 10;
const DEPTH_MAX = 200;
const DEPTH_MAX_QUEUED = 700;
const PAGES_MAX = 100;
const REGULAR_TYPES: ReadonlySet<string> = new Set(['organic', 'paid', 'featured_snippet']);

const shared: Readonly<Record<string, FieldRule>> = {
  max_crawl_pages: { type: 'integer', min: 1, max: PAGES_MAX },
  stop_crawl_on_match: { type: 'objects', countMax: 10 },
  search_param: { type: 'text' },
};
const liveOnly: Readonly<Record<string, FieldRule>> = {
  depth: { type: 'integer', min: 1, max: DEPTH_MAX },
  target: { type: 'text' },
};
const pixels: Readonly<Record<string, FieldRule>> = {
  calculate_rectangles: { type: 'flag' },
  browser_screen_width: { type: 'integer' },
  browser_screen_height: { type: 'integer' },
  browser_screen_resolution_ratio: { type: 'integer' },
};
const googleOnly: Readonly<Record<string, FieldRule>> = {
  group_organic_results: { type: 'flag' },
  se_domain: { type: 'text' },
  target_search_mode: { type: 'text', oneOf: ['any', 'all'] },
  find_targets_in: { type: 'texts' },
  ignore_targets_in: { type: 'texts' },
};
const googleAdvanced: Readonly<Record<string, FieldRule>> = {
  load_async_ai_overview: { type: 'flag' },
  remove_from_url: { type: 'texts', countMax: 10 },
  people_also_ask_click_depth: { type: 'integer', min: 1, max: 4 },
};

const ENGINES: readonly SearchEngine[] = ['google', 'bing'];
const FORMS: readonly Form[] = ['advanced', 'regular'];

type SerpRoute = ReturnType<typeof queueRoutes>[number];

/** Result pages of both engines in both forms, read now or from the queue. */
export const organicRoutes = ENGINES.flatMap((engine) => [...FORMS.map((form) => liveRoute(engine, form)), ...queuedRoutes(engine)]);

function liveRoute(engine: SearchEngine, form: Form): SerpRoute {
  const own = {
    ...shared,
    ...liveOnly,
    ...(form === 'advanced' ? pixels : {}),
    ...(engine === 'google' ? googleOnly : {}),
    ...(engine === 'google' && form === 'advanced' ? googleAdvanced : {}),
  };
  return {
    method: 'POST',
    path: `/v3/serp/${engine}/organic/live/${form}`,
    kind: 'live',
    fields: searchRules(own, { takesUrl: true }),
    defaults: searchDefaults,
    failureCostUsd: PRICES.serpOrganic.live,
    answer: (tools, task) => answerOrganic(tools, task, { engine, form, mode: 'live' }),
  };
}

function queuedRoutes(engine: SearchEngine): readonly SerpRoute[] {
  const own: Readonly<Record<string, FieldRule>> = {
    ...shared,
    ...pixels,
    ...(engine === 'google' ? { ...googleOnly, ...googleAdvanced, expand_ai_overview: { type: 'flag' } } : {}),
    depth: { type: 'integer', min: 1, max: DEPTH_MAX_QUEUED },
  };
  const work = {
    path: `/v3/serp/${engine}/organic`,
    forms: FORMS,
    answer: (tools: SearchTools, task: TaskRequest, form: Form) => answerOrganic(tools, task, { engine, form, mode: queueMode(task) }),
    price(tools: SearchTools, task: TaskRequest) {
      const reading = findPages(tools, task, { engine, mode: queueMode(task) });
      return 'code' in reading ? reading : ok(null, priceOf(reading, countPages(reading.context.result, reading.order)));
    },
  };
  return queueRoutes(work, searchRules(own, { takesUrl: true }));
}

interface Order {
  readonly engine: SearchEngine;
  readonly mode: PriceMode;
}

function answerOrganic(tools: SearchTools, task: TaskRequest, order: Order & { readonly form: Form }): TaskAnswer {
  const { form } = order;
  const reading = findPages(tools, task, order);
  if ('code' in reading) return reading;
  const { search, context } = reading;
  const crawled = crawl(context.result, reading.order);
  return ok([toResult(search, crawled, { context, form, items: wanted(crawled.items, task, form) })], priceOf(reading, crawled.pages));
}

interface Reading {
  readonly search: Search;
  readonly order: CrawlOrder;
  readonly context: WireContext;
  readonly mode: PriceMode;
}

/** What is to be read for a task, or why nothing is. */
function findPages(tools: SearchTools, task: TaskRequest, { engine, mode }: Order): Reading | TaskAnswer {
  const search = toSearch(tools, task, engine);
  if ('badField' in search) return invalidField(search.badField);
  const stopAt = parseMatchers(task['stop_crawl_on_match']);
  if (stopAt === undefined) return invalidField('stop_crawl_on_match');
  const found = tools.serp.search(search);
  if (found.pageCount === 0)
    return { code: 40_102, result: null, costUsd: priceOrganic(1, mode, { hasOperator: hasOperator(search.keyword) }) };
  const order = { depth: numberOf(task, 'depth') ?? DEPTH_DEFAULT, pagesMax: numberOf(task, 'max_crawl_pages'), stopAt };
  return { search, order, context: contextOf(found, task, tools.now()), mode };
}

/** Overviews and questions, which cost extra, are on the first page. */
function priceOf({ search, context, mode }: Reading, pages: number): number {
  const { result, loadsOverview, questionClicks, withRectangles } = context;
  const has = (type: string): boolean => result.page(1).some((item) => item.type === type);
  return priceOrganic(pages, mode, {
    hasOperator: hasOperator(search.keyword),
    isOverviewLoaded: loadsOverview && isOverviewDeferred(result.query) && has('ai_overview'),
    withRectangles,
    questionClicks: questionClicks > 0 && has('people_also_ask') ? questionClicks : 0,
  });
}

function contextOf(result: ResultPages, task: TaskRequest, now: Date): WireContext {
  return {
    result,
    now,
    loadsOverview: task['load_async_ai_overview'] === true,
    withRectangles: task['calculate_rectangles'] === true,
    questionClicks: numberOf(task, 'people_also_ask_click_depth') ?? 0,
    removedParameters: (task['remove_from_url'] as readonly string[] | null | undefined) ?? [],
  };
}

/** The regular form knows three types; a target narrows to its own results. */
function wanted(items: readonly ResultItem[], task: TaskRequest, form: Form): readonly ResultItem[] {
  const target = textOf(task, 'target');
  return items
    .filter((item) => form === 'advanced' || REGULAR_TYPES.has(item.type))
    .filter(
      (item) => target === undefined || matches({ value: target, kind: target.includes('*') ? 'wildcard' : 'with_subdomains' }, item),
    );
}

interface Delivery {
  readonly context: WireContext;
  readonly form: Form;
  readonly items: readonly ResultItem[];
}

function toResult(search: Search, crawled: Crawled, { context, form, items }: Delivery): WrittenRow {
  const { facts } = context.result.query;
  const fields = {
    keyword: search.keyword,
    type: 'organic',
    se_domain: domainOf(search),
    location_code: search.place.code,
    language_code: search.languageCode,
    check_url: checkUrlOf(search),
    datetime: toVendorTime(context.now),
    spell: null,
    refinement_chips: null,
    item_types: [...new Set(items.map((item) => item.type))],
    se_results_count: 12_000 + (mix(facts.hash, search.place.code) % 80_000_000),
    pages_count: crawled.pages,
    items_count: items.length,
  };
  return new WrittenRow(fields, writeItems(items, { engine: search.engine, form }, context));
}

const DOMAINS: Readonly<Record<string, string>> = {
  GB: 'google.co.uk',
  DE: 'google.de',
  FR: 'google.fr',
  CA: 'google.ca',
  AT: 'google.at',
};

export function domainOf({ engine, place }: Pick<Search, 'engine' | 'place'>): string {
  return engine === 'bing' ? 'bing.com' : (DOMAINS[place.country] ?? 'google.com');
}

function checkUrlOf(search: Search): string {
  const words = encodeURIComponent(search.keyword);
  return search.engine === 'bing'
    ? `https://www.bing.com/search?q=${words}&setlang=${search.languageCode}&cc=${search.place.country}`
    : `https://www.${domainOf(search)}/search?q=${words}&hl=${search.languageCode}&gl=${search.place.country}&gws_rd=cr&ie=UTF-8&oe=UTF-8`;
}
