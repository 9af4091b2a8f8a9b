/** When something comes by itself, as digests and exports are set. */
export interface Timing {
  /** Null: only by hand. */
  readonly every: 'day' | 'week' | 'month' | null;
  /** `07:00`, on the clocks of the zone. */
  readonly at: string;
  /** From Monday, 1. */
  readonly weekday: number | null;
  readonly day_of_month: number | null;
  readonly time_zone: string;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** When it comes: `each Monday at 07:00 (Europe/Berlin)`. */
export function sayWhen({ every, at, weekday, day_of_month: day, time_zone: zone }: Timing): string {
  if (every === null) return 'by hand';
  const days = { day: 'each day', week: `each ${DAYS[(weekday ?? 1) - 1] ?? 'Monday'}`, month: `on day ${day ?? 1} of each month` };
  return `${days[every]} at ${at} (${zone})`;
}
