/** Reads pages in a thread of its own, one at a time. Started by `page-reader.ts`. */
import { parentPort } from 'node:worker_threads';
import { extractSignals } from './extract-signals.ts';
import type { ReaderMessage, ReaderTask } from './page-reader.ts';

const port = parentPort;
if (port === null) throw new Error('reader-worker.ts runs as a worker');
const send = (message: ReaderMessage): void => port.postMessage(message, []);

async function read({ html, url, wantsOutline }: ReaderTask): Promise<void> {
  send({ kind: 'done', signals: await extractSignals(html, url, wantsOutline) });
}

port.on('message', (task: ReaderTask) => void read(task));
send({ kind: 'ready' });
