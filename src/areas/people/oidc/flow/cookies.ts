import type { RequestContext } from '#context';
import { readCookie } from '#http/callers/cookies.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { newToken } from '../../token.ts';

/** What the browser keeps while a person signs in at a provider: no page reads it, and no other site can use it. */

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/u;
const FAILURE_SHAPE = /^[a-z_]{1,40}$/u;
const FAILURE_SECONDS = 120;

/** Why a person comes back to the sign-in page, in one word. */
export const FAILURES = ['refused', 'no_access', 'unavailable', 'denied'] as const;
export type Failure = (typeof FAILURES)[number];

type CookieContext = Pick<RequestContext, 'config' | 'client'>;

function toName(
  { config: { publicUrl } }: Pick<CookieContext, 'config'>,
  name: string,
): { readonly name: string; readonly isSecure: boolean } {
  const isSecure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  return { name: `${isSecure ? '__Host-' : ''}sightline-${name}`, isSecure };
}

function write(ctx: Pick<CookieContext, 'config'>, cookie: string, value: string, seconds: number): string {
  const { name, isSecure } = toName(ctx, cookie);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** The browser's secret; several sign-ins of one browser, in several tabs, share it. */
export function findBrowserToken(ctx: CookieContext): string | undefined {
  return readCookie(ctx.client.cookies, toName(ctx, 'browser').name, TOKEN_SHAPE);
}

export function keepBrowserToken(ctx: CookieContext, lastsMs: number): { readonly token: string; readonly cookie: string } {
  const token = findBrowserToken(ctx) ?? newToken();
  return { token, cookie: write(ctx, 'browser', token, lastsMs / SECOND_MS) };
}

/** Shown by the sign-in page, which asks once. */
export function writeFailure(ctx: Pick<CookieContext, 'config'>, failure: Failure): string {
  return write(ctx, 'failure', failure, FAILURE_SECONDS);
}

export function findFailure(ctx: CookieContext): Failure | undefined {
  const found = readCookie(ctx.client.cookies, toName(ctx, 'failure').name, FAILURE_SHAPE);
  return FAILURES.find((known) => known === found);
}

export function clearFailure(ctx: Pick<CookieContext, 'config'>): string {
  return write(ctx, 'failure', '', 0);
}
