/** The thread that fits a blend: it loads the models, works for seconds, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { fitBlend } from './fit-blend.ts';
import { prepareCases, type FitOrder } from './prepare-cases.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(fitBlend(prepareCases(workerData as FitOrder)));
