import { z } from 'zod';
import { idField, instantParam, integerParam, limitField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import {
  WORKFLOW_EVENTS,
  WORKFLOW_STATUSES,
  type WorkflowEvent,
  type WorkflowFamily,
  type WorkflowInstance,
  type WorkflowRelative,
  type WorkflowStep,
  type Workflows,
  type WorkflowSummary,
} from '#workflows/types.ts';
import { toStatusUrl } from '../start-workflow.ts';
import { STILL_RUNNING, WAIT_MS_MAX } from './workflows.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const EVENTS_DEFAULT = 200;
const EVENTS_MAX = 1_000;
/** Most steps of one workflow in one answer. */
const STEPS_MAX = 1_000;
/** Description of a title. */
export const TITLE = 'What it does and what it works on, for people: `Onboarding of example.com`.';
/** What a workflow is called, by its type and input. */
export type NameWorkflow = Workflows['nameOf'];

export const WorkflowParams = z.object({ type: idField(), workflow_id: idField() });
export const WorkflowQuery = z.object({
  wait_ms: integerParam({ min: 0, max: WAIT_MS_MAX })
    .default(0)
    .meta({ description: 'Answers when it has ended, at the latest after this.' }),
});

const Relative = z.object({ id: z.string(), type: z.string(), status: z.enum(WORKFLOW_STATUSES) }).meta({ id: 'WorkflowRelative' });

const Step = z
  .object({
    name: z.string(),
    status: z.enum(['completed', 'running', 'pending', 'failed']),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    duration_ms: z.int().nullable(),
    attempts: z.int().meta({ description: 'Tries so far; those that failed are in the history.' }),
    error: z.string().nullable().meta({ description: 'Of a step that is tried again: of the last try.' }),
  })
  .meta({ id: 'WorkflowStep' });

/** What an answer says of the steps of a workflow. */
export function makeStepFields<Step extends z.ZodType>(step: Step) {
  const steps = z.array(step).meta({ description: `Oldest first; of more than ${STEPS_MAX} the last.`, maxItems: STEPS_MAX });
  return { steps, steps_total: z.int() };
}

export function toStepFields<Step, Body>(steps: readonly Step[], toBodyOf: (step: Step) => Body): { steps: Body[]; steps_total: number } {
  return { steps: steps.slice(-STEPS_MAX).map(toBodyOf), steps_total: steps.length };
}

export const WorkflowResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  type: z.string(),
  title: z.string().meta({ description: TITLE }),
  status: z.enum(WORKFLOW_STATUSES),
  ...makeStepFields(Step),
  output: z.unknown(),
  error: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  duration_ms: z.int().nullable().meta({ description: 'From its creation to its end.' }),
  updated_at: z.string(),
  parent: Relative.nullable(),
  children: z.array(Relative).meta({ description: 'Oldest first, at most 200.' }),
  children_total: z.int(),
  status_url: z.string(),
  warning: z.string().optional().meta({ description: 'It was waited for and has not ended.' }),
});

export interface WorkflowView {
  readonly instance: WorkflowInstance;
  readonly steps: readonly WorkflowStep[];
  readonly family: WorkflowFamily;
  readonly isAwaited: boolean;
  readonly title: string;
}

export function toWorkflowBody({ instance, steps, family, isAwaited, title }: WorkflowView): z.infer<typeof WorkflowResponse> {
  const { id, type, status, createdAt, startedAt, endedAt } = instance;
  return {
    success: true,
    id,
    workflow_id: id,
    type,
    title,
    status,
    ...toStepFields(steps, toStepBody),
    output: instance.output ?? null,
    error: instance.error ?? null,
    created_at: createdAt.toISOString(),
    started_at: toText(startedAt),
    completed_at: toText(endedAt),
    duration_ms: toDurationMs(createdAt, endedAt),
    updated_at: instance.updatedAt.toISOString(),
    parent: family.parent ?? null,
    children: family.children.map(toRelativeBody),
    children_total: family.childrenTotal,
    status_url: toStatusUrl(type, id),
    ...(isAwaited && endedAt === undefined ? { warning: STILL_RUNNING } : {}),
  };
}

function toStepBody(step: WorkflowStep): z.infer<typeof Step> {
  return toBody(Step, { ...step, durationMs: toDurationMs(step.startedAt, step.completedAt) });
}

function toRelativeBody({ id, type, status }: WorkflowRelative): z.infer<typeof Relative> {
  return { id, type, status };
}

function toText(instant: Date | undefined): string | null {
  return instant?.toISOString() ?? null;
}

function toDurationMs(from: Date | undefined, to: Date | undefined): number | null {
  return from && to ? Math.max(0, to.getTime() - from.getTime()) : null;
}

export const SteerResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  status_url: z.string(),
});

export function toSteerBody({ id, type, status }: WorkflowRelative): z.infer<typeof SteerResponse> {
  return { success: true, id, workflow_id: id, type, status, status_url: toStatusUrl(type, id) };
}

export const HistoryQuery = z.object({ limit: limitField(EVENTS_DEFAULT, EVENTS_MAX), offset: offsetField() });

const Event = z
  .object({
    at: z.string(),
    event: z.enum(WORKFLOW_EVENTS),
    name: z.string().nullable().meta({ description: 'The step, where the event is about one.' }),
    step: z.string().nullable(),
    status: z.enum(['completed', 'failed']).nullable().meta({ description: 'How the step or the try ended.' }),
    attempt: z.int().nullable().meta({ description: 'Number of the try.' }),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    duration_ms: z.int().nullable(),
    error: z.string().nullable(),
    wait_ms: z.int().nullable().meta({ description: 'Until the next try; null when there is none.' }),
  })
  .meta({ id: 'WorkflowEvent' });

export const HistoryResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  history: z.array(Event),
  pagination: Pagination,
});

export function toWorkflowHistoryBody(
  { id, type, status }: WorkflowRelative,
  { events, total }: { readonly events: readonly WorkflowEvent[]; readonly total: number },
  page: Page,
): z.infer<typeof HistoryResponse> {
  return { success: true, id, workflow_id: id, type, status, history: events.map(toEventBody), pagination: toPagination(page, total) };
}

function toEventBody({ at, event, step, attempt, startedAt, error, waitMs }: WorkflowEvent): z.infer<typeof Event> {
  const isOfStep = step !== undefined;
  return toBody(Event, {
    at,
    event,
    name: step,
    step,
    status: isOfStep ? (event === 'step_completed' ? 'completed' : 'failed') : null,
    attempt,
    startedAt,
    completedAt: isOfStep ? at : null,
    durationMs: isOfStep ? toDurationMs(startedAt, at) : null,
    error,
    waitMs,
  });
}

/** @param types every type that a workflow can have */
export function makeListingQuery(types: readonly string[]) {
  return z.object({
    type: z.enum(types).optional(),
    status: z.enum(WORKFLOW_STATUSES).optional(),
    since: instantParam().optional(),
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  });
}

const Summary = z
  .object({
    id: z.string(),
    workflow_id: z.string(),
    type: z.string(),
    title: z.string().meta({ description: TITLE }),
    status: z.enum(WORKFLOW_STATUSES),
    queue: z.string().nullable(),
    parent_id: z.string().nullable(),
    error: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    duration_ms: z.int().nullable(),
    status_url: z.string(),
  })
  .meta({ id: 'WorkflowSummary' });

export const ListingResponse = z.object({ success: z.boolean(), workflows: z.array(Summary), pagination: Pagination });

export function toListingBody(
  { workflows, total }: { readonly workflows: readonly WorkflowSummary[]; readonly total: number },
  page: Page,
  nameOf: NameWorkflow,
): z.infer<typeof ListingResponse> {
  return { success: true, workflows: workflows.map((summary) => toSummaryBody(summary, nameOf)), pagination: toPagination(page, total) };
}

function toSummaryBody(summary: WorkflowSummary, nameOf: NameWorkflow): z.infer<typeof Summary> {
  const { id, type, input, createdAt, endedAt } = summary;
  return toBody(Summary, {
    ...summary,
    title: nameOf(type, input),
    workflowId: id,
    completedAt: endedAt,
    durationMs: toDurationMs(createdAt, endedAt),
    statusUrl: toStatusUrl(type, id),
  });
}
