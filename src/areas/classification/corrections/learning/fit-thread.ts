/** The thread that fits what `learn` learns: it loads the models, works for seconds, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { encodeModel } from '../../models/linear-model.ts';
import { fitBlend, type FittedBlend } from './fit-blend.ts';
import { fitTaught, type TaughtMeasure } from './fit-taught.ts';
import { prepareCases, prepareTaught, type FitOrder } from './prepare-cases.ts';

/** What the thread answers. */
export interface Fitted extends FittedBlend {
  /** By dimension, in base64. */
  readonly taught: Readonly<Record<string, string>>;
  readonly measures: readonly TaughtMeasure[];
}

function fit(order: FitOrder): Fitted {
  const cases = prepareCases(order);
  const { models, measures } = fitTaught(prepareTaught(order, cases));
  const taught = Object.fromEntries(
    [...models].map(([dimension, model]) => [dimension, Buffer.from(encodeModel(model)).toString('base64')]),
  );
  return { ...fitBlend(cases), taught, measures };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(fit(workerData as FitOrder));
