import { ACCOUNT } from '../limits/call-limiter.ts';

/** In errors, log lines and call limits. It takes no money, so the ledger does not know it. */
export const SERVICE = 'pictures';
const CONCURRENCY = 4;

export const pictures = {
  services: [],
  toCallLimits: () => [{ service: SERVICE, class: ACCOUNT, concurrency: CONCURRENCY }],
};
