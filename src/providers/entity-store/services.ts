import { ACCOUNT } from '../limits/call-limiter.ts';

/** In errors, log lines and call limits. It takes no money, so the ledger does not know it. */
export const SERVICE = 'entity-store';
const CONCURRENCY = 4;

export const entityStore = {
  services: [],
  toCallLimits: () => [{ service: SERVICE, class: ACCOUNT, concurrency: CONCURRENCY }],
};
