import { EventEmitter } from 'node:events';
import { AppError, messageOf, notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeWakeupSignal } from './wakeup-signal.ts';
import { reviveError } from './recorded-error.ts';
import type { WorkflowEnd } from '../define.ts';
import { findCompletion, listCompletions, listOpen, type CompletionRow } from '../dbos/read/completions.ts';
import { parseStored, serializer } from '../dbos/sdk/serializer.ts';

/**
 * Waiting for workflows. A completion in this process wakes the waiting caller at once; one in another
 * process is found by polling, with pauses that grow from 25 ms to 1 s.
 */
export interface Completions {
  notify(id: string): void;
  /** Calls back for each completion in this process, until the returned function is called. */
  listen(onEnd: (id: string) => void): () => void;
}

export function makeCompletions(): Completions {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    notify: (id) => void emitter.emit('end', id),
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
  readonly completions: Completions;
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
    // As it is stored, so that a caller sees the same before and after a restart.
    if (result) return { output: parseStored(serializer.stringify(result.output) as string) };
  }
  const wakeup = makeWakeupSignal();
  let isNotified = false;
  const unlisten = tools.completions.listen((completed) => {
    if (completed !== id) return;
    isNotified = true;
    wakeup.wake();
  });
  try {
    for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
      isNotified = false;
      const end = await retryWhileStoreIsAway(tools, { restMs }, () => findCompletion(tools.postgres, id));
      if (end === undefined) throw notFound('Workflow');
      if (!end.isOpen && end.state === 'SUCCESS') return { output: end.output };
      if (!end.isOpen) throw toError(end);
      if (restMs() <= 0) return undefined;
      // A notice during the look-up may be newer than what it found.
      if (!isNotified) await wakeup.wait(Math.min(pauseMs, restMs()));
    }
  } finally {
    unlisten();
  }
}

async function endWithin<Result>(ended: Promise<Result>, waitMs: number): Promise<Result | 'late'> {
  const wakeup = makeWakeupSignal();
  const late = wakeup.wait(waitMs).then(() => 'late' as const);
  return await Promise.race([ended, late]).finally(() => wakeup.wake());
}

/** How all of them ended, in the order of the ids; `between` is called between looks and may throw. */
export async function waitForCompletions(
  tools: WaitTools,
  ids: readonly string[],
  between: () => Promise<void> | undefined,
): Promise<WorkflowEnd[]> {
  const found = new Map<string, CompletionRow>();
  for (const part of chunk(ids, LOOK_SIZE)) {
    await waitUntilEnded(tools, part, { between });
    for (const end of await retryWhileStoreIsAway(tools, { between }, () => listCompletions(tools.postgres, part))) found.set(end.id, end);
  }
  return ids.map((id) => toEnd(id, found.get(id)));
}

/** What `look` finds; looks again, each time after a longer pause, as long as it finds nothing. */
export async function waitUntilFound<Found>(
  tools: Pick<WaitTools, 'logger'>,
  look: () => Promise<Found | undefined>,
  between: () => Promise<void> | undefined,
): Promise<Found> {
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
    const found = await retryWhileStoreIsAway(tools, { between }, look);
    if (found !== undefined) return found;
    await makeWakeupSignal().wait(pauseMs);
    await between();
  }
}

interface WaitLimits {
  readonly restMs?: () => number;
  readonly between?: () => Promise<void> | undefined;
}

async function waitUntilEnded(tools: WaitTools, ids: readonly string[], limits: WaitLimits): Promise<void> {
  const { postgres, completions } = tools;
  const { restMs, between } = limits;
  const wakeup = makeWakeupSignal();
  let open = new Set(ids);
  const notified = new Set<string>();
  const unlisten = completions.listen((id) => {
    notified.add(id);
    if (open.delete(id) && open.size === 0) wakeup.wake();
  });
  try {
    for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)) {
      // Workflows that were notified are looked up too: a paused workflow leaves this process without having ended.
      notified.clear();
      const found = await retryWhileStoreIsAway(tools, limits, () => listOpen(postgres, ids));
      const rest = restMs?.() ?? Number.POSITIVE_INFINITY;
      if (found.length === 0 || rest <= 0) return;
      open = new Set(found.filter((id) => !notified.has(id)));
      if (open.size > 0) await wakeup.wait(Math.min(pauseMs, rest));
      await between?.();
    }
  } finally {
    unlisten();
  }
}

/** A caller that waits for hours must not fail because the store is away for a minute. */
async function retryWhileStoreIsAway<Result>(
  { logger }: Pick<WaitTools, 'logger'>,
  { restMs, between }: WaitLimits,
  look: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if ((restMs?.() ?? Number.POSITIVE_INFINITY) < PAUSE_MAX_MS) throw error;
      logger.warn({ error: messageOf(error) }, 'looking for completed workflows failed');
      await makeWakeupSignal().wait(PAUSE_MAX_MS);
      await between?.();
    }
  }
}

function toEnd(workflowId: string, end: CompletionRow | undefined): WorkflowEnd {
  if (!end) return { workflowId, status: 'failed', output: undefined, error: 'Workflow not found' };
  const status = end.state === 'SUCCESS' ? 'completed' : end.state === 'CANCELLED' ? 'terminated' : 'failed';
  const error = status === 'failed' ? toError(end).message : undefined;
  return { workflowId, status, output: end.output, error };
}

function toError(end: CompletionRow): Error {
  if (end.state === 'CANCELLED') return new AppError('conflict', 'Workflow was terminated');
  const { message, ...fields } = end.error ?? { message: 'the process died each time it ran' };
  return reviveError(Object.assign(new Error(String(message)), fields)) as Error;
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
