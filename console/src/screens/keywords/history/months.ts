import type { MonthlySearches } from '#client';
import type { Reading } from '#ui/states/reading.ts';
import type { Bar } from '#ui/charts/bars.tsx';

/** A bar for each month from the oldest to the newest that is known; a month between that is not known says so. */
export function toMonthBars(months: readonly MonthlySearches[], reading?: Reading): Bar[] {
  const volumes = new Map(months.map(({ year, month, search_volume: volume }) => [year * 12 + month - 1, volume]));
  if (volumes.size === 0) return [];
  const first = Math.min(...volumes.keys());
  const length = Math.max(...volumes.keys()) - first + 1;
  return Array.from({ length }, (_none, at) => {
    const volume = volumes.get(first + at);
    const month = toMonth(first + at);
    return volume === undefined
      ? { label: `${month}: not known`, parts: [] }
      : { label: month, parts: [{ name: 'Searches', value: volume }], ...(reading && { reading }) };
  });
}

const monthName = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** `Mar 2026` of the months since the year 0. */
function toMonth(count: number): string {
  return monthName.format(Date.UTC(Math.floor(count / 12), count % 12));
}
