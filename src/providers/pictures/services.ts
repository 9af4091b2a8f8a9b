import { ACCOUNT } from '../pacing.ts';

/** In errors, log lines and rates. It takes no money, so the ledger does not know it. */
export const SERVICE = 'pictures';
const CONCURRENCY = 4;

export const pictures = {
  services: [],
  toRates: () => [{ service: SERVICE, class: ACCOUNT, concurrency: CONCURRENCY }],
};
