import { conflict, notFound } from '#kernel/errors.ts';
import type { Channel } from '../channel.ts';
import { findKind } from '../kinds/index.ts';
import { lockChannel, updateChannelRow } from '../store/channels.ts';
import { assertFallback } from './assert-fallback.ts';
import { checkConfig } from './check-config.ts';
import type { ChannelWriter } from './create-channel.ts';
import { findOwn, getChannel, type ShownChannel } from './get-channel.ts';
import { openConfig, sealSecrets, splitConfig } from './secrets.ts';

export interface ChannelChange {
  readonly settings: Partial<Pick<Channel, 'name' | 'events' | 'minSeverity' | 'quiet' | 'fallbackChannelId'>>;
  /** Fields of its kind; those that are left out stay. */
  readonly config: Record<string, unknown> | undefined;
  readonly state: 'on' | 'off' | undefined;
}

/** @throws AppError as `createChannel` does, and 404 */
export async function updateChannel(ctx: ChannelWriter, id: string, { settings, config, state }: ChannelChange): Promise<ShownChannel> {
  const owned = await findOwn(ctx, id);
  await assertFallback(ctx, { ...owned, fallbackChannelId: settings.fallbackChannelId ?? null });
  await ctx.postgres.transaction(async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw notFound('Channel');
    const configured = config === undefined ? channel : await configure(ctx, { tx, channel, config });
    const updatedAt = new Date(ctx.clock.realNow());
    const saved = { ...configured, ...settings, ...toState(channel, state), updatedAt };
    await updateChannelRow(tx, saved);
    // Addresses and names are all that anything follows from.
    const kind = findKind(channel.kind);
    if (kind?.afterSave !== undefined && (config !== undefined || settings.name !== undefined))
      await kind.afterSave(ctx, tx, saved, await openConfig(ctx, tx, saved));
  });
  return await getChannel(ctx, id);
}

/** Turning on what fails ends that too: its owner has put it right. */
function toState({ state, stateReason }: Channel, wanted: ChannelChange['state']): Pick<Channel, 'state' | 'stateReason'> {
  if (wanted === undefined || wanted === state) return { state, stateReason };
  return { state: wanted, stateReason: wanted === 'off' ? 'turned off by hand' : null };
}

async function configure(
  ctx: ChannelWriter,
  { tx, channel, config }: { tx: Parameters<typeof sealSecrets>[1]; channel: Channel; config: Record<string, unknown> },
): Promise<Channel> {
  const kind = findKind(channel.kind);
  if (kind === undefined) throw conflict('Unknown kind', `This release has no channels of the kind ${channel.kind}.`);
  // Secrets that are not here are entered again: then nothing of them is asked for.
  const replaced = Object.fromEntries(Object.entries(channel.secretIds).filter(([name]) => !Object.hasOwn(config, name)));
  const whole = { ...(await openConfig(ctx, tx, { ...channel, secretIds: replaced })), ...config };
  const checked = checkConfig(ctx, kind, whole);
  const { open, secret } = splitConfig(kind, checked);
  const given = Object.fromEntries(Object.entries(secret).filter(([name]) => Object.hasOwn(config, name)));
  return { ...channel, config: open, shownTo: kind.mask(checked), secretIds: await sealSecrets(ctx, tx, { channel, values: given }) };
}
