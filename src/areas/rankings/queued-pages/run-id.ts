import { hashId } from '#kernel/ids.ts';
import type { PostKey } from '#purchases/index.ts';

/** The id of the run of a queued page: one for all posts of a round, so that no answer is applied twice. */
export function toRunId({ id, round }: Pick<PostKey, 'id' | 'round'>): string {
  return hashId('run_', [id, round]);
}
