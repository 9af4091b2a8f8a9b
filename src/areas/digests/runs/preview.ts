import { sendMail, type RenderedMail } from '#areas/mail/index.ts';
import { findOwnAddress } from '#areas/people/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import { composeDigest, takeShown } from '../content/compose.ts';
import { isQuiet, listUndelivered, readContent, takeVisible, type ContentContext } from '../content/read-content.ts';
import type { Digest, Period } from '../digest.ts';
import { getDigest } from '../get-digest.ts';
import { findNewestPeriod, findPeriodOf } from '../schedule/next-send.ts';
import { toClient, type Reader } from './recipients.ts';

export type PreviewContext = ContentContext & ProjectReader & Pick<RequestContext, 'postgres' | 'consoleUrl'>;

export interface Preview extends RenderedMail {
  readonly period: Period;
  readonly isQuiet: boolean;
}

/**
 * The mail as the caller would get it, or as a client would.
 * @param day of the period; the newest whole one unless given
 * @throws AppError `Digest not found`; 400 for a period that has not ended
 */
export async function previewDigest(
  ctx: PreviewContext,
  digestId: string,
  { day, as }: { readonly day: string | undefined; readonly as: 'self' | 'client' },
): Promise<Preview> {
  return await previewOf(ctx, await getDigest(ctx, digestId), { day, as });
}

/** The same of one that is not stored. */
export async function previewOf(
  ctx: PreviewContext,
  digest: Digest,
  { day, as }: { readonly day: string | undefined; readonly as: 'self' | 'client' },
): Promise<Preview> {
  const period = choosePeriod(digest, day, ctx.clock.now());
  const { caller } = ctx;
  const own: Reader = { caller, isClient: digest.scopeKind === 'client' || caller.role === 'client' };
  const reader = as === 'client' ? toClient(digest) : own;
  const contents = takeVisible(await readContent(ctx, digest, period), caller);
  const undelivered = await listUndelivered(ctx, digest, { period, missed: [] });
  const mail = composeDigest({ digest, period, contents, reader, missed: [], undelivered, consoleUrl: ctx.consoleUrl() });
  return { ...mail, period, isQuiet: contents.every(isQuiet) && takeShown(undelivered, contents, reader).length === 0 };
}

function choosePeriod(digest: Digest, day: string | undefined, now: Date): Period {
  const newest = findNewestPeriod(digest, now);
  if (day === undefined) return newest;
  if (day > newest.to) throw invalid([{ path: 'period', message: `must be ${newest.to} or earlier: later ones have not ended` }]);
  return findPeriodOf(digest, day);
}

/**
 * Sends a digest to the person who asks, and to no other.
 * @throws AppError `Digest not found`; 400 for a period that has not ended, and for a key that is no person's; `not_configured`
 */
export async function sendToSelf(
  ctx: PreviewContext & Pick<RequestContext, 'workflows' | 'secrets' | 'mail'>,
  digestId: string,
  day: string | undefined,
): Promise<{ mailId: string; to: string; period: Period }> {
  const digest = await getDigest(ctx, digestId);
  const to = await findOwnAddress(ctx.postgres, ctx.caller);
  if (to === undefined) throw invalid([{ path: 'caller', message: 'must be a person, or a key of one: others have no address' }]);
  const { period, subject, html, text } = await previewOf(ctx, digest, { day, as: 'self' });
  const { organizationId } = digest;
  const mailId = await ctx.postgres.transaction((tx) =>
    sendMail(ctx, tx, { kind: 'digest', organizationId, to: { address: to }, subject, html, text }),
  );
  return { mailId, to, period };
}
