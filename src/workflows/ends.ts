import { EventEmitter } from 'node:events';
import { AppError, messageOf, notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeBell } from './bell.ts';
import type { WorkflowEnd } from './define.ts';
import { findEnd, listEnds, listOpen, type EndRow } from './dbos/read/completions.ts';
import { reviveError } from './recorded-error.ts';
import { parseStored, serializer } from './dbos/sdk/serializer.ts';

/**
 * Waiting for workflows. An end in this process is told at once; an end elsewhere is seen by
 * looking, each time after a longer pause.
 */
export interface Ends {
  tell(id: string): void;
  /** Calls back for each end told, until the returned function is called. */
  listen(onEnd: (id: string) => void): () => void;
}

export function makeEnds(): Ends {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    tell: (id) => void emitter.emit('end', id),
    listen(onEnd) {
      emitter.on('end', onEnd);
      return () => void emitter.off('end', onEnd);
    },
  };
}

const PAUSE_FIRST_MS = 25;
const PAUSE_GROWTH = 1.5;
const PAUSE_MAX_MS = 1_000;
/** Workflows that one look asks about. */
const LOOK_SIZE = 500;

export interface WaitTools {
  readonly postgres: Postgres;
  readonly ends: Ends;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The output, or `undefined` when the workflow has not ended within the wait.
 * @param here the output of a workflow that this process began, when it goes through here
 * @throws what the workflow threw; AppError 404 for an unknown id, 409 when it was terminated
 */
export async function waitForOutput(
  tools: WaitTools,
  { id, waitMs }: { readonly id: string; readonly waitMs: number },
  here: Promise<{ readonly output: unknown } | undefined> | undefined,
): Promise<{ readonly output: unknown } | undefined> {
  const deadline = tools.clock.realNow() + waitMs;
  const restMs = (): number => deadline - tools.clock.realNow();
  if (here) {
    const result = await endWithin(here, waitMs);
    if (result === 'late') return undefined;
    // As it is stored, so that who waits sees the same before and after a restart.
    if (result) return { output: parseStored(serializer.stringify(result.output) as string) };
  }
  const bell = makeBell();
  let isTold = false;
  const unlisten = tools.ends.listen((told) => {
    if (told !== id) return;
    isTold = true;
    bell.ring();
  });
  try {
    for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
      isTold = false;
      const end = await insist(tools, { restMs }, () => findEnd(tools.postgres, id));
      if (end === undefined) throw notFound('Workflow');
      if (!end.isOpen && end.state === 'SUCCESS') return { output: end.output };
      if (!end.isOpen) throw toError(end);
      if (restMs() <= 0) return undefined;
      // Told while it was looked up, the look may have come too early.
      if (!isTold) await bell.wait(Math.min(pauseMs, restMs()));
    }
  } finally {
    unlisten();
  }
}

async function endWithin<Result>(ended: Promise<Result>, waitMs: number): Promise<Result | 'late'> {
  const bell = makeBell();
  const late = bell.wait(waitMs).then(() => 'late' as const);
  return await Promise.race([ended, late]).finally(() => bell.ring());
}

/** How all of them ended, in the order of the ids; `between` is called between looks and may throw. */
export async function waitForEnds(
  tools: WaitTools,
  ids: readonly string[],
  between: () => Promise<void> | undefined,
): Promise<WorkflowEnd[]> {
  const ends = new Map<string, EndRow>();
  for (const part of chunk(ids, LOOK_SIZE)) {
    await waitUntilEnded(tools, part, { between });
    for (const end of await insist(tools, { between }, () => listEnds(tools.postgres, part))) ends.set(end.id, end);
  }
  return ids.map((id) => toEnd(id, ends.get(id)));
}

/** What `look` finds; looks again, each time after a longer pause, as long as it finds nothing. */
export async function waitUntilFound<Found>(
  tools: Pick<WaitTools, 'logger'>,
  look: () => Promise<Found | undefined>,
  between: () => Promise<void> | undefined,
): Promise<Found> {
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
    const found = await insist(tools, { between }, look);
    if (found !== undefined) return found;
    await makeBell().wait(pauseMs);
    await between();
  }
}

interface WaitLimits {
  readonly restMs?: () => number;
  readonly between?: () => Promise<void> | undefined;
}

async function waitUntilEnded(tools: WaitTools, ids: readonly string[], limits: WaitLimits): Promise<void> {
  const { postgres, ends } = tools;
  const { restMs, between } = limits;
  const bell = makeBell();
  let open = new Set(ids);
  const told = new Set<string>();
  const unlisten = ends.listen((id) => {
    told.add(id);
    if (open.delete(id) && open.size === 0) bell.ring();
  });
  try {
    for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
      // What was told is looked up too: a paused workflow leaves this process without having ended.
      told.clear();
      const found = await insist(tools, limits, () => listOpen(postgres, ids));
      const rest = restMs?.() ?? Number.POSITIVE_INFINITY;
      if (found.length === 0 || rest <= 0) return;
      open = new Set(found.filter((id) => !told.has(id)));
      if (open.size > 0) await bell.wait(Math.min(pauseMs, rest));
      await between?.();
    }
  } finally {
    unlisten();
  }
}

/** Who waits for hours must not fail because the store is away for a minute. */
async function insist<Result>(
  { logger }: Pick<WaitTools, 'logger'>,
  { restMs, between }: WaitLimits,
  look: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if ((restMs?.() ?? Number.POSITIVE_INFINITY) < PAUSE_MAX_MS) throw error;
      logger.warn({ error: messageOf(error) }, 'looking for the ends of workflows failed');
      await makeBell().wait(PAUSE_MAX_MS);
      await between?.();
    }
  }
}

function toEnd(workflowId: string, end: EndRow | undefined): WorkflowEnd {
  if (!end) return { workflowId, status: 'failed', output: undefined, error: 'Workflow not found' };
  const status = end.state === 'SUCCESS' ? 'completed' : end.state === 'CANCELLED' ? 'terminated' : 'failed';
  const error = status === 'failed' ? toError(end).message : undefined;
  return { workflowId, status, output: end.output, error };
}

function toError(end: EndRow): Error {
  if (end.state === 'CANCELLED') return new AppError('conflict', 'Workflow was terminated');
  const { message, ...fields } = end.error ?? { message: 'the process died each time it ran' };
  return reviveError(Object.assign(new Error(String(message)), fields)) as Error;
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
