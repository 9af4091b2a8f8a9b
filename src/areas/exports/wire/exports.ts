import { z } from 'zod';
import { DayOfMonth, RHYTHMS, SendTime, Weekday } from '#areas/digests/index.ts';
import { timeZoneField } from '#areas/projects/index.ts';
import { idField, integerField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { FORMATS, KEEP_DAYS_MAX, type ExportSettings, type ListQuery } from '../export.ts';
import type { NewExport } from '../create-export.ts';
import type { ListedExport } from '../get-export.ts';
import { DestinationBody, DestinationFields, splitDestination } from './destinations.ts';
import { RunBody, toRunBody } from './runs.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const PATH_LENGTH_MAX = 200;
const VALUE_LENGTH_MAX = 2_000;
const VALUES_MAX = 200;
const NAMES_MAX = 50;
const FIELDS_MAX = 200;
const KEEP_DAYS = 30;

const NAME = /^[a-z][a-z0-9_]{0,59}$/iu;
const Name = z.string().regex(NAME, 'must be the name of a filter');
const Value = z.string().max(VALUE_LENGTH_MAX);

const Query = z
  .record(Name, z.union([Value, listField(Value, { max: VALUES_MAX })]))
  .refine((query) => Object.keys(query).length <= NAMES_MAX, `must have at most ${NAMES_MAX} names`)
  .meta({ description: 'Filters of the list, as its address has them: each a text or a list of texts.' });
const Params = z
  .record(Name, z.string().min(1).max(VALUE_LENGTH_MAX))
  .refine((params) => Object.keys(params).length <= NAMES_MAX, `must have at most ${NAMES_MAX} names`)
  .meta({ description: 'What stands in braces in the path of the list.' });

const Fields = {
  name: nameField(),
  list: z.string().min(1).max(PATH_LENGTH_MAX).meta({ description: 'The path of a list, of those of `GET /api/export-lists`.' }),
  params: Params,
  query: Query,
  view_id: idField()
    .nullable()
    .meta({ description: 'A saved view, whose filters are taken as they are at each run; those of `query` go before them.' }),
  fields: listField(nameField(), { min: 1, max: FIELDS_MAX }).nullable().meta({ description: 'Columns; null: all.' }),
  format: z.enum(FORMATS).meta({ description: '`csv`, or `jsonl`: a line of JSON for each row.' }),
  every: z.enum(RHYTHMS).nullable().meta({ description: 'Null: it is begun by hand alone.' }),
  at: SendTime,
  weekday: Weekday,
  day_of_month: DayOfMonth,
  time_zone: timeZoneField(),
  destination: DestinationFields,
  keep_days: integerField({ min: 1, max: KEEP_DAYS_MAX }).meta({
    description: 'Days for which files are kept. Their hash and counts stay.',
  }),
  enabled: z.boolean().meta({ description: 'False: it does not come by itself.' }),
};

export const ExportParams = z.object({ export_id: idField() });
export const ListExportsQuery = z.object({
  project_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const CreateExportBody = z.object({
  ...Fields,
  params: Fields.params.default({}),
  query: Fields.query.default({}),
  view_id: Fields.view_id.default(null),
  fields: Fields.fields.default(null),
  format: Fields.format.default('csv'),
  every: Fields.every.default(null),
  at: Fields.at.default('06:00'),
  weekday: Fields.weekday.default(null).meta({ description: 'Of `week`; 1 is Monday, which is the default.' }),
  day_of_month: Fields.day_of_month.default(null).meta({ description: 'Of `month`; in shorter months the last day. 1 unless given.' }),
  time_zone: Fields.time_zone.optional().meta({ description: 'That of the project unless given, else UTC.' }),
  destination: Fields.destination.default({ kind: 'link', days: 7 }),
  keep_days: Fields.keep_days.default(KEEP_DAYS),
  enabled: Fields.enabled.default(true),
});
export const UpdateExportBody = z.object(Fields).partial();

const ExportBody = z
  .object({
    id: z.string(),
    organization_id: z.string().nullable(),
    project_id: z.string().nullable(),
    name: z.string(),
    list: z.string(),
    params: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string()).max(VALUES_MAX)])),
    view_id: z.string().nullable(),
    fields: z.array(z.string()).max(FIELDS_MAX).nullable(),
    format: z.enum(FORMATS),
    every: z.enum(RHYTHMS).nullable(),
    at: z.string(),
    weekday: z.int().nullable(),
    day_of_month: z.int().nullable(),
    time_zone: z.string(),
    destination: DestinationBody,
    keep_days: z.int(),
    enabled: z.boolean(),
    next_run_at: z.string().nullable(),
    last_run: RunBody.nullable(),
    created_by: z.string().meta({ description: 'Whose rights are asked at each run.' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Export' });

export const ExportResponse = z.object({ success: z.boolean(), export: ExportBody });
export const ExportListResponse = z.object({ success: z.boolean(), exports: z.array(ExportBody), ...ListFields });
export const DeleteExportResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toNewExport({ time_zone: timeZone, ...body }: z.output<typeof CreateExportBody>): NewExport {
  const { changes, secret } = toExportChanges(body);
  return { ...(changes as Omit<ExportSettings, 'timeZone'>), timeZone, secretAccessKey: secret };
}

/** What is given of the settings, and the secret of a bucket apart from them. */
export function toExportChanges(body: z.output<typeof UpdateExportBody>): {
  readonly changes: Partial<ExportSettings>;
  readonly secret: string | undefined;
} {
  const { view_id: viewId, day_of_month: dayOfMonth, time_zone: timeZone, keep_days: keepDays, enabled: isEnabled, ...rest } = body;
  const { destination: asked, ...same } = rest;
  const { destination, secretAccessKey: secret } = asked === undefined ? {} : splitDestination(asked);
  const given = { ...same, viewId, dayOfMonth, timeZone, keepDays, isEnabled, destination };
  return { changes: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), secret };
}

export function toExportBody({ one, lastRun }: ListedExport): z.input<typeof ExportBody> {
  return toBody(ExportBody, {
    ...one,
    query: toQueryBody(one.query),
    fields: one.fields === null ? null : [...one.fields],
    enabled: one.isEnabled,
    lastRun: lastRun === undefined ? null : toRunBody(lastRun),
  });
}

function toQueryBody(query: ListQuery): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]));
}
