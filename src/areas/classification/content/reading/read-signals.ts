import type { PageSignals } from '../page-signals.ts';
import { makePageReader, type PageReader, type ReaderTask } from './page-reader.ts';

let reader: PageReader | undefined;

/** Reads a page in the worker of this process (`PageReader`), which starts with the first page. */
export function readSignals(task: ReaderTask): Promise<PageSignals> {
  reader ??= makePageReader();
  return reader.read(task);
}
