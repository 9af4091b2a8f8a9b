import type { GetPublicSharesByTokenResponse } from '#client';
import { addDays, countDays, isDay, type Day } from '#data/time/days.ts';

export type Share = NonNullable<GetPublicSharesByTokenResponse['share']>;

/** Days of the project, both included. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

export const PRESET_DAYS = [7, 28, 90, 365] as const;
/** So many days are given at once. */
const SPAN_DAYS_MAX = 400;

type Allowed = Pick<Share, 'range' | 'earliest' | 'latest' | 'shown'>;

/** The days that a reader asked for, within those that the share allows; its own where nothing sensible was asked for. */
export function toSpan(allowed: Allowed, asked: { readonly from: string | null; readonly to: string | null }): Span {
  const { range, earliest, latest, shown } = allowed;
  if (range === 'fixed' || !asked.from || !asked.to || !isDay(asked.from) || !isDay(asked.to)) return shown;
  const to = asked.to < latest ? asked.to : latest;
  const floor = [addDays(to, 1 - SPAN_DAYS_MAX), ...(earliest === null ? [] : [earliest])].toSorted().at(-1) ?? to;
  const from = asked.from > floor ? asked.from : floor;
  return from <= to ? { from, to } : shown;
}

/** The last days until the last one that is shown. */
export function toPreset(allowed: Allowed, days: number): Span {
  return toSpan(allowed, { from: addDays(allowed.latest, 1 - days), to: allowed.latest });
}

export function countSpanDays({ from, to }: Span): number {
  return countDays(from, to) + 1;
}
