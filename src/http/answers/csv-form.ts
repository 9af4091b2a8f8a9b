import { z } from 'zod';
import { toDay } from '#kernel/clock.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import { CSV_TYPE, toAttachment, toCsv } from '../csv.ts';
import type { CsvRows, Endpoint } from '../endpoint.ts';
import type { IsHidden } from './hide-fields.ts';
import { FIELDS_PARAMETER, toNames } from './select-fields.ts';

export const FORMAT_PARAMETER = 'format';
export const FORMATS = ['json', 'csv'] as const;

/** Of a request: its query and what it accepts. */
export interface AskedForm {
  readonly params: unknown;
  readonly query: unknown;
  readonly accept: string | undefined;
  /** Of the observed world. */
  readonly now: Date;
}

/** What goes out in place of the JSON of an answer. */
export interface CsvText {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param isHidden columns that are left out, by the names of their fields */
export type WriteCsv = (body: unknown, isHidden?: IsHidden) => CsvText;
type Fields = Readonly<Record<string, unknown>>;

/** How an endpoint's answers become CSV. */
export interface CsvForm {
  /** Of the rows; what lies in an object has its names with a dot between. */
  readonly columns: readonly string[];
  readonly listRows: (body: never) => Iterable<Fields>;
  /** As `CsvRows` has it. */
  readonly isWhole?: CsvRows['isWhole'];
  /** The list's own name, which means all its columns in `fields`. */
  readonly list: string | undefined;
}

/** Whether answers can also be CSV: one list of objects in pages, or what the endpoint names as its rows. */
export function hasCsv(endpoint: Endpoint<never>): boolean {
  return findForm(endpoint) !== undefined;
}

/**
 * Prepares the reading of `format` and of the header `Accept`.
 * @returns a function that gives `undefined` when the answer is to be JSON, and notes what is wrong as problems
 */
export function makeParseForm(endpoint: Endpoint<never>): (asked: AskedForm, problems: FieldProblem[]) => WriteCsv | undefined {
  const form = findForm(endpoint);
  if (form === undefined) return () => undefined;
  return ({ params, query, accept, now }, problems) => {
    const { [FORMAT_PARAMETER]: format, [FIELDS_PARAMETER]: fields } = (query ?? {}) as Fields;
    if (format !== undefined && !FORMATS.some((known) => known === format))
      problems.push({ path: FORMAT_PARAMETER, message: `must be one of ${FORMATS.join(', ')}` });
    if (format === undefined ? !prefersCsv(accept) : format !== 'csv') return undefined;
    const columns = chooseColumns(form, fields === undefined ? undefined : toNames(fields));
    if (columns.length === 0)
      problems.push({ path: FIELDS_PARAMETER, message: 'must name fields of the rows, which are all that CSV has' });
    return (body, isHidden) => ({
      text: toText(form, body, isHidden === undefined ? columns : columns.filter((column) => !column.split('.').some(isHidden))),
      headers: {
        'content-type': CSV_TYPE,
        vary: 'Accept',
        ...toAttachment(toWhat(endpoint), ...listSubjects(params, query), toDay(now)),
        ...toTotalHeader(form, body as Fields),
      },
    });
  };
}

function toText({ listRows }: CsvForm, body: unknown, columns: readonly string[]): string {
  return toCsv(
    columns,
    Array.from(listRows(body as never), (row) => toCells(row, columns)),
  );
}

/** The form of an endpoint's CSV; undefined where it has none. */
export function findForm({ method, contentType, socket, responses, rows }: Endpoint<never>): CsvForm | undefined {
  const answer = responses[200];
  if (method !== 'GET' || contentType !== undefined || socket || !(answer instanceof z.ZodObject)) return undefined;
  if (typeof rows === 'object') return { ...rows, list: undefined };
  const lists = Object.entries(answer.shape).filter(([, field]) => findRow(field) !== undefined);
  const [list] =
    rows === undefined ? (lists.length === 1 && 'pagination' in answer.shape ? lists : []) : lists.filter(([name]) => name === rows);
  const row = list && findRow(list[1]);
  if (list === undefined || row === undefined) return undefined;
  return { list: list[0], columns: listColumns(row), listRows: (body) => body[list[0]] as Fields[] };
}

/** The schema of the rows of a list of objects. */
function findRow(field: z.core.$ZodType): z.ZodObject | undefined {
  const list = unwrap(field);
  const row = list instanceof z.ZodArray ? list.element : undefined;
  return row instanceof z.ZodObject ? row : undefined;
}

function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? unwrap(field.unwrap()) : field;
}

/** Columns that the rows of a list have; what lies in an object has its names with a dot between. */
export function listColumns(row: z.ZodObject): string[] {
  return Object.entries(row.shape).flatMap(([name, field]) => {
    const inner = unwrap(field);
    return inner instanceof z.ZodObject ? listColumns(inner).map((column) => `${name}.${column}`) : [name];
  });
}

/** Those that are asked for; none: not one of the names is of the rows. */
export function chooseColumns({ columns, list }: CsvForm, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined || (list !== undefined && names.includes(list))) return columns;
  return columns.filter((column) => names.includes(column.split('.')[0] ?? ''));
}

/** The cells of a row, by column. */
export function toCells(row: Fields, columns: readonly string[]): Fields {
  return Object.fromEntries(
    columns.map((column) => [column, column.split('.').reduce<unknown>((value, name) => (value as Fields | null)?.[name], row)]),
  );
}

function toTotalHeader(form: CsvForm, body: Fields): Record<string, string> {
  const all = toTotal(form, body);
  return all === undefined ? {} : { 'x-total-count': String(all) };
}

/** How many rows there are on all pages; undefined where the answer does not say. */
export function toTotal({ isWhole }: CsvForm, { total, pagination }: Fields): number | undefined {
  if (isWhole !== undefined) return undefined;
  const all = total ?? (pagination as Fields | undefined)?.['total'];
  return typeof all === 'number' ? all : undefined;
}

/** Whose rows they are: what the path names, or the project of the query. */
function listSubjects(params: unknown, query: unknown): string[] {
  const named = Object.values((params ?? {}) as Fields);
  const subjects = named.length > 0 ? named : [((query ?? {}) as Fields)['project_id']];
  return subjects.filter((subject) => typeof subject === 'string');
}

/** The last word of the path that is no parameter. */
function toWhat({ path }: Endpoint<never>): string {
  return path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'rows';
}

/** `text/csv` is named, and before JSON; anything (`*` + `/*`) is JSON. */
function prefersCsv(accept: string | undefined): boolean {
  return toWeight(accept, 'text/csv') > toWeight(accept, 'application/json');
}

function toWeight(accept: string | undefined, type: string): number {
  const [, ...parameters] = (accept ?? '')
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .find(([name]) => name === type) ?? ['', 'q=0'];
  const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}
