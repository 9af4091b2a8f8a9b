import { z } from 'zod';
import { EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { idField, integerField } from '#http/fields.ts';
import { findUnknown, listFields } from '#http/input/known-fields.ts';
import { describeIssue, toInvalid, toProblems } from '#http/input/problems.ts';
import { AppError } from '#kernel/errors.ts';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import { toStatusUrl, type StartedWorkflow, type StartOrder, type WorkflowEstimate } from '../start-workflow.ts';
import type { Trigger } from '../triggers.ts';

export const WAIT_MS_MAX = 25_000;
export const STILL_RUNNING = 'The workflow takes longer than this request can wait. It goes on; ask status_url for its end.';

export const StartParams = z.object({ type: idField() });
/** For the document: the values are checked together with those of the type (`toStartOrder`). */
function documented(schema: Readonly<Record<string, unknown>>) {
  return z.unknown().optional().meta(schema);
}

export function makeStartBody(triggers: readonly Trigger[]) {
  return z
    .looseObject({
      project_id: documented({ type: 'string', minLength: 1 }),
      dry_run: documented({ type: 'boolean', description: 'Only answer what it would cost.' }),
      wait: documented({ type: 'boolean', description: `Wait for the end, at most ${WAIT_MS_MAX} ms.` }),
      use_workflow: documented({ type: 'boolean', description: 'The same as `wait`.' }),
      wait_ms: documented({ type: 'integer', minimum: 0, maximum: WAIT_MS_MAX }),
    })
    .meta({ description: ['By type:', ...triggers.map(({ type, fields }) => `${type}: ${fields}.`)].join(' ') });
}

/** Whether to do it, and how long to wait for the end; the same for all types. */
const Common = z.object({
  dry_run: z.boolean().optional(),
  wait: z.boolean().optional(),
  wait_ms: integerField({ min: 0, max: WAIT_MS_MAX }).optional(),
  use_workflow: z.boolean().optional(),
});

/**
 * Reads the body by the schema of its type.
 * @throws AppError 404 for a type that cannot be started, 400 naming every wrong field
 */
export function toStartOrder(triggers: readonly Trigger[], type: string, body: Readonly<Record<string, unknown>>): StartOrder {
  const trigger = triggers.find((known) => known.type === type);
  if (trigger === undefined)
    throw new AppError('not_found', 'Workflow type not found', { details: { types: triggers.map((known) => known.type) } });
  const options = { error: describeIssue };
  const schema = trigger.makePayload(body);
  const payload = schema.safeParse(body, options);
  const common = Common.safeParse(body, options);
  const unknown = findUnknown(body, [...listFields(schema), ...Object.keys(Common.shape)]);
  if (!payload.success || !common.success || unknown.length > 0)
    throw toInvalid([...[payload.error, common.error].flatMap((error) => (error ? toProblems(error, 'body') : [])), ...unknown]);
  const { wait, wait_ms: waitMs, use_workflow: isSynchronous, dry_run: isDryRun = false } = common.data;
  // A dry run is short, and its answer is what it is asked for.
  const isAwaited = wait ?? isSynchronous ?? isDryRun;
  return { trigger, payload: payload.data, isDryRun, waitMs: waitMs ?? (isAwaited ? WAIT_MS_MAX : 0) };
}

export const StartResponse = z.object({
  success: z.boolean(),
  id: z.string().nullable(),
  workflow_id: z.string().nullable().meta({ description: 'Null: a dry run that started nothing' }),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  status_url: z.string().nullable(),
  dry_run: z.literal(true).optional(),
  output: z.unknown().optional().meta({ description: 'When it ended while it was waited for' }),
  warning: z.string().optional().meta({ description: 'It was waited for and has not ended' }),
  estimate: EstimateBody.optional().meta({ description: 'Of a dry run' }),
});

export function toStartBody(result: StartedWorkflow | WorkflowEstimate): z.infer<typeof StartResponse> {
  if (!('estimate' in result)) return toStartedBody(result);
  const { type, estimate } = result;
  const nothing = { id: null, workflow_id: null, status_url: null } as const;
  return { success: true, ...nothing, type, status: 'completed', dry_run: true, estimate: toEstimateFields(estimate) };
}

function toStartedBody({ id, type, status, isAwaited, ended }: StartedWorkflow): z.infer<typeof StartResponse> {
  const head = { success: true, id, workflow_id: id, type, status, status_url: toStatusUrl(type, id) };
  if (ended === undefined) return isAwaited ? { ...head, warning: STILL_RUNNING } : head;
  const estimate = Estimate.safeParse(ended.output);
  return { ...head, output: ended.output ?? null, ...(estimate.success ? { dry_run: true, estimate: estimate.data } : {}) };
}

/** What a dry run gives. */
const Estimate = z
  .object({ dry_run: z.literal(true), calls: z.int(), cost_usd: z.number() })
  .transform(({ calls, cost_usd }) => ({ calls, cost_usd }));
