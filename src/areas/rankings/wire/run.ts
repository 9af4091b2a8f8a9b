import { z } from 'zod';
import { idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { RunDetails } from '../runs/get-run.ts';
import { TRACKED_CHANNELS } from '../vocabulary.ts';
import { PositionBody, toPositionBody } from './position.ts';
import { toProviderName } from './provider-name.ts';

export const SerpRunParams = z.object({ run_id: idField() });

export const RunBody = z.object({
  id: z.string(),
  run_id: z.string(),
  query_id: z.string(),
  project_id: z.string().nullable().meta({ description: 'Who asked first; others may have used the same run.' }),
  workflow_id: z.string().nullable(),
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.enum(ENGINES),
  channel: z.enum(TRACKED_CHANNELS),
  location_code: z.int(),
  language_code: z.string(),
  device: z.string(),
  status: z.enum(['completed', 'failed']),
  error: z.string().nullable(),
  check_url: z.string().nullable(),
  items_count: z.int(),
  se_results_count: z.int().nullable(),
  depth: z.int(),
  checked_depth: z.int(),
  serp_features: z.array(z.string()),
  provider: z.string().nullable(),
  cost: z.number(),
  task_id: z.string().nullable(),
  check_date: z.string(),
  check_ts: z.int(),
  checked_at: z.string(),
  created_at: z.string(),
  fetched_at: z.string(),
});

const RAW_STATES = ['kept', 'not_kept', 'none', 'unavailable'] as const;

/** A page was read out of an answer; a failed check may have had none. */
const MISSING_RAW = { completed: 'not_kept', failed: 'none' } as const;

export const RunResponse = z.object({
  success: z.boolean(),
  run: RunBody,
  results: z.array(PositionBody),
  raw: z
    .string()
    .nullable()
    .meta({ description: "The provider's newest answer for this run as received, as text. Null: `raw_state` says why." }),
  raw_state: z.enum(RAW_STATES).meta({
    description:
      '`kept`: `raw_answers` has what came. `not_kept`: the answer was read, and is not or no longer kept (`SERP_EVIDENCE_DAYS`). ' +
      '`none`: the check failed and no answer to it is kept: none came, or its days are over. ' +
      '`unavailable`: answers are kept by the analytics store, which cannot be asked now.',
  }),
  raw_answers: z
    .array(z.object({ received_at: z.string(), raw: z.string() }))
    .meta({ description: 'Every answer for this run, oldest first: a check that was tried again, or read deeper, has several.' }),
});

export function toSerpRecordBody(run: RunDetails['run']): z.input<typeof RunBody> {
  return toBody(RunBody, {
    ...run,
    runId: run.id,
    platform: run.engine,
    channel: run.kind === 'organic' ? 'seo' : 'local',
    serpFeatures: run.features,
    provider: toProviderName(run.provider),
    cost: run.costUsd,
    checkedAt: run.checkTs,
    createdAt: run.checkTs,
  });
}

export function toSerpRunBody({ run, items, evidence }: RunDetails): z.input<typeof RunResponse> {
  const answers = evidence === 'away' ? [] : evidence;
  return {
    success: true,
    run: toSerpRecordBody(run),
    results: items.map(toPositionBody),
    raw: answers.at(-1)?.text ?? null,
    raw_state: toRawState(run, evidence),
    raw_answers: answers.map(({ receivedAt, text }) => ({ received_at: receivedAt.toISOString(), raw: text })),
  };
}

function toRawState({ status }: RunDetails['run'], evidence: RunDetails['evidence']): (typeof RAW_STATES)[number] {
  if (evidence === 'away') return 'unavailable';
  return evidence.length > 0 ? 'kept' : MISSING_RAW[status];
}
