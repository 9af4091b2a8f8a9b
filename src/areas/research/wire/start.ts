import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { idField, nameField } from '#http/fields.ts';
import { RUN_STATUSES } from '../runs/research-run.ts';
import type { RunRecord } from '../runs/run-record.ts';
import type { StartRunInput } from '../runs/start-run.ts';
import { EnrichmentBody, toEnrichmentBody } from './enrichment.ts';
import { LimitsField, siteField } from './fields.ts';

export const RunBody = z.object({
  url: siteField(),
  project_id: idField().nullish(),
  user_id: nameField().nullish(),
  location_code: locationCodeField().nullish().meta({ description: 'Where to look for keywords when the confirmation names no place' }),
  language_code: languageCodeField().nullish().meta({ description: "The site's own language unless given" }),
  limits: LimitsField.optional(),
  async: z.boolean().default(false).meta({ description: 'Answer `queued` at once.' }),
  dry_run: dryRunField(),
});

export const RunResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  status: z.enum(RUN_STATUSES),
  url: z.string(),
  project_id: z.string().nullable(),
  enrichment: EnrichmentBody.nullable(),
  error: z.string().nullable(),
  workflow_id: z.string(),
  status_url: z.string(),
  warning: z.string().optional().meta({ description: 'It took longer than the wait: ask at `status_url`' }),
});

export function toStartInput(body: z.output<typeof RunBody>): StartRunInput {
  return {
    ...body.url,
    projectId: body.project_id ?? undefined,
    userId: body.user_id ?? undefined,
    options: {
      locationCode: body.location_code ?? undefined,
      languageCode: body.language_code ?? undefined,
      keywordsMax: body.limits?.keywords_max,
      costUsdMax: body.limits?.cost_usd_max,
    },
    isAsync: body.async,
  };
}

/** @param isAsync the caller did not want to wait */
export function toResearchRunBody(run: RunRecord, { isAsync }: { isAsync: boolean }): z.input<typeof RunResponse> {
  const isLate = run.status === 'queued' && !isAsync;
  return {
    success: run.status !== 'failed',
    run_id: run.id,
    status: run.status,
    url: run.url,
    project_id: run.projectId,
    enrichment: run.enrichment && toEnrichmentBody(run.enrichment),
    error: run.error,
    workflow_id: run.workflowId,
    status_url: `/run/${run.id}/status`,
    ...(isLate ? { warning: 'The site is still being read: ask again at status_url' } : {}),
  };
}
