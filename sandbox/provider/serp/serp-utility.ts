import { languages } from '../../world/places.ts';
import { listPlaceRows } from './place-list.ts';
import { toVendorTime } from '../envelope.ts';
import type { FieldRules } from '../fields.ts';
import { invalidField, ok, refused, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute, ProviderTools } from '../route.ts';
import { numberOf, textOf } from '../search-request.ts';
import type { Failure } from '../failures.ts';
import type { TaskRecord } from '../tasks.ts';

const ID_LIST_PER_MINUTE = 10;
const ROWS_MAX = 1_000;
const ERRORS_KEPT_MS = 7 * 86_400_000;

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

const errorFields: FieldRules = {
  fields: {
    limit: { type: 'integer', min: 1, max: ROWS_MAX },
    offset: { type: 'integer', min: 0, max: 100_000_000 },
    filtered_function: { type: 'text' },
    datetime_from: { type: 'text' },
    datetime_to: { type: 'text' },
  },
  required: [],
  requireOneOf: [],
};

/** The tasks of a family, for those who lost an answer, and what failed. */
export function familyRoutes(family: string): readonly ProviderRoute[] {
  return [
    idListRoute(family),
    {
      method: 'POST',
      path: `/v3/${family}/errors`,
      kind: 'utility',
      fields: errorFields,
      answer: (tools, task) => listErrors(tools, task, family),
    },
  ];
}

function idListRoute(family: string): ProviderRoute {
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
      datetime_done: doneTimeOf(record),
      status: String(tools.queue.statusOf(record)),
      cost: record.costUsd,
      ...(task['include_metadata'] === true ? { metadata: record.data } : {}),
    })),
  );
}

function doneTimeOf({ postedAt, queued }: TaskRecord): string | null {
  const doneAt = queued === undefined ? postedAt : queued.doneAt;
  return doneAt === undefined ? null : toVendorTime(doneAt);
}

/** Failed tasks and failed deliveries of seven days, newest first. */
function listErrors(tools: ProviderTools, task: TaskRequest, family: string): TaskAnswer {
  const earliest = tools.vendorNow().getTime() - ERRORS_KEPT_MS;
  const from = parseTime(textOf(task, 'datetime_from') ?? new Date(earliest).toISOString());
  if (from === undefined) return invalidField('datetime_from');
  const to = parseTime(textOf(task, 'datetime_to') ?? tools.vendorNow().toISOString());
  if (to === undefined) return invalidField('datetime_to');
  const wanted = textOf(task, 'filtered_function');
  const found = tools.failures
    .list(family, new Date(Math.max(from.getTime(), earliest)), to)
    .filter(({ path, http }) => wanted === undefined || path.includes(wanted) || functionOf(http) === wanted);
  const offset = numberOf(task, 'offset') ?? 0;
  return ok(found.slice(offset, offset + (numberOf(task, 'limit') ?? ROWS_MAX)).map(toErrorRow));
}

function toErrorRow({ id, at, path, code, message, http }: Failure): Record<string, unknown> {
  return {
    id,
    datetime: toVendorTime(at),
    function: functionOf(http) ?? path,
    error_code: code,
    error_message: message,
    http_url: http?.url ?? null,
    http_method: http?.method ?? null,
    http_code: http?.status ?? null,
    http_time: http?.seconds ?? null,
    http_response: http?.response ?? null,
  };
}

function functionOf(http: Failure['http']): string | undefined {
  return http === undefined ? undefined : http.method === 'POST' ? 'postback_url' : 'pingback_url';
}

/** Lists of places and languages of both engines. */
export const serpReferenceRoutes: readonly ProviderRoute[] = (['google', 'bing'] as const).flatMap((engine): ProviderRoute[] => [
  { method: 'GET', path: `/v3/serp/${engine}/locations`, kind: 'reference', answer: () => ok(listPlaceRows(undefined)) },
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
  const rows = listPlaceRows(country.toUpperCase());
  return rows.length === 0 ? refused(40_501, "Invalid Field: 'country'.") : ok(rows);
}

function parseTime(text: string | undefined): Date | undefined {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
