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
  /** Whether the main text is looked for, which needs a tree. */
  readonly wantsArticle: boolean;
  /** Whether headings, links and names are listed (`PageOutline`). */
  readonly wantsOutline?: boolean;
}

export type ReaderMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'signals'; readonly signals: PageSignals }
  | { readonly kind: 'done'; readonly signals: PageSignals };

/** Reads pages in a worker, so that no page holds up this thread. */
export interface PageReader {
  /**
   * Reads one page; others wait for their turn. A page that takes too long, or too much memory, costs the
   * worker its life and loses its main text only.
   * @throws UnreadablePageError when not even the first walk came to its end
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
    const outcome = await runTask(worker, task, deadlineMs);
    if (outcome.isWorkerGood) idle = setTimeout(() => void end(), idleMs).unref();
    else await end();
    if (outcome.signals === undefined) throw new UnreadablePageError(task.url, outcome.cause);
    return outcome.signals;
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

interface TaskOutcome {
  readonly signals: PageSignals | undefined;
  readonly isWorkerGood: boolean;
  readonly cause?: unknown;
}

/** Gives a page to the worker and waits for its answer, the deadline or the worker's end. */
function runTask(worker: Worker, task: ReaderTask, deadlineMs: number): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    let signals: PageSignals | undefined;
    const settle = (outcome: Omit<TaskOutcome, 'signals'>): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      resolve({ signals, ...outcome });
    };
    const onMessage = (message: ReaderMessage): void => {
      if (message.kind !== 'ready') signals = message.signals;
      if (message.kind === 'done') settle({ isWorkerGood: true });
    };
    const onError = (cause: unknown): void => settle({ isWorkerGood: false, cause });
    const onExit = (): void => settle({ isWorkerGood: false });
    const timer = setTimeout(onExit, deadlineMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage(task, []);
  });
}
