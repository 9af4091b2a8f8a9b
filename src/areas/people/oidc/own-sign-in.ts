import type { Caller } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';

/**
 * Refuses a session that an organization's provider began where a person changes how they sign in: who runs that provider
 * could else make their way into everything else that the person may do.
 * @throws AppError 403
 */
export function requireOwnSignIn({ session }: Pick<Caller, 'session'>): void {
  if (session?.boundTo === undefined) return;
  throw new AppError('forbidden', 'Signed in by an organization', {
    message: 'The provider of an organization signed you in, which counts in that organization alone.',
    hint: 'Sign in another way, such as by password, and try again.',
  });
}
