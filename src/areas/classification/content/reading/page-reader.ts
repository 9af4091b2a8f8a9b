import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PageSignals } from '../page-signals.ts';

const DEADLINE_MS = 5_000;
const IDLE_MS = 15_000;
const HEAP_MB_MAX = 256;

export interface ReaderTask {
  readonly html: string;
  /** Where the page was found. */
  readonly url: string;
  /** Whether headings, links and names are listed (`PageOutline`). */
  readonly wantsOutline?: boolean;
}

export type ReaderMessage = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly signals: PageSignals };

/** Reads pages in a worker, so that no page holds up this thread. */
export interface PageReader {
  /**
   * Reads one page; others wait for their turn.
   * @throws UnreadablePageError for a page that takes too long, or too much memory, which also ends the worker
   */
  read(task: ReaderTask): Promise<PageSignals>;
  /** Ends the worker when it runs. */
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** For one page, without its wait. */
  readonly deadlineMs?: number;
  /** A worker that has had no page for so long ends. */
  readonly idleMs?: number;
}

/** A page that could not be read within its time or memory. */
export class UnreadablePageError extends Error {
  constructor(url: string, cause?: unknown) {
    super(`${new URL(url).host} sends a page that cannot be read within its limits`, { cause });
    this.name = 'UnreadablePageError';
  }
}

/** The worker starts with the first page and ends when there have been none for a while. */
export function makePageReader({ deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: PageReaderOptions = {}): PageReader {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  const readNow = async (task: ReaderTask): Promise<PageSignals> => {
    clearTimeout(idle);
    worker ??= await startWorker();
    try {
      const signals = await runTask(worker, task, deadlineMs);
      idle = setTimeout(() => void end(), idleMs).unref();
      return signals;
    } catch (error) {
      await end();
      throw error;
    }
  };

  return {
    read: (task) => {
      const result = before.then(() => readNow(task));
      before = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      await before;
      await end();
    },
  };
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  await once(worker, 'message');
  // One that was given up may still fail.
  worker.on('error', () => undefined).unref();
  return worker;
}

/**
 * Gives a page to the worker and waits for its answer.
 * @throws UnreadablePageError after the deadline, or when the worker ends
 */
function runTask(worker: Worker, task: ReaderTask, deadlineMs: number): Promise<PageSignals> {
  return new Promise((resolve, reject) => {
    const endWait = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onFailure).off('exit', onEnd).unref();
    };
    const onMessage = (message: ReaderMessage): void => {
      if (message.kind !== 'done') return;
      endWait();
      resolve(message.signals);
    };
    const onFailure = (cause?: unknown): void => {
      endWait();
      reject(new UnreadablePageError(task.url, cause));
    };
    const onEnd = (): void => onFailure();
    const timer = setTimeout(onEnd, deadlineMs);
    worker.on('message', onMessage).on('error', onFailure).on('exit', onEnd).ref();
    worker.postMessage(task, []);
  });
}
