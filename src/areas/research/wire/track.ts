import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { CHANNELS, CHECK_INTERVALS, DEVICES } from '#areas/keywords/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { idField, integerField, listField, nameField } from '#http/fields.ts';
import type { TrackRunInput, TrackRunResult } from '../runs/track/track-run.ts';

const KEYWORDS_MAX = 1_000;
const KEYWORD_LENGTH_MAX = 700;
const DAYS_A_MONTH = 30;
const OUTCOMES = ['tracked', 'already_tracked', 'not_in_run', 'refused'] as const;

const Options = z.object({
  project_id: idField().nullish().meta({ description: 'For a run without a project' }),
  device: z.enum(DEVICES).default('desktop'),
  channel: z.enum(CHANNELS).default('seo'),
  check_interval: z.enum(CHECK_INTERVALS).default('daily'),
  location_code: locationCodeField().nullish().meta({ description: 'Where each keyword was harvested unless given' }),
  language_code: languageCodeField().nullish(),
  dry_run: dryRunField(),
});
const Named = Options.extend({ keywords: listField(nameField(KEYWORD_LENGTH_MAX), { min: 1, max: KEYWORDS_MAX }) });
const Best = Options.extend({ top: integerField({ min: 1, max: KEYWORDS_MAX }).meta({ description: 'So many of the best' }) });

export const TrackRunBody = {
  forms: { keywords: Named, top: Best },
  choose: (raw: unknown) => ((raw as { keywords?: unknown } | null)?.keywords === undefined ? 'top' : 'keywords'),
} satisfies BodyForms;
type TrackRunBody = z.output<typeof Named> | z.output<typeof Best>;

const Outcome = z.object({
  keyword: z.string(),
  outcome: z.enum(OUTCOMES),
  reason: z.string().nullable(),
  keyword_id: z.string().nullable(),
  location_code: z.int().nullable(),
  language_code: z.string().nullable(),
  device: z.enum(DEVICES).nullable(),
  serp_queued: z.boolean(),
});

export const TrackRunResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  project_id: z.string(),
  keywords_tracked: z.int().meta({ description: 'Those of before included' }),
  keywords_queued: z.int(),
  results: z.array(Outcome),
  workflow_ids: z.array(z.string()),
  status_url: z.string().nullable(),
});
export const TrackRunEstimateResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  run_id: z.string(),
  estimate: EstimateBody,
  daily_cost_usd: z.number().meta({ description: 'On the average of 30 days' }),
});

export function toTrackRunInput(runId: string, body: TrackRunBody): TrackRunInput {
  return {
    runId,
    wanted: 'keywords' in body ? { keywords: body.keywords } : { top: body.top },
    projectId: body.project_id ?? undefined,
    device: body.device,
    channel: body.channel,
    checkInterval: body.check_interval,
    locationCode: body.location_code ?? undefined,
    languageCode: body.language_code ?? undefined,
  };
}

export function toTrackRunBody(runId: string, { projectId, keywords, workflows }: TrackRunResult): z.input<typeof TrackRunResponse> {
  const [first] = workflows;
  return {
    success: true,
    run_id: runId,
    project_id: projectId,
    keywords_tracked: keywords.filter(({ tracked }) => tracked !== undefined).length,
    keywords_queued: keywords.filter(({ tracked }) => tracked?.isQueued === true).length,
    results: keywords.map(({ keyword, outcome, reason, tracked }) => ({
      keyword,
      outcome,
      reason,
      keyword_id: tracked?.keywordId ?? null,
      location_code: tracked?.locationCode ?? null,
      language_code: tracked?.languageCode ?? null,
      device: tracked?.device ?? null,
      serp_queued: tracked?.isQueued ?? false,
    })),
    workflow_ids: workflows.map(({ id }) => id),
    status_url: first === undefined ? null : `/api/admin/workflow/${first.type}/${first.id}`,
  };
}

export function toRunTrackEstimateBody(runId: string, estimate: Estimate): z.input<typeof TrackRunEstimateResponse> {
  const fields = toEstimateFields(estimate);
  const daily = (estimate.monthlyCostUsd ?? 0) / DAYS_A_MONTH;
  return { success: true, dry_run: true, run_id: runId, estimate: fields, daily_cost_usd: Number(daily.toFixed(6)) };
}
