import { z } from 'zod';
import { EstimateBody } from '#areas/costs/index.ts';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { HarvestEstimate } from '../harvest/estimate-harvest.ts';
import { findCategoryPaths } from '../runs/category-paths.ts';
import type { CategoryState, RunState } from '../runs/get-run-status.ts';
import { KEYWORD_SOURCES, RUN_STATUSES, type Confirmation } from '../runs/research-run.ts';
import type { HarvestRecord, RunRecord } from '../runs/run-record.ts';
import { EnrichmentBody, toEnrichmentBody } from './enrichment.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

const ConfirmedCategory = z.object({
  id: z.int().nullable(),
  name: z.string(),
  path: z.string(),
  confidence: z.number(),
  assigned_by: z.enum(['ai', 'user', 'system']),
});

/** What the user confirmed. */
const ConfirmationBody = z
  .object({
    categories: z.array(ConfirmedCategory),
    business_focus: z.string(),
    locations: z.array(z.object({ location_code: z.int(), location_name: z.string(), language_code: z.string() })),
    app_names: z.array(z.string()),
    seed_keywords: z.array(z.string()).optional().meta({ description: 'Left out: those of `enrichment`' }),
    limits: z.object({ keywords_max: z.int(), cost_usd_max: z.number().nullable() }),
  })
  .meta({ id: 'ResearchConfirmation' });

const Problem = z.object({ step: z.string(), message: z.string() });

const CategoryKeywords = z.object({
  category_id: z.string().nullable(),
  total_keywords: z.int(),
  keywords: z
    .array(
      z.object({
        keyword: z.string(),
        score: z.number().nullable(),
        sources: z.array(z.enum(KEYWORD_SOURCES)),
        brand_flag: z.boolean(),
        provider_category_paths: z.array(z.string()),
      }),
    )
    .meta({ description: 'The best 20; `/run/{runId}/keywords` has the others' }),
});

const RankedBody = z.object({
  location_code: z.int(),
  language_code: z.string(),
  status: z.enum(['complete', 'partial', 'failed', 'not_offered']).meta({
    description:
      '`complete`: a `current_rank` of null is a keyword that the provider does not know the site to rank for. `partial`: there are more keywords than were fetched. Otherwise no place is known',
  }),
  rows_fetched: z.int().nullable(),
  rows_total: z.int().nullable().meta({ description: 'According to the provider' }),
  fetched_at: z.string().nullable(),
});

const HarvestBody = z
  .object({
    total_keywords: z.int(),
    kept_keywords: z.int(),
    irrelevant_keywords: z.int().meta({ description: 'Kept apart, each with its reason' }),
    sources: z.object({ domain_seed: z.int(), harvest_ai: z.int() }),
    ranks: z
      .array(RankedBody)
      .nullable()
      .meta({ description: 'What is known of the places of the site, by market; null: the run is older than this field' }),
    clusters: z.int(),
    by_category: z.record(z.string(), CategoryKeywords).meta({ description: 'By the path of the category' }),
    cost_usd: z.number(),
    errors: z.array(Problem),
    started_at: z.string(),
    completed_at: z.string(),
  })
  .meta({ id: 'ResearchHarvest' });

const Step = z.object({ name: z.string(), status: z.enum(['completed', 'running', 'pending', 'failed']), attempts: z.int() });
const Progress = z.object({ steps: z.array(Step), completed_steps: z.int(), current_step: z.string().nullable() });

/** What every record of a run has. */
const RunFields = z.object({
  id: z.string(),
  run_id: z.string(),
  url: z.string(),
  host: z.string(),
  project_id: z.string().nullable(),
  user_id: z.string().nullable(),
  status: z.enum(RUN_STATUSES),
  error: z.string().nullable(),
  errors: z.array(Problem),
  workflow_id: z.string(),
  harvest_workflow_id: z.string().nullable(),
  created_at: z.int().meta({ description: 'Epoch milliseconds' }),
  updated_at: z.int(),
  confirmed_at: z.int().nullable(),
  completed_at: z.int().nullable(),
});

export const RunStatusResponse = RunFields.extend({
  success: z.boolean(),
  enrichment: EnrichmentBody.nullable(),
  user_customization: ConfirmationBody.nullable(),
  confirmed_categories: ConfirmationBody.nullable().meta({ description: 'The same as `user_customization`' }),
  harvest: HarvestBody.nullable(),
  progress: Progress,
  estimate: EstimateBody.extend({ keywords_max: z.int() })
    .optional()
    .meta({ description: 'Before the confirmation: what confirming everything that is recommended costs at most' }),
  cost_usd: z.number().meta({ description: 'What the run has cost so far' }),
});

export const RunListQuery = z.object({
  project_id: idField().optional(),
  status: z.enum(RUN_STATUSES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
const ListedRun = RunFields.extend({ total_keywords: z.int().nullable() }).meta({ id: 'ResearchRun' });
export const RunListResponse = z.object({ success: z.boolean(), runs: z.array(ListedRun), ...ListFields });

export function toListedRun(run: RunRecord): z.input<typeof ListedRun> {
  return { ...toRunFields(run), total_keywords: run.harvest?.total ?? null };
}

export function toStatusBody({ run, steps, estimate, costUsd, categories }: RunState): z.input<typeof RunStatusResponse> {
  const confirmation = run.confirmation && toConfirmationBody(run.confirmation);
  return {
    success: true,
    ...toRunFields(run),
    enrichment: run.enrichment && toEnrichmentBody(run.enrichment),
    user_customization: confirmation,
    confirmed_categories: confirmation,
    harvest: run.harvest && toHarvestBody(run.harvest, categories),
    progress: {
      steps: steps.map(({ name, status, attempts }) => ({ name, status, attempts })),
      completed_steps: steps.filter(({ status }) => status === 'completed').length,
      current_step: steps.find(({ status }) => status === 'running')?.name ?? null,
    },
    ...(estimate === undefined ? {} : { estimate: toHarvestEstimate(estimate) }),
    cost_usd: costUsd,
  };
}

export function toHarvestEstimate({ callsMax, costUsdMax, keywordsMax }: HarvestEstimate) {
  return { calls: callsMax, cost_usd: costUsdMax, keywords_max: keywordsMax };
}

function toRunFields(run: RunRecord): z.input<typeof RunFields> {
  return {
    id: run.id,
    run_id: run.id,
    url: run.url,
    host: run.host,
    project_id: run.projectId,
    user_id: run.userId,
    status: run.status,
    error: run.error,
    errors: [...run.errors],
    workflow_id: run.workflowId,
    harvest_workflow_id: run.harvestWorkflowId,
    created_at: run.createdAt.getTime(),
    updated_at: run.updatedAt.getTime(),
    confirmed_at: run.confirmedAt?.getTime() ?? null,
    completed_at: run.completedAt?.getTime() ?? null,
  };
}

function toConfirmationBody({
  categories,
  businessFocus,
  markets,
  appNames,
  seedKeywords,
  limits,
}: Confirmation): z.input<typeof ConfirmationBody> {
  return {
    categories: categories.map(({ assignedBy, ...category }) => ({ ...category, assigned_by: assignedBy })),
    business_focus: businessFocus,
    locations: markets.map(({ locationCode, locationName, languageCode }) => ({
      location_code: locationCode,
      location_name: locationName,
      language_code: languageCode,
    })),
    app_names: [...appNames],
    ...(seedKeywords !== undefined && { seed_keywords: [...seedKeywords] }),
    limits: { keywords_max: limits.keywordsMax, cost_usd_max: limits.costUsdMax },
  };
}

function toHarvestBody(harvest: HarvestRecord, categories: readonly CategoryState[]): z.input<typeof HarvestBody> {
  return {
    total_keywords: harvest.total,
    kept_keywords: harvest.kept,
    irrelevant_keywords: harvest.irrelevant,
    sources: harvest.sources,
    ranks: harvest.ranked?.map((reading) => toBody(RankedBody, reading)) ?? null,
    clusters: harvest.clusters,
    by_category: Object.fromEntries(categories.map((category) => [category.path, toCategoryBody(category)])),
    cost_usd: harvest.costUsd,
    errors: [...harvest.errors],
    started_at: harvest.startedAt,
    completed_at: harvest.completedAt,
  };
}

function toCategoryBody({ id, total, keywords }: CategoryState): z.input<typeof CategoryKeywords> {
  return {
    category_id: id,
    total_keywords: total,
    keywords: keywords.map(({ keyword, score, sources, brandFlag, providerCategoryIds }) => ({
      keyword,
      score,
      sources: [...sources],
      brand_flag: brandFlag,
      provider_category_paths: findCategoryPaths(providerCategoryIds),
    })),
  };
}
