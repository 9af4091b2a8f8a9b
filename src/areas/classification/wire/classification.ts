/** What every answer about an item has. */
import { z } from 'zod';
import type { Described } from '../records/describe.ts';

const Candidate = z.object({ label: z.string(), confidence: z.number() });

export const VerdictBody = z
  .object({
    label: z.string(),
    confidence: z.number().meta({
      description:
        '0 to 100: of a hundred labels given with 80, eighty are right, within 4 on sources that were never seen (docs/classification.md).',
    }),
    stage: z.string().meta({ description: 'The stage that decided' }),
    second_best: Candidate.nullable(),
    evidence: z.array(z.string()),
  })
  .meta({ id: 'Verdict' });

export const JudgedFields = {
  confidence: z.number().meta({ description: '0 to 100, of the least sure dimension among those that decide' }),
  source: z.string().meta({ description: 'Where the labels come from: `rules`, `rules_vectorize`, `llm`, `cache`, `human_feedback`, ...' }),
  verdicts: z.record(z.string(), VerdictBody).meta({ description: 'By dimension' }),
  needs_review: z.boolean().meta({ description: 'A person should look.' }),
  skipped: z.boolean().meta({ description: 'A stage that was needed did not run; `skip_reason` says why.' }),
  skip_reason: z.string().nullable(),
  cached: z.boolean(),
  stages_completed: z.array(z.string()),
  stages_run: z.array(z.object({ stage: z.string(), ms: z.number(), cost_usd: z.number() })),
  cost: z.number(),
  model_version: z.string().nullable(),
  classified_at: z.string(),
};

const JudgedBody = z.object(JudgedFields);
export type JudgedBody = z.input<typeof JudgedBody>;

export function toJudgedBody({ subject: _subject, cost_usd: cost, verdicts, stages_run: stages, ...described }: Described): JudgedBody {
  return {
    ...described,
    verdicts: Object.fromEntries(
      Object.entries(verdicts).map(([dimension, verdict]) => [dimension, { ...verdict, evidence: [...verdict.evidence] }]),
    ),
    cost,
    stages_run: [...stages],
    stages_completed: stages.map(({ stage }) => stage),
  };
}

/** Which stages may run; the fields of `options` mean the same. */
const flags = {
  skip_fetch: z.boolean().optional().meta({ description: 'Reads no page.' }),
  skip_llm: z.boolean().optional().meta({ description: 'Asks no language model.' }),
  force_llm: z.boolean().optional().meta({ description: 'Asks a language model in any case; its answer wins.' }),
};

export const FlagFields = { ...flags, options: z.object(flags).optional() };

export interface FlagsGiven extends StageFlags {
  readonly options?: StageFlags | undefined;
}

interface StageFlags {
  readonly skip_fetch?: boolean | undefined;
  readonly skip_llm?: boolean | undefined;
  readonly force_llm?: boolean | undefined;
}

/** Both fields of a flag as one. */
export function toFlags({ options = {}, ...top }: FlagsGiven): Required<StageFlags> {
  return {
    skip_fetch: top.skip_fetch ?? options.skip_fetch ?? false,
    skip_llm: top.skip_llm ?? options.skip_llm ?? false,
    force_llm: top.force_llm ?? options.force_llm ?? false,
  };
}

export const HowFields = {
  use_workflow: z.boolean().optional().meta({ description: 'By a workflow, whose end is waited for.' }),
  async: z.boolean().optional().meta({ description: 'By a workflow, whose end is not waited for.' }),
};

/** A workflow does it, and its end is not known yet. */
export const PendingResponse = z.object({
  success: z.boolean(),
  workflow_id: z.string(),
  status: z.string(),
  status_url: z.string(),
  warning: z.string().optional(),
});

const STILL_RUNNING = 'The classification takes longer than this request can wait. It goes on; ask status_url for its end.';

export interface Pending {
  readonly workflowId: string;
  readonly type: string;
  /** The request waited, and the end did not come. */
  readonly isAwaited: boolean;
}

export function toPendingBody({ workflowId, type, isAwaited }: Pending): z.input<typeof PendingResponse> {
  return {
    success: true,
    workflow_id: workflowId,
    status: 'running',
    status_url: `/api/admin/workflow/${type}/${workflowId}`,
    ...(isAwaited ? { warning: STILL_RUNNING } : {}),
  };
}
