import { z } from 'zod';
import { findUrlProblem } from '#providers/address-check.ts';
import { normalizeHost } from './normalize-host.ts';

const ADDRESS_LENGTH_MAX = 2048;

/** A public host name or an address on it, as the host alone. */
export function hostField() {
  return z
    .string()
    .max(ADDRESS_LENGTH_MAX)
    .transform((text, context) => {
      const { host, problem } = normalizeHost(text);
      if (problem === undefined) return host;
      context.addIssue({ code: 'custom', message: problem, input: text });
      return z.NEVER;
    });
}

/** The path of what is asked of one domain: every spelling of it, a whole address percent-encoded included. */
export const DomainParams = z.object({ domain: hostField() });

/** An address that may be called from here. */
export function urlField() {
  return z
    .string()
    .max(ADDRESS_LENGTH_MAX)
    .superRefine((text, context) => {
      const problem = findUrlProblem(text);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, input: text });
    });
}
