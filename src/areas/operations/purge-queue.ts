import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { purgeWaiting } from '#workflows/purge.ts';
import { DEAD_LETTER_QUEUE, findQueue, QUEUES } from '#workflows/queues.ts';

/**
 * Takes what waits off a queue; what runs goes on to its end.
 * @returns how many messages were taken off
 * @throws AppError 404 for an unknown queue, with the names that there are
 */
export async function purgeQueue(
  { postgres, deadLetters }: Pick<RequestContext, 'postgres' | 'deadLetters'>,
  name: string,
): Promise<number> {
  if (findQueue(name) === undefined)
    throw new AppError('not_found', 'Queue not found', { details: { queues: QUEUES.map((queue) => queue.name) } });
  return name === DEAD_LETTER_QUEUE ? await deadLetters.purge() : await purgeWaiting(postgres, name);
}
