import { hashKey } from '#http/auth.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { newShareToken } from '#kernel/ids.ts';
import { findKind } from '../kinds/index.ts';
import { lockChannel, rotateSecrets } from '../store/channels.ts';
import { toShownOnce, type ChannelWriter, type ShownOnce } from './create-channel.ts';
import { findOwn, getChannel, type ShownChannel } from './get-channel.ts';
import { newSigningSecret, sealSecrets, SIGNING, SIGNING_BEFORE } from './secrets.ts';

export interface Rotated {
  readonly channel: ShownChannel;
  readonly shown: ShownOnce;
  /** Until then messages are signed with the secret before too. */
  readonly validUntil: Date | undefined;
}

/**
 * Another signing secret, with the one before still good for a day; or another address of a feed, whose one before ends at once.
 * @throws AppError 404, `Forbidden`, 409 for a kind that has neither
 */
export async function rotateChannel(ctx: ChannelWriter, id: string): Promise<Rotated> {
  const kind = findKind((await findOwn(ctx, id)).kind);
  if (kind?.isSigned !== true && kind?.isFeed !== true)
    throw conflict('Nothing to rotate', 'Only webhooks have a signing secret, and feeds an address with a token.');
  const signing = kind.isSigned === true ? newSigningSecret() : undefined;
  const token = kind.isFeed === true ? newShareToken() : undefined;
  const validUntil = signing === undefined ? undefined : new Date(ctx.clock.realNow() + DAY_MS);
  await ctx.postgres.transaction(async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw notFound('Channel');
    const tokenHash = token === undefined ? null : hashKey(token);
    let { secretIds } = channel;
    if (signing !== undefined) {
      const { [SIGNING]: current, [SIGNING_BEFORE]: oldest, ...others } = secretIds;
      if (oldest !== undefined) await ctx.secrets.remove(tx, oldest);
      const kept = current === undefined ? others : { ...others, [SIGNING_BEFORE]: current };
      secretIds = await sealSecrets(ctx, tx, { channel: { ...channel, secretIds: kept }, values: { [SIGNING]: signing } });
    }
    await rotateSecrets(tx, { id, secretIds, rotatedUntil: validUntil ?? null, tokenHash });
  });
  return { channel: await getChannel(ctx, id), shown: toShownOnce({ signing, token }), validUntil };
}
