import { NO_SEARCH_RESULTS, SERVICE } from '../errors.ts';
import type { QueuedSerpAnswer, SerpRequest } from '#providers/search-data/index.ts';
import { toEmptyPage, toSerpPage } from './mapper.ts';
import { readAnsweredTask } from '../queue/task-answers.ts';
import { countSurprise } from '../surprises.ts';

const ANSWERS: ReadonlySet<number> = new Set([NO_SEARCH_RESULTS]);

/**
 * Reads a result page of the queue.
 * @param now the moment of reading, when the answer has none
 * @throws OutsideError for everything that is no result page (`TaskQueue.readSerpAnswer`)
 */
export async function readQueuedPage(body: Buffer, request: SerpRequest, now: Date): Promise<QueuedSerpAnswer> {
  const { code, result, taskId, tag, readAt } = await readAnsweredTask(body, ANSWERS, now);
  const page = code === NO_SEARCH_RESULTS ? toEmptyPage(result, request) : toSerpPage(result, request, countSurprise);
  return { ...page, taskId, tag, fetchedAt: readAt, provider: SERVICE };
}
