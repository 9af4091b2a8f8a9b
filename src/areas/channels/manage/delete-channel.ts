import { endMailList } from '#areas/mail/index.ts';
import { deleteChannelRow } from '../store/channels.ts';
import type { ChannelWriter } from './create-channel.ts';
import { findOwn } from './get-channel.ts';

/** Removes a channel with its secrets and everything that was sent to it. @throws AppError 404, `Forbidden` */
export async function deleteChannel(ctx: ChannelWriter, id: string): Promise<void> {
  await findOwn(ctx, id);
  await ctx.postgres.transaction(async (tx) => {
    const gone = await deleteChannelRow(tx, id);
    await endMailList(tx, id);
    for (const secretId of Object.values(gone?.secretIds ?? {})) await ctx.secrets.remove(tx, secretId);
  });
}
