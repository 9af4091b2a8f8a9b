import { appriseKind } from './apprise.ts';
import type { ChannelKind } from './channel-kind.ts';
import { discordKind } from './discord.ts';
import { emailKind } from './email.ts';
import { feedKind } from './feed.ts';
import { slackKind } from './slack.ts';
import { teamsKind } from './teams.ts';
import { telegramKind } from './telegram.ts';
import { webhookKind } from './webhook.ts';

/** The kinds of channels that people can set up. The inbox is there always, and is none of them. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
  webhookKind,
  emailKind,
  slackKind,
  teamsKind,
  discordKind,
  telegramKind,
  appriseKind,
  feedKind,
];

export const KIND_NAMES = CHANNEL_KINDS.map(({ kind }) => kind) as [string, ...string[]];

/** Undefined: a kind of another release. */
export function findKind(kind: string): ChannelKind | undefined {
  return CHANNEL_KINDS.find((one) => one.kind === kind);
}
