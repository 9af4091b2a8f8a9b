import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { readCookie } from '#http/callers/cookies.ts';
import { isPassword } from '#http/callers/password.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Share } from '../share.ts';
import { countView, findOpenShare } from '../store.ts';

export type ShareReader = Pick<RequestContext, 'postgres' | 'clock' | 'client'>;

const COOKIE = 'sightline-share';
/** One spelling of a number: the signature is over its value. */
const COOKIE_SHAPE = /^[1-9]\d{0,11}\.[\w-]{43}$/u;
const UNLOCKED_MS = DAY_MS;

/** A share as its reader meets it. */
export interface OpenedShare {
  readonly share: Share;
  /** It has a password that this reader has not given. */
  readonly needsPassword: boolean;
}

/**
 * The share of a token. What never was, is over or was revoked is the same to a reader.
 * @throws AppError `Share not found`
 */
export async function openShare({ postgres, clock, client }: ShareReader, token: string): Promise<OpenedShare> {
  const now = clock.realNow();
  const share = await findOpenShare(postgres, hashKey(token), new Date(now));
  if (share === undefined) throw notFound('Share');
  return { share, needsPassword: share.passwordHash !== null && !isUnlocked(share, client.cookies, now) };
}

/**
 * Opens a share and counts a view of it, unless its password is still to be given.
 * @throws AppError `Share not found`
 */
export async function viewShare(ctx: ShareReader, token: string): Promise<OpenedShare> {
  const opened = await openShare(ctx, token);
  if (!opened.needsPassword) await countView(ctx.postgres, opened.share.id, new Date(ctx.clock.realNow()));
  return opened;
}

/**
 * Takes the password of a share. Every try is counted for its address.
 * @returns the cookie that opens this share for a day; none where no password is needed
 * @throws AppError `Share not found`; 403 for a wrong password; 429 after ten wrong ones
 */
export async function unlockShare(
  ctx: ShareReader & Pick<RequestContext, 'attempts' | 'config'>,
  token: string,
  password: string,
): Promise<{ share: Share; cookie: string | undefined }> {
  const { share } = await openShare(ctx, token);
  if (share.passwordHash === null) return { share, cookie: undefined };
  const { address } = ctx.client;
  const forgive = await ctx.attempts.begin('share', address, share.id);
  if (!(await isPassword(password, share.passwordHash, address)))
    throw new AppError('forbidden', 'Forbidden', { message: 'The password is wrong.' });
  await forgive();
  return { share, cookie: writeCookie(share, token, { now: ctx.clock.realNow(), publicUrl: ctx.config.publicUrl }) };
}

/** Ends with the password whose hash it is signed with. */
function sign({ id, passwordHash }: Share, endsAtSeconds: number): string {
  return createHmac('sha256', passwordHash ?? '')
    .update(`${id} ${endsAtSeconds}`)
    .digest('base64url');
}

function isUnlocked(share: Share, cookies: string | undefined, now: number): boolean {
  const [endsAt = '', signature = ''] = readCookie(cookies, COOKIE, COOKIE_SHAPE)?.split('.') ?? [];
  if (signature === '' || Number(endsAt) * SECOND_MS <= now) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(share, Number(endsAt))));
}

/** Sent back to this share alone. A page of another site that frames the share gets a cookie for that place alone. */
function writeCookie(share: Share, token: string, { now, publicUrl }: { now: number; publicUrl: string | undefined }): string {
  const endsAt = Math.floor((now + UNLOCKED_MS) / SECOND_MS);
  const isSecure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  const site = isSecure && share.frameHosts.length > 0 ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
  const value = `${COOKIE}=${endsAt}.${sign(share, endsAt)}`;
  return `${value}; Path=/api/public/shares/${token}; HttpOnly; ${site}; Max-Age=${UNLOCKED_MS / SECOND_MS}${isSecure ? '; Secure' : ''}`;
}
