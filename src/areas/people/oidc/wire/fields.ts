import { z } from 'zod';
import { findDomainProblem } from '../domains/domain-name.ts';

const PATH_LENGTH_MAX = 500;

/** A domain of addresses, in lower case. */
export function domainField() {
  return z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((domain, context) => {
      const problem = findDomainProblem(domain);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    });
}

/** Where the browser goes on: a path of the console, and nothing that leads elsewhere. */
export function returnField() {
  return z
    .string()
    .max(PATH_LENGTH_MAX)
    .refine(isOwnPath, 'must be a path of the console')
    .default('/console/')
    .meta({ description: 'A path of the console to go on to' });
}

function isOwnPath(path: string): boolean {
  if (!/^\/console(?:[/?#]|$)/u.test(path) || path.includes('\\')) return false;
  const base = 'http://own.invalid';
  const url = URL.parse(path, base);
  return url?.origin === base && /^\/console(?:\/|$)/u.test(url.pathname);
}
