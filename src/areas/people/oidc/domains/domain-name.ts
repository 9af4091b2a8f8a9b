import { findHostProblem } from '#providers/address-check.ts';

/** Why a domain cannot be one of addresses, or `undefined`. */
export function findDomainProblem(domain: string): string | undefined {
  return /\.[a-z][a-z0-9-]*$/u.test(domain) ? findHostProblem(domain) : 'must be a domain such as acme.com';
}
