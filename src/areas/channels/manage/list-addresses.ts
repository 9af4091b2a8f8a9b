import type { StatedAddress } from '#areas/mail/index.ts';
import { listStates } from '../kinds/email.ts';
import { findSeen, type ChannelReader } from './get-channel.ts';

/** Whom a channel of the kind `email` reaches, and whom not; none of other kinds. @throws AppError 404 */
export async function listAddresses(ctx: ChannelReader, id: string): Promise<StatedAddress[]> {
  const channel = await findSeen(ctx, id);
  const { addresses } = channel.config;
  return Array.isArray(addresses) ? await listStates(ctx, channel, addresses as string[]) : [];
}
