import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { booleanParam, idField, integerField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ANSWER_SURFACES } from '#providers/search-data/index.ts';
import { BRAND_ROLES, type AnswerBrand } from '../brands/brand.ts';
import type { BrandInput } from '../brands/change-brands.ts';
import type { PlanInput } from '../plan/change-plan.ts';
import type { PlanEstimate } from '../plan/estimate-plan.ts';
import { PROMPT_LENGTH_MAX } from '../prompts/prompt-lengths.ts';
import type { AnswerPrompt } from '../store/prompts.ts';
import type { PricedSurface } from '../plan/list-surfaces.ts';
import { listUnavailable, projectField, Surface, SurfaceKindField, UnavailableBody } from './fields.ts';

const BRANDS_MAX = 50;
const NAMES_MAX = 30;
const PROMPTS_AT_ONCE = 500;
const TAGS_MAX = 20;
const SAMPLES_MAX = 20;
const USD_MAX = 100_000;

const names = (max = NAMES_MAX) => listField(nameField(), { max });
const brand = {
  name: nameField(),
  aliases: names().default([]).meta({ description: 'Other names of it.' }),
  excluded: names().default([]).meta({ description: 'Longer names in which it is not meant.' }),
  domains: names().default([]).meta({ description: 'Its sites; of each the registered domain counts.' }),
  role: z.enum(BRAND_ROLES),
  is_generic: z
    .boolean()
    .default(false)
    .meta({ description: 'Its name is a common word too: it needs a second witness, its site or the provider.' }),
};

export const ProjectQuery = z.object({ project_id: projectField() });

export const PutBrandsBody = z.object({
  project_id: projectField(),
  brands: listField(z.object({ id: idField().optional(), ...brand }), { min: 1, max: BRANDS_MAX }),
});
const BrandBody = z
  .object({
    id: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    excluded: z.array(z.string()),
    domains: z.array(z.string()),
    role: z.enum(BRAND_ROLES),
    is_generic: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'AnswerBrand' });
export const BrandsResponse = z.object({
  success: z.boolean(),
  brands: z.array(BrandBody),
  version: z.int().meta({ description: 'Counts the changes; 0: none were written.' }),
});
export const PutBrandsResponse = BrandsResponse.extend({
  workflow_id: z.string().meta({ description: 'Reads kept answers again with these brands.' }),
});

export function toBrandInput({ is_generic: isGeneric, ...given }: z.output<typeof PutBrandsBody>['brands'][number]): BrandInput {
  return { ...given, isGeneric };
}

export function toBrandBody({ aliases, excluded, domains, ...brandRow }: AnswerBrand): z.input<typeof BrandBody> {
  return toBody(BrandBody, { ...brandRow, aliases: [...aliases], excluded: [...excluded], domains: [...domains] });
}

const ReadBody = z
  .object({
    surface: Surface,
    surface_kind: SurfaceKindField,
    status: z.literal('read'),
    cost_usd_max: z.number(),
    assumed: z.boolean().meta({ description: 'The price, or a part of it, is taken to be so: no account has confirmed it.' }),
    prompt_length_max: z.int(),
  })
  .meta({ id: 'ReadSurface' });
export const SurfacesResponse = z.object({
  success: z.boolean(),
  surfaces: z.array(ReadBody).max(10).meta({ description: 'Assistants whose answers are read, with the most that one costs.' }),
  unavailable: z
    .array(UnavailableBody)
    .max(10)
    .meta({ description: 'Those whose answers are not read, and why. There is no figure of them.' }),
});

export function toSurfacesResponse(surfaces: readonly PricedSurface[]): z.input<typeof SurfacesResponse> {
  return {
    success: true,
    surfaces: surfaces.map(({ surface, kind, costUsdMax, isAssumed, promptLengthMax }) => ({
      surface,
      surface_kind: kind,
      status: 'read',
      cost_usd_max: costUsdMax,
      assumed: isAssumed,
      prompt_length_max: promptLengthMax,
    })),
    unavailable: listUnavailable(),
  };
}

export const PutPlanBody = z.object({
  project_id: projectField(),
  enabled: z.boolean().default(true),
  surfaces: listField(Surface, { min: 1, max: ANSWER_SURFACES.length }),
  samples_per_week: integerField({ min: 1, max: SAMPLES_MAX })
    .default(5)
    .meta({ description: 'Of each prompt and surface, spread over the week.' }),
  monthly_usd: z
    .number()
    .min(0)
    .max(USD_MAX)
    .nullable()
    .default(null)
    .meta({ description: 'What planned answers of the project may cost in a month; null: only the other budgets hold.' }),
  dry_run: dryRunField(),
});
const PlanBody = z
  .object({
    project_id: z.string(),
    enabled: z.boolean(),
    surfaces: z.array(Surface),
    samples_per_week: z.int(),
    monthly_usd: z.number().nullable(),
  })
  .meta({ id: 'AnswerPlan' });
const EstimateBody = z
  .object({
    prompts: z.int(),
    answers_per_week: z.int(),
    answers_per_month: z.int(),
    monthly_cost_usd: z.number().meta({ description: 'At most, at the price of the queue; of models at what they are assumed to take.' }),
    precision: z.object({
      n_per_week: z.int().meta({ description: 'Answers of one surface in a week.' }),
      interval_points: z.number().nullable().meta({ description: 'Width of the interval of 95 % around a rate of 30 %.' }),
      detects_points_at_80_percent: z
        .number()
        .nullable()
        .meta({ description: 'The change between two weeks that is found in 80 of 100 cases.' }),
    }),
  })
  .meta({ id: 'AnswerPlanEstimate' });
export const PlanResponse = z.object({ success: z.boolean(), dry_run: z.boolean(), plan: PlanBody, estimate: EstimateBody });

export function toPlanResponse(
  { plan, estimate }: { readonly plan: PlanInput; readonly estimate: PlanEstimate },
  isDryRun: boolean,
): z.input<typeof PlanResponse> {
  return { success: true, dry_run: isDryRun, plan: toPlanBody(plan), estimate: toEstimateBody(estimate) };
}

function toPlanBody({ surfaces, ...plan }: PlanInput): z.input<typeof PlanBody> {
  return toBody(PlanBody, { ...plan, surfaces: [...surfaces] });
}

function toEstimateBody({ precision, ...estimate }: PlanEstimate): z.input<typeof EstimateBody> {
  const { n, intervalPoints, detectsPointsAt80Percent } = precision;
  return toBody(EstimateBody, {
    ...estimate,
    precision: { n_per_week: n, interval_points: intervalPoints, detects_points_at_80_percent: detectsPointsAt80Percent },
  });
}

export const PostPromptsBody = z.object({
  project_id: projectField(),
  location_code: locationCodeField().optional(),
  language_code: languageCodeField().optional(),
  prompts: listField(
    z.object({
      text: z.string().trim().min(2).max(PROMPT_LENGTH_MAX),
      topic: nameField().optional().meta({ description: 'The keyword whose search volume says how often this is asked.' }),
      tags: names(TAGS_MAX).default([]),
    }),
    { min: 1, max: PROMPTS_AT_ONCE },
  ),
  dry_run: dryRunField(),
});
export const ListPromptsQuery = z.object({
  project_id: projectField(),
  ended: booleanParam().default(false).meta({ description: 'Those that are not asked any more.' }),
  search: z.string().max(PROMPT_LENGTH_MAX).default('').meta({ description: 'A part of the text, in any case.' }),
  limit: limitField(100, 500),
  offset: offsetField(),
});
export const PromptParams = z.object({ prompt_id: idField() });
const PromptBody = z
  .object({
    id: z.string(),
    project_id: z.string(),
    text: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    topic: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'AnswerPrompt' });
export const PromptListResponse = z.object({ success: z.boolean(), prompts: z.array(PromptBody), ...ListFields });
export const PromptResponse = z.object({ success: z.boolean(), prompt: PromptBody });
export const PostPromptsResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  prompts: z.array(PromptBody),
  known: z.int().meta({ description: 'Asked by the project already, or named twice.' }),
});
export const DeletePromptResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toPromptBody({ tags, ...prompt }: AnswerPrompt): z.input<typeof PromptBody> {
  return toBody(PromptBody, { ...prompt, tags: [...tags] });
}
