import type { Channel } from '#client';
import { EVENTS, type ChannelEvent, type Quiet, type Severity } from '../say-channel.ts';
import type { KindGuide } from '../kinds.ts';

/** What stands in the form of a channel. */
export interface Draft {
  readonly name: string;
  /** Fields of the kind; of secrets that are there nothing is known, and what stays empty stays as it is. */
  readonly config: Readonly<Record<string, string>>;
  /** Of the kind `email`. */
  readonly addresses: readonly string[];
  readonly events: readonly ChannelEvent[];
  readonly minSeverity: Severity;
  readonly quiet: Quiet | null;
  readonly fallbackId: string | null;
}

export const USUAL_QUIET: Quiet = { from: '22:00', to: '08:00', days: [1, 2, 3, 4, 5], critical_passes: true };

/** A new channel of a kind, or one that is changed. */
export function toDraft(guide: KindGuide, channel?: Channel): Draft {
  if (channel === undefined)
    return {
      name: guide.title,
      config: {},
      addresses: [],
      events: EVENTS.map(({ value }) => value),
      minSeverity: 'info',
      quiet: null,
      fallbackId: null,
    };
  const { name, config, events, min_severity: minSeverity, quiet, fallback_channel_id: fallbackId } = channel;
  const open = guide.fields.filter(({ isSecret }) => isSecret !== true).map((field) => field.name);
  return {
    name,
    config: Object.fromEntries(open.flatMap((one) => (typeof config[one] === 'string' ? [[one, config[one]]] : []))),
    addresses: Array.isArray(config['addresses']) ? config['addresses'].map(String) : [],
    events: EVENTS.map(({ value }) => value).filter((event) => events.includes(event)),
    minSeverity,
    quiet,
    fallbackId,
  };
}

/** What the service is sent of it; empty fields are left out. */
export function toFields({ name, config, addresses, events, minSeverity, quiet, fallbackId }: Draft, { kind }: Pick<KindGuide, 'kind'>) {
  const entered = Object.entries(config).filter(([, value]) => value.trim() !== '');
  return {
    name: name.trim(),
    config: { ...Object.fromEntries(entered.map(([field, value]) => [field, value.trim()])), ...(kind === 'email' && { addresses }) },
    events: [...events],
    min_severity: minSeverity,
    quiet,
    fallback_channel_id: fallbackId,
  };
}

/** Whether everything that a new channel needs is entered. */
export function isWhole({ name, config, addresses, events }: Draft, { kind, fields }: KindGuide): boolean {
  const lacks = fields.some((field) => field.isOptional !== true && (config[field.name] ?? '').trim() === '');
  return name.trim() !== '' && events.length > 0 && !lacks && (kind !== 'email' || addresses.length > 0);
}
