import type { Alert, AlertObservation } from '#client';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { joinSentences } from '#data/sentence.ts';
import { toWords } from '#data/words.ts';

type Reason = (count: number) => string;

const keywords = (count: number): string => formatPlural(count, 'match', 'matches');

/** Why something was left unsaid, as a sentence with its number. */
const REASONS: Readonly<Record<string, Reason>> = {
  source: (count) => `${keywords(count)} on days when 20 % of the checks or more failed`,
  whole_project: (count) => `${keywords(count)} as part of a move of the whole project, which is one alert`,
  setting_changed: (count) => `${keywords(count)} right after the depth, place, strategy or provider changed`,
  recomputed: (count) => `${keywords(count)} from past results that were matched again`,
  scale: (count) => `${keywords(count)} with values that were imported or count otherwise`,
  first: (count) => `${formatPlural(count, 'check')} with no earlier one to compare with`,
  known: (count) => `${keywords(count)} of the same cause as an alert that is open`,
  muted: (count) => `${keywords(count)} that were muted`,
};

/** What was left out and why, the most frequent reason first; what is 0 is not said. */
export function saySuppressed(suppressed: Readonly<Record<string, number>>): string[] {
  return Object.entries(suppressed)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => REASONS[reason]?.(count) ?? `${keywords(count)}: ${toWords(reason)}`);
}

/** What a check saw: `4`, `not found in the top 100`, `failed`. What was not measured is never a number. */
export function saySeen(seen: AlertObservation | null): string {
  if (seen === null) return 'nothing to compare with';
  const { position, status, checked_depth: depth } = seen;
  if (typeof position === 'number' && position > 0) return formatCount(position);
  if (status === 'failed') return 'check failed';
  if (status === 'pending') return 'not checked yet';
  if (status === 'not_found') return typeof depth === 'number' ? `not in the top ${formatCount(depth)}` : 'not in the results read';
  return sayOther(seen);
}

const NOT_SAID = ['position', 'status', 'checked_depth', 'checked_at', 'page', 'run_id', 'prompt_id', 'sample_id'];

/** Values of events that are about something else than a position. */
function sayOther(seen: AlertObservation): string {
  const parts = Object.entries(seen).filter(
    ([name, value]) => !NOT_SAID.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  const said = parts.map(([name, value]) => `${toWords(name)} ${sayValue(value)}`);
  return said.length > 0 ? said.join(', ') : 'not recorded';
}

function sayValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value) : isolate(String(value));
}

/** How the whole of an alert is to be understood, where it is not the sum of its keywords. */
export function sayWholeProject({
  whole_project: isWhole,
  others_moved_share: share,
}: Pick<Alert, 'whole_project' | 'others_moved_share'>): string {
  if (!isWhole) return '';
  const others =
    share === null
      ? 'Whether other projects of this service moved too is not known.'
      : `${Math.round(share * 100)} % of the other projects of this service that were checked moved the same way.`;
  return joinSentences([
    'Half of the checked keywords or more moved the same way: probably the search engine, or what is read of it.',
    others,
  ]);
}

const CONFIRMED = {
  none: 'Said at once.',
  next: 'Confirmed by the next check.',
  recheck: 'Confirmed by a second check.',
} as const;

export function sayConfirm(confirm: Alert['confirm']): string {
  return CONFIRMED[confirm];
}

/** How much of an alert goes on. */
export function sayItems({ items_total: total, resolved_items: over }: Pick<Alert, 'items_total' | 'resolved_items'>): string {
  if (over === 0) return formatCount(total);
  return over === total ? `${formatCount(total)}, over` : `${formatCount(total - over)} of ${formatCount(total)} left`;
}

/** The group of an alert; the rule itself is none. */
export function sayGroup(group: string): string {
  return group === 'rule' ? '' : group;
}

/** Whether an alert goes on, has been seen by a person, or is over. */
export function sayState({ state, acknowledged, resolved_at: over }: Pick<Alert, 'state' | 'acknowledged' | 'resolved_at'>): string {
  if (state === 'resolved') return over === null ? 'over' : `over since ${formatDay(over)}`;
  return acknowledged === null ? 'open' : `seen by ${isolate(acknowledged.by)}`;
}
