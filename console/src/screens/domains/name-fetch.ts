import type { Domain } from '#client';

type Fetched = Pick<Domain, 'onboard_status' | 'onboard_error' | 'data_tier'>;

/** How the fetch of a domain stands. What waits and has a reason was refused by a budget: it has not failed. */
export function nameFetch({ onboard_status: status, onboard_error: error, data_tier: tier }: Fetched): string {
  if (tier === 'classified') return 'only classified';
  return status === 'pending' && error !== null ? 'refused' : status;
}
