import type { Sql } from '#stores/postgres/types.ts';
import { FROM, STATUS } from './instances.ts';
import { listChildren } from './summaries.ts';
import { parseStored } from '../sdk/serializer.ts';
import type { WorkflowRelative, WorkflowStatus } from '../../types.ts';

/** An error as it was recorded, with where it was thrown. */
export interface RecordedError {
  readonly name: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}

export interface TracedStep {
  readonly place: number;
  readonly name: string;
  /** `undefined` when it is larger than what is shown. */
  readonly output: unknown;
  readonly outputLength: number;
  readonly error: RecordedError | undefined;
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  /** The workflow that this step started. */
  readonly childId: string | undefined;
}

/** All that is recorded of a workflow, for finding out what went wrong. */
export interface WorkflowTrace {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  /** The engine's own state. */
  readonly state: string;
  readonly queue: string | undefined;
  readonly parentId: string | undefined;
  /** The process that has it, or had it last, and its version. */
  readonly executorId: string | undefined;
  readonly version: string | undefined;
  /** How often a process took it up. */
  readonly recoveries: number;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: RecordedError | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  readonly steps: readonly TracedStep[];
  readonly children: readonly WorkflowRelative[];
  readonly deadLetterId: string | undefined;
}

const STEPS_MAX = 1_000;
const CHILDREN_MAX = 1_000;
/** Steps may hold result pages. */
const OUTPUT_LENGTH_MAX = 20_000;

interface TraceRow {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  readonly state: string;
  readonly queue: string | null;
  readonly parentId: string | null;
  readonly executorId: string | null;
  readonly version: string | null;
  readonly recoveries: number | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly deadLetterId: string | null;
}

/** A workflow with its steps and children, stack traces included; `undefined` when there is none of this id. */
export async function findTrace(sql: Sql, id: string): Promise<WorkflowTrace | undefined> {
  const { rows } = await sql.query<TraceRow>(
    `select w.workflow_uuid as id, w.name as type, ${STATUS} as status, w.status as state, w.queue_name as queue,
       w.parent_workflow_id as parent_id, w.executor_id, w.application_version as version, w.recovery_attempts as recoveries,
       i.inputs as input, o.output, o.error, w.created_at, w.updated_at, w.started_at_epoch_ms as started_at, w.completed_at,
       (select d.id from dead_letters d where d.workflow_id = w.workflow_uuid limit 1) as dead_letter_id
     ${FROM}
     left join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
     left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid
     where w.workflow_uuid = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const [steps, children] = [await listSteps(sql, id), await listChildren(sql, id, CHILDREN_MAX)];
  const given = parseStored(row.input);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    state: row.state,
    queue: row.queue ?? undefined,
    parentId: row.parentId ?? undefined,
    executorId: row.executorId ?? undefined,
    version: row.version ?? undefined,
    recoveries: row.recoveries ?? 0,
    input: Array.isArray(given) ? given.at(-1) : given,
    output: parseStored(row.output),
    error: toError(row.error),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    startedAt: toInstant(row.startedAt),
    completedAt: toInstant(row.completedAt),
    steps,
    children,
    deadLetterId: row.deadLetterId ?? undefined,
  };
}

interface StepRow {
  readonly place: number;
  readonly name: string;
  readonly output: string | null;
  readonly outputLength: number | null;
  readonly error: string | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly childId: string | null;
}

/** In the order in which they began. */
async function listSteps(sql: Sql, id: string): Promise<TracedStep[]> {
  const { rows } = await sql.query<StepRow>(
    `select function_id as place, function_name as name, case when length(output) <= $2 then output end as output, length(output) as output_length,
       error, started_at_epoch_ms as started_at, completed_at_epoch_ms as completed_at, child_workflow_id as child_id
     from dbos.operation_outputs where workflow_uuid = $1 order by function_id limit $3`,
    [id, OUTPUT_LENGTH_MAX, STEPS_MAX],
  );
  return rows.map((row) => ({
    place: row.place,
    name: row.name,
    output: parseStored(row.output),
    outputLength: row.outputLength ?? 0,
    error: toError(row.error),
    startedAt: toInstant(row.startedAt),
    completedAt: toInstant(row.completedAt),
    childId: row.childId ?? undefined,
  }));
}

function toError(stored: string | null): RecordedError | undefined {
  const error = parseStored(stored) as Readonly<Record<string, unknown>> | string | null | undefined;
  if (error === undefined || error === null) return undefined;
  if (typeof error !== 'object') return { name: undefined, message: error, stack: undefined };
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { name: text(error['name']), message: text(error['message']) ?? JSON.stringify(error), stack: text(error['stack']) };
}

function toInstant(epochMs: number | null): Date | undefined {
  return epochMs === null ? undefined : new Date(epochMs);
}
