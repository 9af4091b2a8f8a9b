import type { Channel } from '#client';
import { formatInstant } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Events that a channel can take, and their names. */
export const EVENTS = [
  { value: 'alert.fired', label: 'New alerts' },
  { value: 'alert.more', label: 'More of an open alert' },
  { value: 'alert.resolved', label: 'Ends of alerts' },
  { value: 'digest', label: 'Digests' },
  { value: 'channel.failing', label: 'Channels that fail' },
  { value: 'search_console', label: 'Faults of Search Console' },
] as const;
export type ChannelEvent = (typeof EVENTS)[number]['value'];

const ALERTS: readonly string[] = ['alert.fired', 'alert.more', 'alert.resolved'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const FIRST_WEEKEND_DAY = 6;

export type Quiet = NonNullable<Channel['quiet']>;

/** What a channel takes: `alerts from warning on and digests`. */
export function sayTakes({ events, min_severity: from }: Pick<Channel, 'events' | 'min_severity'>): string {
  const alerts = ALERTS.filter((event) => events.includes(event));
  const named = alerts.length === ALERTS.length ? 'alerts' : joinWords(alerts.map(nameEvent).map(lower));
  const others = EVENTS.filter(({ value }) => !ALERTS.includes(value) && events.includes(value)).map(({ label }) => lower(label));
  return joinWords([
    named && `${named}${from === 'info' ? '' : from === 'warning' ? ' from warning on' : ', only critical ones,'}`,
    ...others,
  ]).replace(/,$/u, '');
}

function nameEvent(event: string): string {
  return EVENTS.find(({ value }) => value === event)?.label ?? event;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Quiet hours in words: `22:00 to 08:00 and all of Saturday and Sunday (Europe/Berlin); critical ones pass`. */
export function sayQuiet(quiet: Quiet | null, timeZone: string): string {
  if (quiet === null) return 'none';
  const { from, to, days, critical_passes: passes } = quiet;
  const off = DAYS.filter((_, at) => !days.includes(at + 1));
  const isWeekend = off.length === 2 && !days.includes(FIRST_WEEKEND_DAY) && !days.includes(FIRST_WEEKEND_DAY + 1);
  const daysOff = off.length === 0 ? '' : isWeekend ? ' and all weekend' : ` and all of ${joinWords(off)}`;
  return `${from} to ${to}${daysOff} (${timeZone})${passes ? '; critical ones pass' : ''}`;
}

/** The state with its cause. */
export function sayState({ state, state_reason: reason }: Pick<Channel, 'state' | 'state_reason'>): string {
  return reason === null || reason === '' ? state : `${state}: ${reason}`;
}

/** What became of the last message, with its cause when that was no good. */
export function sayLast({ last_delivery: last }: Pick<Channel, 'last_delivery'>): string {
  if (last === null) return 'nothing sent yet';
  const { status, at, error } = last;
  return `${nameDelivery(status)} ${formatInstant(at)}${error === null ? '' : `: ${error}`}`;
}

const DELIVERIES: Readonly<Record<string, string>> = {
  pending: 'on its way since',
  held: 'held since',
  delivered: 'taken',
  failed: 'given up',
  digested: 'left to the next digest',
};

export function nameDelivery(status: string): string {
  return DELIVERIES[status] ?? status;
}

/** Whether a person saw the last test arrive. */
export function sayTested({ tested }: Pick<Channel, 'tested'>): string {
  if (tested === null) return 'never tested';
  const when = formatInstant(tested.at);
  if (tested.arrived === null) return `tested ${when}, not known whether it arrived`;
  return tested.arrived ? `arrived ${when}` : `did not arrive ${when}`;
}

/** What of the channels needs a person, as the sentence of a screen. */
export function sayChannels(channels: readonly Pick<Channel, 'state' | 'name'>[], total: number): string {
  if (total === 0) return 'Messages go to the inbox alone: there is no channel yet.';
  const failing = channels.filter(({ state }) => state === 'failing');
  const off = channels.filter(({ state }) => state === 'off');
  const count = `${total} ${total === 1 ? 'channel' : 'channels'}`;
  if (failing.length > 0)
    return `${joinWords(failing.map(({ name }) => name))} ${failing.length === 1 ? 'does' : 'do'} not take messages; ${count} in total.`;
  return off.length === 0
    ? `${count}, none of them failing.`
    : `${count}, none of them failing; ${off.length} ${off.length === 1 ? 'is' : 'are'} off.`;
}
