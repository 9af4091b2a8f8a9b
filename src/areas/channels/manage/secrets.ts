import { randomBytes } from 'node:crypto';
import type { AppContext } from '#context';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';
import type { ChannelKind } from '../kinds/channel-kind.ts';

/** As which each secret of a channel lies in the secret store. */
const CHANNEL_SECRET = 'channel';
/** Names of secrets that are made here, not entered. */
export const SIGNING = 'signing';
export const SIGNING_BEFORE = 'signing_before';
const SIGNING_BYTES = 24;

type Secrets = Pick<AppContext, 'secrets'>;
type Values = Readonly<Record<string, unknown>>;

/** As Standard Webhooks writes secrets. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SIGNING_BYTES).toString('base64')}`;
}

/** What of a configuration is kept as it is, and what is sealed. */
export function splitConfig({ secretFields }: ChannelKind, config: Values): { readonly open: Values; readonly secret: Values } {
  const isSecret = ([name]: [string, unknown]): boolean => secretFields.includes(name);
  const entries = Object.entries(config).filter(([, value]) => value !== undefined);
  return {
    open: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  };
}

/** Seals each secret for itself, so that log lines leave out each. @returns the ids by field, those that were there before kept */
export async function sealSecrets(
  { secrets }: Secrets,
  tx: Transaction,
  { channel, values }: { readonly channel: Pick<Channel, 'organizationId' | 'secretIds'>; readonly values: Values },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = { ...channel.secretIds };
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const before = ids[name];
    ids[name] = await secrets.put(tx, { kind: CHANNEL_SECRET, organizationId: channel.organizationId, text });
    if (before !== undefined) await secrets.remove(tx, before);
  }
  return ids;
}

/** The whole configuration of a channel, as its owner entered it. @throws SecretError */
export async function openConfig({ secrets }: Secrets, sql: Sql, channel: Channel): Promise<Record<string, unknown>> {
  const config: Record<string, unknown> = { ...channel.config };
  for (const [name, id] of Object.entries(channel.secretIds)) {
    if (name === SIGNING || name === SIGNING_BEFORE) continue;
    config[name] = await secrets.open(sql, id, CHANNEL_SECRET);
  }
  return config;
}

/** With what a message is signed now, the newest first. @throws SecretError */
export async function openSigning({ secrets }: Secrets, sql: Sql, { channel, now }: { channel: Channel; now: Date }): Promise<string[]> {
  const isRotating = channel.rotatedUntil !== null && channel.rotatedUntil > now;
  const ids = [channel.secretIds[SIGNING], ...(isRotating ? [channel.secretIds[SIGNING_BEFORE]] : [])];
  return await Promise.all(ids.flatMap((id) => (id === undefined ? [] : [secrets.open(sql, id, CHANNEL_SECRET)])));
}
