import { Worker } from 'node:worker_threads';
import type { FittedBlend } from './fit-blend.ts';
import type { FitOrder } from './prepare-cases.ts';

/** Fits a blend beside the event loop. @throws what the thread threw, or the reason of the abort */
export async function fitInThread(order: FitOrder, signal: AbortSignal): Promise<FittedBlend> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('fit-thread.ts', import.meta.url), { workerData: order });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.reason instanceof Error ? signal.reason : new Error('the thread ended without an answer')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
