import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { classifyUrl } from '../queues.ts';
import { updateClassifyMessages } from './store.ts';

/** Subjects per message: as many as one call of a provider takes. */
export const PER_MESSAGE = 100;

/** Which stages a classification leaves out. */
export interface StageFlags {
  readonly skip_fetch?: boolean | undefined;
  readonly skip_llm?: boolean | undefined;
}

/**
 * Sends pages to classification, up to a hundred in a message, and marks each with
 * its message. The caller has chosen them under `lockClassifyMessages`, so that no other run sends the same.
 * @param options.isForced also those that are classified already
 * @param options.flags what the classification may do without
 * @returns how many messages
 */
export async function enqueueUrlClassification(
  { workflows }: Pick<AppContext, 'workflows'>,
  tx: Transaction,
  urlIds: readonly number[],
  { isForced = false, flags = {} }: { readonly isForced?: boolean; readonly flags?: StageFlags } = {},
): Promise<number> {
  if (urlIds.length === 0) return 0;
  const messages = toGroups(urlIds, PER_MESSAGE).map((group) => ({
    id: newId('wf_'),
    payload: { url_ids: group, ...(isForced ? { force: true } : {}), ...flags },
  }));
  await workflows.sendAll(tx, classifyUrl, messages);
  const sent = messages.flatMap(({ id, payload }) => payload.url_ids.map((urlId) => ({ id: urlId, message_id: id })));
  await updateClassifyMessages(tx, sent);
  return messages.length;
}
