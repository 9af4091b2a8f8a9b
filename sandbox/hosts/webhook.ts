import { jsonReply } from '../reply.ts';
import type { OutsideHost } from './host.ts';
import { PAGE_FAILURES } from './sites.ts';

export const WEBHOOK_PATH = '/_sandbox/webhook';

/** The receiver of the service's own messages. */
export const webhook: OutsideHost = {
  name: 'webhook',
  loggedAs: 'webhook.sandbox',
  matches: (_world, { path }) => path === WEBHOOK_PATH,
  answer: (_tools, { method }) =>
    method === 'POST' ? jsonReply(200, { success: true }) : jsonReply(405, { error: 'POST only' }, { allow: 'POST' }),
  ...PAGE_FAILURES,
};
