import { z } from 'zod';
import { integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { MONEY_PAGES, TARGET_FIELDS, TIER_SOURCE, URL_HASH } from './target-pages.ts';
import { REVIEW_BELOW } from '../engine/stage.ts';
import { countBy, countConfidence, toTally, type Group, type Tally } from '../records/tally.ts';
import type { ClassifierStatistics, DomainStatistics, Statistics } from '../records/get-statistics.ts';
import type { DomainGroup } from '../records/store/domain-groups.ts';
import { URL_DIMENSIONS, URL_SORTS, URL_TIERS, type UrlGroup, type UrlPage, type UrlRecord } from '../records/store/urls.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const domainId = () => integerParam({ min: 1, max: Number.MAX_SAFE_INTEGER });
const count = () => z.record(z.string(), z.int());

export const StatisticsQuery = z.object({
  source: nameField().optional().meta({ description: 'Only what came from there, for example `rules`.' }),
  domain_id: domainId().optional().meta({ description: 'Only this domain, its pages, and pages that link to it.' }),
});

const UrlSummary = z.object({
  total: z.int(),
  classified: z.int(),
  crawled: z.int().meta({ description: 'Of those whose content was looked at' }),
  avg_confidence: z.number().nullable(),
  low_confidence: z.int().meta({ description: `Below ${REVIEW_BELOW}: a person should look.` }),
  high_confidence: z.int(),
  coverage_pct: z.number(),
});

const DomainSummary = z.object({
  total: z.int(),
  classified: z.int(),
  typed: z.int().meta({ description: 'With a domain type' }),
  avg_confidence: z.number().nullable(),
  coverage_pct: z.number(),
});

const Listed = z.object({ total: z.int(), classified: z.int() });

export const StatisticsResponse = z.object({
  success: z.boolean(),
  summary: z.object({ urls: UrlSummary, domains: DomainSummary }),
  lists: z.object({ domain: Listed, url: Listed, keyword: Listed }).meta({
    description: 'Items of the lists that people gave, each once, whatever the filters; `classified` are those with a label.',
  }),
  distributions: z.object({ url_sources: count(), page_types: count(), confidence: count(), domain_types: count() }),
});

export function toStatisticsBody(statistics: Statistics): z.input<typeof StatisticsResponse> {
  const { urls, domains, listed } = statistics;
  const listedOf = (kind: string): z.input<typeof Listed> => {
    const { total = 0, classified = 0 } = listed.find((one) => one.kind === kind) ?? {};
    return { total, classified };
  };
  const pages = urls.map(toUrlGroup);
  return {
    success: true,
    summary: { urls: toUrlSummary(statistics), domains: toDomainSummary(domains) },
    lists: { domain: listedOf('domain'), url: listedOf('url'), keyword: listedOf('keyword') },
    distributions: {
      url_sources: countBy(pages, ({ source }) => source),
      page_types: countBy(pages, ({ pageType }) => pageType),
      confidence: countConfidence(pages),
      domain_types: countBy(domains.map(toDomainGroup), ({ domainType }) => domainType),
    },
  };
}

const toUrlGroup = (group: UrlGroup): UrlGroup & Group => ({ ...group, count: group.urls });
const toDomainGroup = (group: DomainGroup): DomainGroup & Group => ({ ...group, count: group.domains });

function toUrlSummary({ urls, urlsRead }: Statistics): z.input<typeof UrlSummary> {
  const { total, classified, confidenceAvg, unsure, sure, coveragePct } = toTally(urls.map(toUrlGroup));
  return {
    total,
    classified,
    crawled: urlsRead,
    avg_confidence: confidenceAvg,
    low_confidence: unsure,
    high_confidence: sure,
    coverage_pct: coveragePct,
  };
}

function toDomainSummary(groups: readonly DomainGroup[]): z.input<typeof DomainSummary> {
  const { total, classified, confidenceAvg, coveragePct }: Tally = toTally(groups.map(toDomainGroup));
  const typed = groups.filter(({ domainType }) => domainType !== null).reduce((sum, { domains }) => sum + domains, 0);
  return { total, classified, typed, avg_confidence: confidenceAvg, coverage_pct: coveragePct };
}

export const DomainStatsResponse = z.object({
  success: z.boolean(),
  ...DomainSummary.shape,
  needs_review: z.int(),
  tier1_types: count(),
  domain_types: count(),
  property_types: count(),
  sources: count(),
  confidence: count(),
  referring: z
    .object({ total: z.int(), classified: z.int(), domain_types: count(), media_types: count() })
    .meta({ description: 'Domains that link, counted once for each domain that they link to' }),
});

export function toDomainStatsBody({ domains, referring }: DomainStatistics): z.input<typeof DomainStatsResponse> {
  const groups = domains.map(toDomainGroup);
  const links = referring.map((group) => ({ ...group, count: group.links, confidenceSum: 0, confidenceBin: null, unsure: 0 }));
  return {
    success: true,
    ...toDomainSummary(domains),
    needs_review: toTally(groups).unsure,
    tier1_types: countBy(groups, ({ tier1Type }) => tier1Type),
    domain_types: countBy(groups, ({ domainType }) => domainType),
    property_types: countBy(groups, ({ propertyType }) => propertyType),
    sources: countBy(groups, ({ source }) => source),
    confidence: countConfidence(groups),
    referring: {
      total: toTally(links).total,
      classified: referring.reduce((sum, { classified }) => sum + classified, 0),
      domain_types: countBy(links, ({ domainType }) => domainType),
      media_types: countBy(links, ({ mediaType }) => mediaType),
    },
  };
}

export const ClassifierStatsResponse = z.object({
  success: z.boolean(),
  urls: UrlSummary,
  domains: DomainSummary,
  examples: z.record(z.string(), count()).meta({ description: 'Of the similarity index, by kind and origin' }),
  corrections: z.object({ total: z.int(), pending: z.int() }),
});

export function toClassifierStatsBody(statistics: ClassifierStatistics): z.input<typeof ClassifierStatsResponse> {
  const { domains, examples, corrections } = statistics;
  return {
    success: true,
    urls: toUrlSummary(statistics),
    domains: toDomainSummary(domains),
    examples: Object.fromEntries(Object.entries(examples).map(([kind, counts]) => [kind, { ...counts }])),
    corrections: {
      total: corrections.reduce((sum, group) => sum + group.corrections, 0),
      pending: corrections.reduce((sum, { pending }) => sum + pending, 0),
    },
  };
}

const UrlRow = z
  .object({
    id: z.int(),
    url: z.string(),
    url_hash: URL_HASH,
    domain: z.string(),
    data_tier: z.enum(URL_TIERS).meta({
      description: '`customer`: an own page; `referring`: links were found on it; `classified`: it was only classified or corrected',
    }),
    source_endpoint: z.string(),
    first_seen: z.string(),
    last_seen: z.string(),
    page_type: z.string().nullable(),
    quality_tier: z.string().nullable(),
    quality_tier_source: TIER_SOURCE,
    domain_type: z.string().nullable(),
    spam_tier: z.string().nullable(),
    structural_type: z.string().nullable(),
    classification_source: z.string().nullable(),
    confidence: z.int().nullable(),
    last_classified_at: z.string().nullable(),
    ...TARGET_FIELDS,
    cost_usd: z.number().nullable().meta({ description: 'What the newest judgement cost. 0: it was free; null: not recorded.' }),
  })
  .meta({ id: 'ClassifiedUrl' });

export const UrlListResponse = z.object({ success: z.boolean(), urls: z.array(UrlRow), ...ListFields });

export function toUrlListBody(
  page: Page,
  { urls, total }: { readonly urls: readonly UrlRecord[]; readonly total: number },
): z.input<typeof UrlListResponse> {
  return { success: true, urls: urls.map((url) => toBody(UrlRow, url)), ...toListFields(urls, page, total) };
}

export const SamplesQuery = z.object({
  max_confidence: integerParam({ min: 0, max: 100 }).default(REVIEW_BELOW).meta({ description: 'From 0 to 100.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const BrowseQuery = z
  .object({
    dimension: z.enum(URL_DIMENSIONS).optional(),
    value: nameField().optional().meta({ description: 'A label of the dimension; `unknown`: those without one.' }),
    search: nameField().optional().meta({ description: 'Part of the address, in any case.' }),
    sort: z.enum(URL_SORTS).default('recent').meta({ description: '`recent`: by when it was stored.' }),
    order: z.enum(['asc', 'desc']).optional().meta({ description: '`asc` for `url` unless given, else `desc`.' }),
    domain_id: domainId().optional().meta({ description: 'Pages of this domain and those that link to it.' }),
    ...MONEY_PAGES,
    data_tier: z.enum(URL_TIERS).optional().meta({ description: '`classified`: pages that operators had classified, or corrected.' }),
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  })
  .superRefine(({ dimension, value }, context) => {
    if (value !== undefined && dimension === undefined) {
      context.addIssue({ code: 'custom', path: ['dimension'], message: 'is required with value', input: dimension });
    }
  });

/** `unknown` is a label of no dimension of a page. */
export function toUrlPage({ dimension, value, search, sort, order, limit, offset, ...rest }: z.output<typeof BrowseQuery>): UrlPage {
  const isAscending = (order ?? (sort === 'url' ? 'asc' : 'desc')) === 'asc';
  const of = { domainId: rest.domain_id, moneyPages: rest.money_pages, dataTier: rest.data_tier };
  const filter = { dimension, value: value === 'unknown' ? null : value, search, ...of };
  return { ...filter, sort, isAscending, limit, offset };
}
