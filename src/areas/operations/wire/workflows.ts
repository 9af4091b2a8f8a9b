import { z } from 'zod';
import { idField, integerField } from '#http/fields.ts';
import { describeIssue, toInvalid, toProblems } from '#http/problems.ts';
import { AppError } from '#kernel/errors.ts';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import { toStatusUrl, type StartedWorkflow, type StartOrder } from '../start-workflow.ts';
import { TRIGGERS } from './workflow-payloads.ts';

export const WAIT_MS_MAX = 25_000;
export const STILL_RUNNING = 'The workflow takes longer than this request can wait. It goes on; ask status_url for its end.';

export const StartParams = z.object({ type: idField() });
export const StartBody = z.looseObject({}).meta({
  description: [
    ...TRIGGERS.map(({ type, fields }) => `${type}: ${fields}.`),
    `All: \`wait\` or \`use_workflow\` (true waits for the end, at most ${WAIT_MS_MAX} ms), \`wait_ms\`.`,
  ].join(' '),
});

/** How long to wait for the end; the same for all types. */
const Waiting = z.object({
  wait: z.boolean().optional(),
  wait_ms: integerField({ min: 0, max: WAIT_MS_MAX }).optional(),
  use_workflow: z.boolean().optional(),
});

/**
 * Reads the body by the schema of its type.
 * @throws AppError 404 for a type that cannot be started, 400 naming every wrong field
 */
export function toStartOrder(type: string, body: Readonly<Record<string, unknown>>): StartOrder {
  const trigger = TRIGGERS.find((known) => known.type === type);
  if (trigger === undefined)
    throw new AppError('not_found', 'Workflow type not found', { details: { types: TRIGGERS.map((known) => known.type) } });
  const options = { error: describeIssue };
  const payload = trigger.makePayload(body).safeParse(body, options);
  const waiting = Waiting.safeParse(body, options);
  if (!payload.success || !waiting.success)
    throw toInvalid([payload.error, waiting.error].flatMap((error) => (error ? toProblems(error, 'body') : [])));
  const { wait, wait_ms: waitMs, use_workflow: isSynchronous } = waiting.data;
  // A dry run is short, and its answer is what it is asked for.
  const isAwaited = wait ?? isSynchronous ?? payload.data['dry_run'] === true;
  return { type, payload: payload.data, missing: trigger.missing, waitMs: waitMs ?? (isAwaited ? WAIT_MS_MAX : 0) };
}

export const StartResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  status_url: z.string(),
  output: z.unknown().optional().meta({ description: 'When it ended while it was waited for' }),
  warning: z.string().optional().meta({ description: 'It was waited for and has not ended' }),
  estimate: z.object({ calls: z.int(), cost_usd: z.number() }).optional().meta({ description: 'Of a dry run' }),
});

export function toStartBody({ id, type, status, isAwaited, ended }: StartedWorkflow): z.infer<typeof StartResponse> {
  const head = { success: true, id, workflow_id: id, type, status, status_url: toStatusUrl(type, id) };
  if (ended === undefined) return isAwaited ? { ...head, warning: STILL_RUNNING } : head;
  const estimate = Estimate.safeParse(ended.output);
  return { ...head, output: ended.output ?? null, ...(estimate.success ? { estimate: estimate.data } : {}) };
}

/** What a dry run gives. */
const Estimate = z
  .object({ dry_run: z.literal(true), calls: z.int(), cost_usd: z.number() })
  .transform(({ calls, cost_usd }) => ({ calls, cost_usd }));
