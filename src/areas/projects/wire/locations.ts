import { z } from 'zod';
import { integerParam, limitField, listParam, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { readTableRows } from '../markets.ts';
import { LOCATION_TYPES, type Location } from '../locations.ts';
import type { LocationSearch } from '../search-locations.ts';

const SEARCH_LENGTH_MAX = 100;
const CODES_MAX = 100;
const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 500;

export const LocationsQuery = z.object({
  search: z.string().trim().min(1).max(SEARCH_LENGTH_MAX).optional().meta({ description: 'Such as `port` or `portland, or`.' }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/u, 'must be two letters')
    .optional()
    .meta({ description: 'ISO 3166, two letters.' }),
  location_codes: listParam(integerParam({ min: 1 }), CODES_MAX)
    .optional()
    .meta({ description: 'Only these.' }),
  near: integerParam({ min: 1 })
    .optional()
    .meta({ description: 'The number of a place: those that lie in the smallest area with it come first, its own kind before others.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const LocationBody = z
  .object({
    location_code: z.int(),
    name: z.string().meta({ description: 'From the place up to its country.' }),
    type: z.enum(LOCATION_TYPES),
    country: z.string().meta({ description: 'ISO 3166, two letters.' }),
  })
  .meta({ id: 'Location' });
export const LocationsResponse = z.object({
  success: z.boolean(),
  locations: z.array(LocationBody),
  as_of: z
    .string()
    .nullable()
    .meta({ description: "When the oldest part of the provider's list was read; null: the bundled table answers." }),
  ...ListFields,
});

const LanguageBody = z.object({ language_code: z.string(), name: z.string() }).meta({ id: 'Language' });
export const LanguagesResponse = z.object({ success: z.boolean(), languages: z.array(LanguageBody), count: z.int() });

export function toLocationSearch({ location_codes: locationCodes, ...query }: z.output<typeof LocationsQuery>): LocationSearch {
  return { ...query, locationCodes };
}

export function toLocationBody({ locationCode, name, country, rank }: Location): z.input<typeof LocationBody> {
  return { location_code: locationCode, name: name.replaceAll(',', ', '), type: LOCATION_TYPES[rank] ?? 'place', country };
}

/** By name. */
export function toLanguagesBody(): z.input<typeof LanguagesResponse> {
  const languages = readTableRows('languages.tsv').map(([code = '', name = '']) => ({ language_code: code, name }));
  return { success: true, languages: languages.toSorted((one, other) => (one.name < other.name ? -1 : 1)), count: languages.length };
}
