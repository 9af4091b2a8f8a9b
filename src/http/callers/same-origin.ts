import { AppError } from '#kernel/errors.ts';
import type { Call } from '../call.ts';

/**
 * Browsers send a cookie whichever page asks, so what a cookie allows is done for pages of our own only. They say
 * which page asks in `Sec-Fetch-Site`, and where a connection is not secure enough for that, in `Origin`.
 */
export interface PageRule {
  /** Whether a call that names no page is refused: one that is allowed by a cookie alone. */
  readonly isNeeded: boolean;
  readonly publicUrl: string | undefined;
}

/** @throws AppError 403 for a call of a page that is not ours */
export function requireOwnPage({ headers }: Pick<Call, 'headers'>, { isNeeded, publicUrl }: PageRule): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (site === undefined ? origin === undefined && !isNeeded : site === 'same-origin') return;
  if (site === undefined && typeof origin === 'string' && isOwnOrigin(origin, String(headers['host'] ?? ''), publicUrl)) return;
  throw new AppError('forbidden', 'Forbidden', {
    message: 'With a session this is for pages of this service only.',
    hint: 'Programs send an API key in place of the cookie.',
  });
}

/** Whether a page of this origin came from the address that is asked, or from the public one. */
export function isOwnOrigin(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
