import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import type { GridPlace } from '#ui/grid/place.ts';
import type { Reading } from '#ui/states/reading.ts';
import type { Keywords } from './keywords.ts';

const IDS = ['google-clicks', 'google-impressions', 'google-position'] as const;

/** What Google itself counted, beside what is measured; none unless it was asked for and the project is connected. */
export function toCountedColumns({ answer: { google } }: Keywords): Column[] {
  if (!google) return [];
  const days = `${formatDay(google.from)} to ${formatDay(google.to)}`;
  const reading = (row: number): Reading => ({
    computedFrom: `what Google counted on ${formatPlural(google.read, 'day')}${google.is_of_country[row] === true ? ', in the whole country' : ''}`,
    day: google.to,
  });
  const hint = (what: string): string => `${what} in Search Console, ${days}. Empty: Google names no such query there`;
  return [
    column.count(IDS[0], 'Clicks', 78, { of: (row) => google.clicks[row] ?? null, hint: hint('Clicks'), reading }),
    column.count(IDS[1], 'Impressions', 100, { of: (row) => google.impressions[row] ?? null, hint: hint('Impressions'), reading }),
    column.average(IDS[2], 'Google’s average', 116, {
      of: (row) => google.google_position[row] ?? null,
      hint: hint('Average position over impressions'),
      reading,
    }),
  ];
}

/** Why there are no such columns, though they were asked for. */
export function sayNotCounted({ answer: { google } }: Keywords): string | undefined {
  if (google === undefined) return undefined;
  if (google === null) return 'No property of Search Console is connected to this project: Google’s clicks are not known.';
  if (google.read === 0) return 'No day of Search Console was read yet: Google’s clicks are not known.';
  const days = Math.round((Date.parse(google.to) - Date.parse(google.from)) / 86_400_000) + 1;
  return google.read < days
    ? `Google’s clicks are of ${formatCount(google.read)} of ${formatPlural(days, 'day')}: the others were not read.`
    : undefined;
}

/** Columns that were picked before name none of them: they then stand at the end. */
export function placeCounted(place: GridPlace, { answer: { google } }: Keywords): GridPlace {
  const picked = place.columns?.split(',') ?? [];
  const isPicked = picked.some((one) => IDS.includes(one.split(':')[0] as (typeof IDS)[number]));
  return !google || picked.length === 0 || isPicked ? place : { ...place, columns: [...picked, ...IDS].join(',') };
}
