import { jsonReply, type Reply } from '../reply.ts';
import { answerStore, isStoreHost } from '../stores/index.ts';
import { makeStorefrontFinder } from '../stores/store-call.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { AnswerOptions, OutsideHost, OutsideRequest, OutsideTools } from './host.ts';
import { PAGE_FAILURES } from './sites.ts';

/** Websites, services and pictures of both app stores, under the stores' own names. */
export const stores: OutsideHost = {
  ...PAGE_FAILURES,
  name: 'app stores',
  scope: 'stores',
  matches: (_world, { hostname }) => isStoreHost(hostname),
  answer,
};

function answer({ world, clock }: OutsideTools, request: OutsideRequest, { storeFault, hasOtherLayout = false }: AnswerOptions): Reply {
  if (request.method !== 'GET' && request.method !== 'HEAD') return jsonReply(405, { error: 'GET only' }, { allow: 'GET, HEAD' });
  const fault = hasOtherLayout ? 'renamed_fields' : storeFault;
  const now = clock.now();
  return answerStore(request.hostname, {
    apps: world.apps,
    day: Math.floor(now.getTime() / DAY_MS),
    now,
    path: request.path,
    query: request.query,
    fault,
    findStorefront: makeStorefrontFinder(fault),
  });
}
