import { classifyDomain } from '#areas/domains/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { toGroups } from '#kernel/lists.ts';
import type { RequestFlags } from './request.ts';

const PER_MESSAGE = 100;

/** Puts domains on the queue, a hundred in a message. @returns the ids of the workflows that take them */
export async function enqueueDomains(
  { postgres, workflows, caller }: Pick<RequestContext, 'postgres' | 'workflows' | 'caller'>,
  hosts: readonly string[],
  flags: RequestFlags,
): Promise<string[]> {
  const cause = carriedCauseOf(caller);
  const messages = toGroups(hosts, PER_MESSAGE).map((domains) => ({ payload: { domains, ...flags, ...cause } }));
  return await postgres.transaction((tx) => workflows.sendAll(tx, classifyDomain, messages));
}
