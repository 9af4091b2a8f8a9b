import { z } from 'zod';
import { listProperties } from '../pages/properties.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { SerpSource } from '../serp/index.ts';
import { toRank } from '../provider/links/link-sums.ts';
import { dayOf } from '../provider/search-request.ts';
import { crawl } from '../provider/serp/crawl.ts';
import type { World } from '../world/index.ts';
import { findTruth } from '../classes/truth.ts';
import { isMeasured, measureKeyword } from '../world/keywords.ts';
import { findLanguage, findPlace, type Place } from '../world/places.ts';
import { categoriesOf, categoryPathOf } from '../world/topic-categories.ts';
import { lastPublishedMonth, listMonths, measureAi } from '../world/volumes.ts';
import { badRequest, unknownThing } from './problem.ts';

export interface TruthTools {
  readonly world: World;
  readonly serp: SerpSource;
  now(): Date;
}

type Params = Readonly<Record<string, string>>;

const UNITED_STATES = 2840;
const ENGINES: ReadonlyMap<string, 'google' | 'bing'> = new Map([
  ['google', 'google'],
  ['engine_a', 'google'],
  ['bing', 'bing'],
  ['engine_b', 'bing'],
]);

const SerpParams = z.object({
  keyword: z.string().trim().min(1),
  location_code: z.coerce.number().int().default(UNITED_STATES),
  language_code: z.string().default('en'),
  device: z.enum(['desktop', 'mobile']).default('desktop'),
  date: z.string().optional(),
  engine: z.enum(['google', 'bing', 'engine_a', 'engine_b']).default('google'),
  depth: z.coerce.number().int().min(1).max(200).default(100),
});

/** The results exactly as the provider serves them; `depth` is the service's default unless given. */
export function trueSerp(tools: TruthTools, query: Params): Record<string, unknown> {
  const { found, depth } = findTruePage(tools, query);
  const crawled = crawl(found, { depth, pagesMax: undefined, stopAt: [] });
  return {
    items: crawled.items.map(({ type, rankGroup, rankAbsolute, domain, url }) => ({
      type,
      rank_group: rankGroup,
      rank_absolute: rankAbsolute,
      domain,
      url,
    })),
    pages_count: crawled.pages,
  };
}

/** The result page that the parameters ask for. */
export function findTruePage(tools: TruthTools, query: Params) {
  const params = parse(SerpParams, query);
  const place = findPlace(params.location_code);
  if (place === undefined) throw badRequest('location_code: unknown');
  const language = findLanguage(params.language_code);
  if (language === undefined) throw badRequest('language_code: unknown');
  const engine = ENGINES.get(params.engine) ?? 'google';
  const found = tools.serp.search({
    keyword: params.keyword,
    place,
    languageCode: language.code,
    device: params.device,
    engine,
    day: dayOfDate(tools, params.date),
  });
  return { found, depth: params.depth };
}

const TrueDomain = z.object({
  domain: z.string().trim().min(1),
  date: z.string().optional(),
  /** Then also what came and went from this day to `date`, both included. */
  since: z.string().optional(),
});

export function trueDomain(tools: TruthTools, query: Params): Record<string, unknown> {
  const { domain, date, since } = parse(TrueDomain, query);
  const site = tools.world.findSite(domain);
  if (site === undefined) throw unknownThing('domain');
  const day = dayOfDate(tools, date);
  const record = tools.world.links.measure(site, day);
  const changes = since === undefined ? undefined : tools.world.links.compare(site, dayOfDate(tools, since), day + 1);
  return {
    domain: site.domain,
    backlinks: record.backlinks,
    backlinks_nofollow: record.backlinksNofollow,
    referring_domains: record.referringDomains,
    referring_domains_nofollow: record.referringDomainsNofollow,
    rank: toRank(record.rank, 'one_hundred'),
    rank_of_thousand: record.rank,
    ...(changes && {
      new_backlinks: changes.newBacklinks,
      lost_backlinks: changes.lostBacklinks,
      new_referring_domains: changes.newReferringDomains,
      lost_referring_domains: changes.lostReferringDomains,
    }),
    business_type: site.businessType,
    domain_type: site.domainType,
    tier1_type: site.tier1Type,
    brand_properties: listProperties(tools.world, site).map(({ kind, platform, url }) => ({
      kind,
      platform: platform === '' ? null : platform,
      url,
    })),
  };
}

const NOT_SORTED = { categories: null, main_category: null } as const;

/** Months of a keyword's past. */
const YEAR = 12;
const MONTHS_MAX = 84;

/** Figures are null for keywords without any. */
export function trueKeyword(tools: TruthTools, query: Params): Record<string, unknown> {
  const params = parse(
    z.object({
      keyword: z.string().trim().min(1),
      location_code: z.coerce.number().int().default(UNITED_STATES),
      months: z.coerce.number().int().min(1).max(MONTHS_MAX).default(YEAR),
    }),
    query,
  );
  const place = findPlace(params.location_code) as Place | undefined;
  if (place === undefined) throw badRequest('location_code: unknown');
  const facts = tools.world.keywords.describe(normalizeKeyword(params.keyword));
  const metrics = isMeasured(facts) ? measureKeyword(facts, place.country) : undefined;
  const months = { last: lastPublishedMonth(tools.now()), count: params.months };
  return {
    keyword: facts.text,
    location_code: place.code,
    search_volume: metrics?.searchVolume ?? null,
    cpc: metrics?.cpc ?? null,
    competition: metrics?.competition ?? null,
    keyword_difficulty: metrics?.keywordDifficulty ?? null,
    monthly_searches: metrics === undefined ? null : listMonths(facts, place.country, months),
    intent: facts.intent,
    ...(metrics === undefined ? NOT_SORTED : { categories: categoriesOf(facts.topic), main_category: categoryPathOf(facts.topic).at(-1) }),
    ai_search_volume: metrics === undefined ? null : measureAi(facts, place.country, months).volume,
    topic: facts.topic.id,
    subject: facts.subject,
    is_known: facts.isKnown,
  };
}

/** The true labels of a domain, an address or a keyword. */
export function trueClassification(world: World, query: Params): Readonly<Record<string, unknown>> {
  const text = z.string().trim().min(1).optional();
  const subject = parse(z.object({ domain: text, url: text, keyword: text }), query);
  if (Object.values(subject).every((value) => value === undefined)) throw badRequest('one of domain, url, keyword: is needed');
  const labels = findTruth(world, subject);
  if (Object.keys(labels).length === 0) throw unknownThing(subject.url === undefined ? 'domain' : 'url');
  return labels;
}

export function dayOfDate(tools: TruthTools, date: string | undefined): number {
  if (date === undefined || date === '') return dayOf(tools.now());
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) throw badRequest('date: must be a date such as 2026-11-21');
  return dayOf(instant);
}

export function parse<Shape extends z.ZodType>(schema: Shape, params: Params): z.infer<Shape> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}
