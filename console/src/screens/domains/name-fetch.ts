import type { Domain } from '#client';

/** How the fetch of a domain stands. What waits and has a reason was refused by a budget: it has not failed. */
export function nameFetch({ onboard_status: status, onboard_error: error }: Pick<Domain, 'onboard_status' | 'onboard_error'>): string {
  return status === 'pending' && error !== null ? 'refused' : status;
}
