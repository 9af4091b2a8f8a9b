import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { purgeWaiting } from '#workflows/queues/purge.ts';
import { DEAD_LETTER_QUEUE } from '#workflows/queues/queues.ts';

/**
 * Takes what waits off a queue; what runs goes on to its end.
 * @returns how many messages were taken off
 * @throws AppError 404 for an unknown queue, with the names that there are
 */
export async function purgeQueue(
  { postgres, deadLetters, workflows }: Pick<RequestContext, 'postgres' | 'deadLetters' | 'workflows'>,
  name: string,
): Promise<number> {
  const names = workflows.queues.map((queue) => queue.name);
  if (!names.includes(name)) throw new AppError('not_found', 'Queue not found', { details: { queues: names } });
  return name === DEAD_LETTER_QUEUE ? await deadLetters.purge() : await purgeWaiting(postgres, name);
}
