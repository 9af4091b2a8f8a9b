import { z } from 'zod';
import { JOURNEYS } from '#areas/classification/index.ts';
import { languageCodeField } from '#areas/projects/index.ts';
import { booleanParam, idField, integerParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES, KEYWORD_INTENTS } from '#providers/search-data/index.ts';
import { CHECK_INTERVALS } from '../tracking/due-time.ts';
import { METRICS_STATUSES } from '../metrics/metrics.ts';
import { CHANNELS, DEPTH_STRATEGIES, DEVICES, TRACKING_STATUSES, type Channel } from '../keyword.ts';
import type { ProjectKeyword, ProjectKeywordFilter } from '../tracking/list-project-keywords.ts';
import { MonthBody } from './overview.ts';
import { LIST_FILTERS, SEARCH_LENGTH_MAX, toSelection } from './selection.ts';
import { TagBody } from './tags.ts';

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 500;

/** All channels. Keywords are in two of them; the app stores have none. */
const CHANNEL_FILTERS = ['seo', 'local', 'local_pack', 'app_store', 'store_a_app_store', 'store_b_app_store'] as const;

const JOURNEY = 'Where on the way to a purchase the searcher is, by the words.';
const BRANDED = "It names one of the project's own websites.";
const MENTION = 'It names any known brand, own ones included.';

export const ProjectKeywordsQuery = z.object({
  project_id: idField(),
  channel: z.enum(CHANNEL_FILTERS).optional(),
  status: z
    .enum([...TRACKING_STATUSES, 'all'])
    .default('active')
    .meta({ description: '`active` includes `tracking`.' }),
  search: z.string().trim().min(1).max(SEARCH_LENGTH_MAX).optional().meta({ description: 'A part of the keyword.' }),
  ...LIST_FILTERS,
  untagged: booleanParam().optional(),
  engine: z.enum(ENGINES).optional(),
  device: z.enum(DEVICES).optional(),
  location_code: integerParam({ min: 1 }).optional(),
  language_code: languageCodeField().optional(),
  check_interval: z.enum(CHECK_INTERVALS).optional(),
  journey: z.enum(JOURNEYS).optional().meta({ description: JOURNEY }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const EnrichmentBody = z.object({
  status: z.enum(METRICS_STATUSES).meta({
    description:
      '`pending`: not asked yet; `known`; `unknown`: the provider has nothing about it; `refused`: the provider does not take it, `error` says why. Older figures stay.',
  }),
  enriched_at: z.string().nullable().meta({ description: 'How old the figures are.' }),
  next_at: z.string().nullable().meta({ description: 'When the provider is asked again.' }),
  error: z.string().nullable(),
});

const ProjectKeywordBody = z
  .object({
    keyword_id: z.string(),
    keyword_text: z.string(),
    keyword: z.string(),
    status: z.enum(TRACKING_STATUSES),
    search_volume: z.int().nullable(),
    cpc: z.number().nullable(),
    competition: z.number().nullable(),
    keyword_difficulty: z.int().nullable(),
    search_intent: z.enum(KEYWORD_INTENTS).nullable(),
    enrichment: EnrichmentBody,
    journey: z
      .string()
      .nullable()
      .meta({ description: `${JOURNEY} Null: they do not say, or were not read yet.` }),
    branded: z
      .boolean()
      .nullable()
      .meta({ description: `${BRANDED} Null: not read yet.` }),
    has_brand_mention: z
      .boolean()
      .nullable()
      .meta({ description: `${MENTION} Null: not read yet.` }),
    modifiers: z.array(z.string()).nullable().meta({ description: 'Signs in the words, such as `price` or `local`. Null: not read yet.' }),
    labelled_at: z.string().nullable().meta({ description: 'When the words were read.' }),
    current_rank: z.int().nullable().meta({ description: 'Place of the best own site among the results of the channel.' }),
    current_rank_absolute: z.int().nullable().meta({ description: 'Its place among everything on the page.' }),
    ranking_domain: z.string().nullable(),
    tracking_since: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    device: z.enum(DEVICES),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    target_domain: z.string().nullable(),
    depth: z.int(),
    depth_strategy: z.enum(DEPTH_STRATEGIES),
    check_interval: z.enum(CHECK_INTERVALS),
    next_check: z.int().nullable(),
    tags: z.array(TagBody),
    note: z.string().nullable(),
    starred: z.boolean(),
    target_url: z.string().nullable().meta({ description: 'The page that is meant to rank.' }),
  })
  .meta({ id: 'TrackedKeyword' });

export const KeywordEditedResponse = z.object({
  success: z.boolean(),
  keywords: z.array(ProjectKeywordBody).meta({ description: 'The keyword in each engine and channel.' }),
});
export const ProjectKeywordQuery = z.object({ project_id: idField() });
export const ProjectKeywordResponse = KeywordEditedResponse.extend({
  monthly_searches: z.array(MonthBody).meta({ description: 'Newest first; empty until they are known.' }),
});
export const ProjectKeywordsResponse = z.object({
  success: z.boolean(),
  keywords: z.array(ProjectKeywordBody),
  ...ListFields,
});

export function toProjectKeywordFilter(query: z.output<typeof ProjectKeywordsQuery>): ProjectKeywordFilter {
  const { project_id: projectId, channel, limit, offset } = query;
  return { ...toSelection(query), projectId, channels: toChannels(channel), limit, offset };
}

export function toProjectKeywordBody(keyword: ProjectKeyword): z.input<typeof ProjectKeywordBody> {
  return toBody(ProjectKeywordBody, {
    ...keyword,
    keyword: keyword.keywordText,
    starred: keyword.isStarred,
    branded: keyword.isBranded,
    enrichment: toBody(EnrichmentBody, keyword.enrichment),
  });
}

function toChannels(channel: (typeof CHANNEL_FILTERS)[number] | undefined): readonly Channel[] {
  if (channel === undefined) return CHANNELS;
  if (channel === 'seo') return ['seo'];
  return channel === 'local' || channel === 'local_pack' ? ['local'] : [];
}
