/** Reads pages in a thread of its own, one at a time. Started by `page-reader.ts`. */
import { parentPort } from 'node:worker_threads';
import { extractSignals, withMainText } from './extract-signals.ts';
import type { ReaderMessage, ReaderTask } from './page-reader.ts';

const port = parentPort;
if (port === null) throw new Error('reader-worker.ts runs as a worker');
const send = (message: ReaderMessage): void => port.postMessage(message, []);

async function read({ html, url, wantsArticle, wantsOutline }: ReaderTask): Promise<void> {
  const extract = await extractSignals(html, url, wantsOutline);
  // What has been found goes out at once: the tree may take longer than there is time.
  if (wantsArticle) send({ kind: 'signals', signals: extract.signals });
  send({ kind: 'done', signals: wantsArticle ? withMainText(extract, html) : extract.signals });
}

port.on('message', (task: ReaderTask) => void read(task));
send({ kind: 'ready' });
