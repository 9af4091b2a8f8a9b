import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { hostField, RANKED_ROWS_MAX, SOURCE_STATUSES } from '#areas/domains/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { RankedSource } from '#areas/domains/index.ts';
import { SITES_MAX } from './choose-sites.ts';
import type { Gap, GapInput } from './find-gap.ts';
import { GAP_KINDS, GAP_SORTS, type GapKeyword, type GapSort } from './gap.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const ROWS_DEFAULT = 500;
const AGE_DAYS_MAX = 365;
const POSITION_MAX = 200;
const SEARCH_MAX = 200;
/** What begins with the best. */
const ORDERS: Readonly<Record<GapSort, 'asc' | 'desc'>> = {
  search_volume: 'desc',
  keyword_difficulty: 'asc',
  own_position: 'asc',
  best_position: 'asc',
  keyword: 'asc',
};

export const GapBody = z
  .object({
    project_id: idField().optional().meta({ description: 'Its first own website is compared with `targets`, or with its competitors.' }),
    targets: listField(hostField(), { min: 1, max: SITES_MAX })
      .optional()
      .meta({ description: 'Without a project the first is the own site.' }),
    location_code: locationCodeField().optional().meta({ description: "The project's default, else 2840." }),
    language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
    kind: z.enum([...GAP_KINDS, 'all']).default('all'),
    min_volume: integerField({ min: 0 }).optional().meta({ description: 'Leaves out keywords of unknown volume.' }),
    max_position: integerField({ min: 1, max: POSITION_MAX })
      .default(POSITION_MAX)
      .meta({ description: 'A site that stands further back does not count as ranking.' }),
    search: nameField(SEARCH_MAX).optional().meta({ description: 'Part of a keyword.' }),
    sort: z.enum(GAP_SORTS).default('search_volume'),
    order: z.enum(['asc', 'desc']).optional().meta({ description: 'The best first unless given. What is not known stands last.' }),
    limit: integerField({ min: 1, max: LIMIT_MAX }).default(LIMIT_DEFAULT),
    offset: integerField({ min: 0 }).default(0),
    fetch: z.boolean().default(false).meta({ description: 'Buys the keywords of sites that were never fetched.' }),
    keywords_limit: integerField({ min: 1, max: RANKED_ROWS_MAX })
      .default(ROWS_DEFAULT)
      .meta({ description: 'Keywords of each site that `fetch` buys at most.' }),
    max_age_days: integerField({ min: 1, max: AGE_DAYS_MAX })
      .optional()
      .meta({ description: 'With `fetch`, also of sites that were fetched so many days ago.' }),
    dry_run: dryRunField(),
  })
  .refine(({ project_id: projectId, targets }) => projectId !== undefined || targets !== undefined, {
    path: ['targets'],
    message: 'targets is required without project_id',
  });

export function toGapInput(body: z.output<typeof GapBody>): GapInput {
  const { kind, min_volume: volumeMin, max_position: positionMax, search, sort, order, limit, offset } = body;
  return {
    projectId: body.project_id,
    targets: body.targets ?? [],
    locationCode: body.location_code,
    languageCode: body.language_code,
    filter: { kind: kind === 'all' ? undefined : kind, volumeMin, positionMax, search: search?.toLowerCase() },
    page: { sort, order: order ?? ORDERS[sort], limit, offset },
    fetch: body.fetch ? { rows: body.keywords_limit, ageDaysMax: body.max_age_days } : undefined,
  };
}

const Standing = z.object({
  domain: z.string(),
  position: z.int().meta({ description: 'Place among the organic results.' }),
  rank_absolute: z.int().nullable().meta({ description: 'Place among everything on the page.' }),
  url: z.string().nullable(),
});

const GapKeywordBody = z
  .object({
    keyword: z.string(),
    kinds: z.array(z.enum(GAP_KINDS)),
    search_volume: z.int().nullable(),
    keyword_difficulty: z.int().nullable().meta({ description: '0 to 100' }),
    cpc: z.number().nullable(),
    intent: z.string().nullable(),
    own_position: z.int().nullable().meta({ description: 'Null: the own site does not rank.' }),
    best_position: z.int().nullable().meta({ description: 'Of the competitors; null: none ranks.' }),
    places: z.array(Standing).meta({ description: 'Of all sites that rank, best first.' }),
  })
  .meta({ id: 'GapKeyword' });

const GapSource = z.object({
  domain: z.string(),
  role: z.enum(['own', 'competitor']),
  is_compared: z.boolean().meta({ description: 'False: its keywords are not known, and it takes no part.' }),
  status: z.enum(SOURCE_STATUSES),
  fetched_at: z.string().nullable(),
  age_days: z.int().nullable(),
  rows_fetched: z.int().nullable(),
  rows_total: z.int().nullable().meta({ description: 'Keywords that there are, by the word of the provider' }),
  error: z.string().nullable(),
});

const count = z.int();
const Totals = z.object({ missing: count, untapped: count, weak: count, strong: count, shared: count, unique: count, all: count });

export const GapResponse = z.object({
  success: z.boolean(),
  project_id: z.string().nullable(),
  own_domain: z.string(),
  competitors: z.array(z.string()),
  location_code: z.int(),
  language_code: z.string(),
  domains: z.array(GapSource),
  is_complete: z.boolean().meta({ description: 'Whether all keywords of all sites are known.' }),
  totals: Totals.nullable().meta({ description: 'By kind, whatever kind is asked for. Null: nothing can be said, see `domains`.' }),
  keywords: z.array(GapKeywordBody),
  count: z.int(),
  total: z.int(),
  pagination: Pagination,
});

export function toGapBody(input: GapInput, gap: Gap, now: Date): z.input<typeof GapResponse> {
  const { sites, sources, totals, keywords } = gap;
  const total = totals?.[input.filter.kind ?? 'all'] ?? 0;
  return {
    success: true,
    project_id: input.projectId ?? null,
    own_domain: sites.own,
    competitors: [...sites.rivals],
    location_code: sites.market.locationCode,
    language_code: sites.market.languageCode,
    domains: sources.map((source, at) => toSourceBody(source, { isOwn: at === 0, error: gap.errors.get(source.domain), now })),
    is_complete: sources.every(({ status }) => status === 'complete'),
    totals,
    keywords: keywords.map(toKeywordBody),
    count: keywords.length,
    total,
    pagination: toPagination(input.page, total),
  };
}

function toSourceBody(
  source: RankedSource,
  { isOwn, error, now }: { readonly isOwn: boolean; readonly error: string | undefined; readonly now: Date },
): z.input<typeof GapSource> {
  const { fetchedAt, isKnown } = source;
  return toBody(GapSource, {
    ...source,
    role: isOwn ? ('own' as const) : ('competitor' as const),
    isCompared: isKnown,
    ageDays: fetchedAt === null ? null : Math.max(0, Math.floor((now.getTime() - fetchedAt.getTime()) / DAY_MS)),
    error: error ?? source.error,
  });
}

function toKeywordBody(row: GapKeyword): z.input<typeof GapKeywordBody> {
  return toBody(GapKeywordBody, { ...row, kinds: [...row.kinds], places: row.standings.map(toStandingBody) });
}

function toStandingBody({ rankAbsolute, ...standing }: GapKeyword['standings'][number]): z.input<typeof Standing> {
  return { ...standing, rank_absolute: rankAbsolute };
}
