import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { classifyReferringDomain } from '../queues.ts';
import type { KnownDomain } from '../records/known-domain.ts';

/** Domains per message: most of what a message costs does not depend on how many it holds. */
const PER_MESSAGE = 1_000;

/**
 * Sends domains that link to a target to classification. The id of a message is made from the run and from what it
 * holds: a repeated step of the run sends nothing twice, and a later run sends again what was drained or failed.
 * @param given.runId the workflow or request that sends them
 * @returns how many messages
 */
export async function enqueueReferringClassification(
  { workflows }: Pick<AppContext, 'workflows'>,
  tx: Transaction,
  { runId, domain, names }: { readonly runId: string; readonly domain: KnownDomain; readonly names: readonly string[] },
): Promise<number> {
  const messages = toGroups(names, PER_MESSAGE).map((group) => ({
    id: hashId('wf_', [runId, domain.id, ...group]),
    payload: { target: domain.domain, domain_id: domain.id, referring_domains: group },
  }));
  await workflows.sendAll(tx, classifyReferringDomain, messages);
  return messages.length;
}
