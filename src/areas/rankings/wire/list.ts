import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, type PositionScale } from '#areas/projects/index.ts';
import { dayParam, hasNoControl, idField, inOrder, integerParam, limitField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { toYearWeek } from '#kernel/weeks.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ListRankingsInput, ListRankingsResult } from '../newest/list-rankings.ts';
import { MOVEMENTS, toPositionChange, toMovement } from '../ingest/position-change.ts';
import type { Ranking } from '../ranking.ts';
import { toPosition } from '../scale.ts';
import { CHANNELS, RANKING_STATUSES, RELATIONSHIPS, type Channel } from '../vocabulary.ts';
import { OVERVIEW_FIELDS, toOverviewFields } from './ai-overview.ts';
import { ImportedField, importedParam, toImportedFields } from './imported.ts';
import { toProviderName } from './provider-name.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const KEYWORD_MAX = 700;

const CHANNEL_FILTERS = ['seo', 'local', 'local_pack', 'paid', 'app_store', 'store_a_app_store', 'store_b_app_store'] as const;
const PLATFORM_FILTERS = [...ENGINES, 'store_a', 'store_b'] as const;

/** How the channels are labelled in answers. */
const CHANNEL_LABELS = { seo: 'SEO', local: 'local', paid: 'paid' } as const satisfies Record<Channel, string>;

export const ListRankingsQuery = z
  .object({
    project_id: idField(),
    keyword: z
      .string()
      .min(1)
      .max(KEYWORD_MAX)
      .refine(hasNoControl, 'must not contain control characters')
      .optional()
      .meta({ description: 'The beginning of a keyword, in any case.' }),
    keyword_id: idField().optional(),
    asset_id: idField().optional(),
    domain: z.string().min(1).max(253).toLowerCase().optional(),
    channel: z.enum(CHANNEL_FILTERS).optional(),
    platform: z.enum(PLATFORM_FILTERS).optional(),
    relationship: z.enum(RELATIONSHIPS).optional().meta({ description: '`OTHER` lists what else stands in the newest results.' }),
    status: z.enum(RANKING_STATUSES).optional(),
    device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
    location_code: integerParam({ min: 1 }).optional(),
    start_date: dayParam().optional().meta({ description: 'With either date: the history, one record per check date, oldest first.' }),
    end_date: dayParam().optional(),
    imported: importedParam(),
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  })
  .refine(...inOrder('start_date', 'end_date'))
  .refine(({ imported, keyword_id: keywordId }) => imported !== true || keywordId !== undefined, {
    path: ['imported'],
    message: 'is answered for one keyword: name its keyword_id',
  });

/** A ranking record: the fields of the newest and of the historical form together. */
export const RankingBody = z
  .object({
    id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    keyword_text: z.string(),
    position: z.int().nullable().meta({ description: 'Place among the results of the channel. Of a failed check: the last good one.' }),
    rank: z.int().nullable(),
    rank_group: z.int().nullable().meta({ description: 'The same as `position`.' }),
    rank_absolute: z.int().nullable().meta({ description: 'Place among everything on the page.' }),
    previous_position: z
      .int()
      .nullable()
      .meta({ description: 'At the last good check of an earlier date, in `position_scale`, as are `change` and `movement`.' }),
    previous_rank: z.int().nullable(),
    change: z.int().nullable().meta({ description: 'Places gained since then.' }),
    movement: z
      .enum(MOVEMENTS)
      .nullable()
      .meta({ description: '`new`: found, and not by the last good check of an earlier date, or there was none.' }),
    url: z.string().nullable(),
    ranking_url: z.string().nullable(),
    domain: z.string(),
    title: z.string().nullable(),
    platform: z.enum(ENGINES),
    channel: z.enum(Object.values(CHANNEL_LABELS)),
    device: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    asset_id: z.string().nullable(),
    asset_name: z.string().nullable(),
    relationship: z.enum(RELATIONSHIPS),
    status: z.enum(RANKING_STATUSES),
    error: z.string().nullable(),
    failed_at: z.string().nullable(),
    is_featured_snippet: z.boolean(),
    checked_depth: z.int().nullable().meta({ description: 'How many results were really read.' }),
    check_date: z.string().nullable(),
    date: z.string().nullable(),
    check_ts: z.int().nullable().meta({ description: 'Epoch milliseconds of the check that gave the position.' }),
    checked_at: z.string().nullable().meta({ description: 'The same moment in ISO 8601.' }),
    year_week: z.string().nullable(),
    run_id: z.string().nullable(),
    provider: z.string().nullable(),
    cost: z.number().nullable(),
    serp_features: z.array(z.string()),
    ...OVERVIEW_FIELDS,
    recomputed: z.boolean().meta({ description: 'Worked out later, from the results that were stored then.' }),
  })
  .meta({ id: 'Ranking' });

export const ListRankingsResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  ...SCALE_FIELDS,
  count: z.int(),
  rankings: z.array(RankingBody),
  pagination: Pagination,
  imported: ImportedField,
});

export function toListInput(query: z.output<typeof ListRankingsQuery>): ListRankingsInput {
  const { channel, platform } = query;
  return {
    projectId: query.project_id,
    keywordPrefix: query.keyword === undefined ? undefined : normalizePrefix(query.keyword),
    keywordId: query.keyword_id,
    assetId: query.asset_id,
    domain: query.domain,
    channel: channel === 'local_pack' ? 'local' : CHANNELS.find((one) => one === channel),
    engine: platform === 'engine_a' || platform === 'engine_b' ? platform : undefined,
    device: query.device,
    locationCode: query.location_code,
    relationship: query.relationship,
    status: query.status,
    startDate: query.start_date,
    endDate: query.end_date,
    isForApps: channel?.includes('app_store') === true || platform?.startsWith('store') === true,
    limit: query.limit,
    offset: query.offset,
  };
}

/** Normalizes the beginning of a keyword. A space at its end stays: it says that a word has ended. */
function normalizePrefix(text: string): string {
  const prefix = normalizeKeyword(text);
  return /\s$/u.test(text) && prefix !== '' ? `${prefix} ` : prefix;
}

export function toListBody(
  { projectId, limit, offset }: ListRankingsInput,
  result: ListRankingsResult,
  imported?: Parameters<typeof toImportedFields>[0],
): z.input<typeof ListRankingsResponse> {
  return {
    success: true,
    project_id: projectId,
    ...toScaleBody(result),
    count: result.rankings.length,
    rankings: result.rankings.map((ranking) => toRankingBody(ranking, result.positionScale)),
    pagination: { limit, offset, has_more: result.hasMore, total: result.total },
    ...toImportedFields(imported),
  };
}

export function toRankingBody(ranking: Ranking, scale: PositionScale): z.input<typeof RankingBody> {
  const { keywordId, engine, channel, rankGroup, checkTs, checkDate } = ranking;
  const position = toPosition(ranking, scale);
  const previous = toPosition({ rankGroup: ranking.previousRankGroup, rankAbsolute: ranking.previousRankAbsolute }, scale);
  return {
    id: toRecordId(ranking),
    keyword_id: keywordId,
    keyword: ranking.keywordText,
    keyword_text: ranking.keywordText,
    position: rankGroup,
    rank: rankGroup,
    rank_group: rankGroup,
    rank_absolute: ranking.rankAbsolute,
    previous_position: previous,
    previous_rank: previous,
    change: toPositionChange(position, previous),
    movement: ranking.status === 'ranked' || ranking.status === 'not_found' ? toMovement(position, previous) : null,
    url: ranking.url,
    ranking_url: ranking.url,
    domain: ranking.domain,
    title: ranking.title,
    platform: engine,
    channel: CHANNEL_LABELS[channel],
    device: ranking.device,
    location_code: ranking.locationCode,
    language_code: ranking.languageCode,
    asset_id: ranking.assetId,
    asset_name: ranking.assetName,
    relationship: ranking.relationship,
    status: ranking.status,
    error: ranking.error,
    failed_at: ranking.failedAt?.toISOString() ?? null,
    is_featured_snippet: ranking.isFeaturedSnippet,
    checked_depth: ranking.checkedDepth,
    check_date: checkDate,
    date: checkDate,
    check_ts: checkTs?.getTime() ?? null,
    checked_at: checkTs?.toISOString() ?? null,
    year_week: checkDate === null ? null : toYearWeek(checkDate),
    run_id: ranking.runId,
    provider: toProviderName(ranking.provider),
    cost: ranking.costUsd,
    serp_features: [...ranking.serpFeatures],
    ...toOverviewFields(ranking),
    recomputed: ranking.isRecomputed,
  };
}

/** A record is one outcome: of a keyword, page, domain and date; other sites may stand on a page several times. */
function toRecordId({ keywordId, engine, channel, domain, checkDate, relationship, rankAbsolute }: Ranking): string {
  const id = `${keywordId}:${engine}:${channel}:${domain}:${checkDate ?? 'none'}`;
  return relationship === 'OTHER' ? `${id}:${rankAbsolute}` : id;
}
