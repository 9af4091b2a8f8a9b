import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { integerField, listField, nameField } from '#http/fields.ts';
import type { ConfirmedRun } from '../runs/confirm/confirm-categories.ts';
import type { ConfirmEstimate } from '../runs/confirm/estimate-confirmed.ts';
import type { NamedCategory } from '../runs/confirm/resolve-category.ts';
import type { NamedLocation } from '../runs/confirm/resolve-markets.ts';
import type { ConfirmInput } from '../runs/confirm/validate.ts';
import { RUN_STATUSES } from '../runs/research-run.ts';
import { LimitsField } from './fields.ts';

const CATEGORIES_MAX = 50;
const LOCATIONS_MAX = 20;
const NAMES_MAX = 20;
const SEEDS_MAX = 200;
const FOCUS_LENGTH_MAX = 500;

const Category = z.object({
  id: z
    .union([integerField({ min: 1 }), nameField()])
    .meta({ description: "The provider's number; words are taken as in `confirmed_categories`" }),
  confidence: z.number().min(0).max(1).optional(),
  assigned_by: z.enum(['ai', 'user', 'system']).optional(),
});
const Location = z
  .object({ location_code: locationCodeField().optional(), location_name: nameField().optional() })
  .refine(
    ({ location_code: code, location_name: name }) => code !== undefined || name !== undefined,
    'must have a location_code or a location_name',
  );

export const ConfirmBody = z.object({
  categories: listField(Category, { max: CATEGORIES_MAX }).optional(),
  confirmed_categories: listField(nameField(), { max: CATEGORIES_MAX })
    .optional()
    .meta({ description: "Paths or names of the provider's categories; other words stay the user's own category" }),
  updated_business_focus: nameField(FOCUS_LENGTH_MAX).nullish(),
  locations: listField(z.union([Location, nameField()]), { max: LOCATIONS_MAX })
    .optional()
    .meta({ description: 'Names such as `Berlin`, `Portland, Maine` or `GB`, or location codes; a local business needs 1 to 5' }),
  app_names: listField(nameField(), { max: NAMES_MAX })
    .optional()
    .meta({ description: 'Names of apps and products: keywords with one are brand keywords' }),
  seed_keywords: listField(nameField(), { max: SEEDS_MAX })
    .optional()
    .meta({ description: 'What ideas are asked from, in place of the `seed_keywords` that were found; those unless given' }),
  language_code: languageCodeField().nullish(),
  limits: LimitsField.optional(),
  dry_run: dryRunField(),
});

export const ConfirmResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  harvest_queued: z.boolean(),
  status: z.enum(RUN_STATUSES),
  workflow_id: z.string().nullable(),
  status_url: z.string(),
  warnings: z.array(z.string()),
});

export const ConfirmEstimateResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  estimate: EstimateBody,
  keywords_max: z.int(),
  steps: z.array(z.object({ step: z.string(), calls: z.int(), cost_usd: z.number() })),
  warnings: z.array(z.string()),
});

export function toConfirmInput(body: z.output<typeof ConfirmBody>): ConfirmInput {
  return {
    categories: [...(body.categories ?? []).map(toNamedCategory), ...(body.confirmed_categories ?? []).map(toWords)],
    businessFocus: body.updated_business_focus ?? undefined,
    locations: (body.locations ?? []).map(toNamedLocation),
    languageCode: body.language_code ?? undefined,
    appNames: body.app_names ?? [],
    seedKeywords: body.seed_keywords,
    keywordsMax: body.limits?.keywords_max,
    costUsdMax: body.limits?.cost_usd_max,
  };
}

function toNamedCategory({ id, confidence, assigned_by: assignedBy }: z.output<typeof Category>): NamedCategory {
  return { category: id, confidence, assignedBy };
}

function toWords(words: string): NamedCategory {
  return { category: words, confidence: undefined, assignedBy: undefined };
}

function toNamedLocation(location: string | z.output<typeof Location>): NamedLocation {
  if (typeof location === 'string') return { locationCode: undefined, name: location };
  return { locationCode: location.location_code, name: location.location_name };
}

export function toConfirmBody({ run, warnings }: ConfirmedRun): z.input<typeof ConfirmResponse> {
  return {
    success: true,
    run_id: run.id,
    harvest_queued: true,
    status: run.status,
    workflow_id: run.harvestWorkflowId,
    status_url: `/run/${run.id}/status`,
    warnings: [...warnings],
  };
}

const TOO_DEAR = 'Fewer keywords are harvested than asked for: more would cost more than limits.cost_usd_max';

export function toConfirmEstimateBody({ estimate, warnings }: ConfirmEstimate): z.input<typeof ConfirmEstimateResponse> {
  return {
    success: true,
    dry_run: true,
    estimate: toEstimateFields({ calls: estimate.callsMax, costUsd: estimate.costUsdMax }),
    keywords_max: estimate.keywordsMax,
    steps: estimate.calls.map(({ step, calls, costUsd }) => ({ step, calls, cost_usd: costUsd })),
    warnings: estimate.isCutByCost ? [...warnings, TOO_DEAR] : [...warnings],
  };
}
