import { z } from 'zod';
import { integerParam } from '#http/fields.ts';
import { listLacks, SEARCH_TYPES } from '../binding/binding.ts';
import { FIGURES, LacksField, roundFigures } from '../performance/wire.ts';
import { HOUR_DAYS_MAX, type Hour, type Hours } from './list-hours.ts';

/** Clocks that are set back make one day longer. */
const HOURS_MAX = HOUR_DAYS_MAX * 24 + 1;
const DAYS_DEFAULT = 2;

export const HoursQuery = z.object({
  days: integerParam({ min: 1, max: HOUR_DAYS_MAX })
    .default(DAYS_DEFAULT)
    .meta({ description: 'Pacific days until today. Google keeps hours of ten.' }),
});

const HourBody = z
  .object({
    hour: z.string().meta({ description: 'When it begins, in Pacific time, such as `2026-11-21T07:00:00-08:00`.' }),
    ...FIGURES,
    state: z.enum(['partial', 'final']).meta({ description: '`partial`: Google counts on, and the figures change.' }),
  })
  .meta({ id: 'SearchConsoleHour', description: 'Null figures: Google has nothing of it.' });

export const HoursResponse = z.object({
  success: z.boolean(),
  site_url: z.string(),
  type: z.enum(SEARCH_TYPES),
  lacks: LacksField,
  first_incomplete_hour: z.string().nullable().meta({ description: 'From this hour on Google counts on. Null: it does not say.' }),
  asked_at: z.string(),
  hours: z.array(HourBody).max(HOURS_MAX).meta({ description: 'Oldest first, until the one that has begun.' }),
});

export function toHoursBody({ bound, hours, firstIncompleteHour, askedAt }: Hours): z.input<typeof HoursResponse> {
  const { property, binding } = bound;
  return {
    success: true,
    site_url: property.siteUrl,
    type: binding.type,
    lacks: [...listLacks(binding.type)],
    first_incomplete_hour: firstIncompleteHour ?? null,
    asked_at: askedAt.toISOString(),
    hours: hours.map(toHourBody),
  };
}

const NOTHING = { clicks: null, impressions: null, ctr: null, position: null };

function toHourBody({ hour, figures, state }: Hour): z.input<typeof HourBody> {
  return { hour, ...(figures === null ? NOTHING : roundFigures(figures)), state };
}
