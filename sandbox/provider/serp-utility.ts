import { languages, places } from '../world/places.ts';
import { toVendorTime } from './envelope.ts';
import type { FieldRules } from './fields.ts';
import { invalidField, ok, refused, type ProviderRoute, type ProviderTools, type TaskAnswer, type TaskRequest } from './route.ts';
import { numberOf, textOf } from './search-request.ts';

const ID_LIST_PER_MINUTE = 10;
const ROWS_MAX = 1_000;

const idListFields: FieldRules = {
  fields: {
    datetime_from: { type: 'text' },
    datetime_to: { type: 'text' },
    limit: { type: 'integer', min: 1, max: ROWS_MAX },
    offset: { type: 'integer', min: 0, max: 100_000_000 },
    sort: { type: 'text', oneOf: ['asc', 'desc'] },
    include_metadata: { type: 'flag' },
  },
  required: ['datetime_from', 'datetime_to'],
  requireOneOf: [],
};

/** The tasks of a family, for those who lost an answer. */
export function idListRoute(family: string): ProviderRoute {
  return {
    method: 'POST',
    path: `/v3/${family}/id_list`,
    kind: 'utility',
    perMinute: ID_LIST_PER_MINUTE,
    fields: idListFields,
    answer: (tools, task) => listIds(tools, task, family),
  };
}

function listIds(tools: ProviderTools, task: TaskRequest, family: string): TaskAnswer {
  const from = parseTime(textOf(task, 'datetime_from'));
  if (from === undefined) return invalidField('datetime_from');
  const to = parseTime(textOf(task, 'datetime_to'));
  if (to === undefined) return invalidField('datetime_to');
  const found = tools.tasks.list(family, from, to);
  const offset = numberOf(task, 'offset') ?? 0;
  const rows = (task['sort'] === 'desc' ? found.toReversed() : found).slice(offset, offset + (numberOf(task, 'limit') ?? ROWS_MAX));
  return ok(
    rows.map((record) => ({
      id: record.id,
      url: record.path,
      datetime_posted: toVendorTime(record.postedAt),
      datetime_done: toVendorTime(record.postedAt),
      status: String(record.code),
      cost: record.costUsd,
      ...(task['include_metadata'] === true ? { metadata: record.data } : {}),
    })),
  );
}

/** Lists of places and languages of both engines. */
export const serpReferenceRoutes: readonly ProviderRoute[] = (['google', 'bing'] as const).flatMap((engine): ProviderRoute[] => [
  { method: 'GET', path: `/v3/serp/${engine}/locations`, kind: 'reference', answer: () => ok(placeRows(undefined)) },
  {
    method: 'GET',
    path: `/v3/serp/${engine}/locations/{country}`,
    kind: 'reference',
    answer: (_tools, _task, params) => countryAnswer(params['country'] ?? ''),
  },
  {
    method: 'GET',
    path: `/v3/serp/${engine}/languages`,
    kind: 'reference',
    answer: () => ok(languages.map(({ code, name }) => ({ language_name: name, language_code: code }))),
  },
]);

function countryAnswer(country: string): TaskAnswer {
  const rows = placeRows(country.toUpperCase());
  return rows.length === 0 ? refused(40_501, "Invalid Field: 'country'.") : ok(rows);
}

function placeRows(country: string | undefined): Record<string, unknown>[] {
  return places
    .filter((place) => country === undefined || place.country === country)
    .map(({ code, name, parentCode, country: iso, type }) => ({
      location_code: code,
      location_name: name,
      location_code_parent: parentCode,
      country_iso_code: iso,
      location_type: type,
    }));
}

function parseTime(text: string | undefined): Date | undefined {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
