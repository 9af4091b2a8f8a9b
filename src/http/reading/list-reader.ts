import { z } from 'zod';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { chooseColumns, findForm, toCells, toTotal } from '../answers/csv-form.ts';
import { makeFinalize } from '../answers/finalize.ts';
import { makeIsHidden } from '../answers/hide-fields.ts';
import { isBound, type Caller } from '../caller.ts';
import { requiredRight } from '../callers/access.ts';
import type { Endpoint, RequestScope } from '../endpoint.ts';
import { makeParseInput } from '../input/parse-input.ts';
import { requireRight } from '../rights.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What of a list is read, as texts of an address. */
export interface ListAsk {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Columns, by the names of their fields; undefined: all. */
  readonly fields: readonly string[] | undefined;
}

/** One page of a list, as one caller sees it. */
export interface ListPage {
  /** Without those that the caller is not shown. */
  readonly columns: readonly string[];
  /** By column. */
  readonly cells: readonly Fields[];
  /** The same rows as JSON has them. */
  readonly rows: readonly Fields[];
  /** How many there are on all pages; undefined where the list does not say. */
  readonly total: number | undefined;
  /** False: more fits than the list answers at once, and there is no next page. */
  readonly isWhole: boolean;
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined;
}

/** Reads a list page by page outside of HTTP, with the rights that the caller has at each page. Nothing is counted, kept or cached. */
export interface ListReader<Context> {
  /** The most rows of one answer; undefined where the list is answered whole. */
  readonly pageRows: number | undefined;
  /** Names of filters. */
  readonly filters: readonly string[];
  readonly params: readonly string[];
  /** @throws AppError 400 with all faults; 403 and 404 as over HTTP */
  readPage(context: Context & RequestScope, ask: ListAsk, page: { readonly offset: number; readonly rows?: number }): Promise<ListPage>;
  /** Whether the caller may ask for it at all. */
  isOpenTo(caller: Caller): boolean;
}

/** What a reader adds itself. */
const OWN_NAMES: ReadonlySet<string> = new Set(['limit', 'offset', 'format', 'fields']);
const PAGE_ROWS = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10];
/** Of a list that is read in several pages: what is in memory at once. */
const PAGED_ROWS_MAX = 1_000;

/** @throws TypeError for an endpoint that has no CSV */
export function makeListReader<Context extends object>(endpoint: Endpoint<Context>): ListReader<Context> {
  const form = findForm(endpoint);
  if (form === undefined) throw new TypeError(`${endpoint.method} ${endpoint.path} has no rows`);
  const names = namesOf(endpoint.query);
  const isPaged = names.includes('limit') && names.includes('offset');
  const pageRows = names.includes('limit') ? findPageRows(endpoint, isPaged ? PAGED_ROWS_MAX : Number.POSITIVE_INFINITY) : undefined;
  const filters = names.filter((name) => !OWN_NAMES.has(name));
  let parts: { parse: ReturnType<typeof makeParseInput>; finalize: ReturnType<typeof makeFinalize> } | undefined;
  return {
    pageRows,
    filters,
    params: namesOf(endpoint.params),
    isOpenTo: (caller) => findRefusal(endpoint, caller) === undefined,
    readPage: async (context, { params, query, fields }, { offset, rows: rowsMax = pageRows ?? Number.POSITIVE_INFINITY }) => {
      const refusal = findRefusal(endpoint, context.caller);
      if (refusal !== undefined) throw refusal;
      parts ??= { parse: makeParseInput(endpoint), finalize: makeFinalize(endpoint) };
      assertKnown(query, filters);
      const page = { ...(pageRows === undefined ? {} : { limit: String(rowsMax) }), ...(isPaged ? { offset: String(offset) } : {}) };
      const asked = { ...query, ...page, format: 'csv', ...(fields === undefined ? {} : { fields: fields.join(',') }) };
      const { caller } = context;
      const input = parts.parse({ params, query: asked, body: undefined, caller, accept: undefined, now: new Date(0) });
      const reply = await endpoint.handle(context, input as never);
      const { text } = parts.finalize(reply, { select: undefined, writeCsv: undefined, caller });
      const body = JSON.parse(text) as Fields;
      const isHidden = makeIsHidden(caller);
      const columns = chooseColumns(form, fields).filter((column) => isHidden === undefined || !column.split('.').some(isHidden));
      const all = [...form.listRows(body as never)];
      const shown = new Set(columns.map((column) => column.split('.')[0]));
      const total = toTotal(form, body);
      const end = offset + (typeof body['count'] === 'number' ? body['count'] : all.length);
      const hasMore = isPaged && all.length > 0 && (total === undefined ? all.length === rowsMax : end < total);
      return {
        columns,
        cells: all.map((row) => toCells(row, columns)),
        rows: all.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name)))),
        total,
        isWhole: form.isWhole?.(body as never) ?? (hasMore || offset > 0 || (total ?? 0) <= Math.max(rowsMax, all.length)),
        next: hasMore ? end : undefined,
      };
    },
  };
}

/** 403, or 404 for who is not shown the part of the service that the list is in. */
function findRefusal(endpoint: Endpoint<never>, caller: Caller): AppError | undefined {
  if (caller.areas !== undefined && !caller.areas.has(endpoint.area)) return notFound('Page');
  const right = (isBound(caller) ? endpoint.boundRight : undefined) ?? requiredRight(endpoint);
  try {
    if (right !== null) requireRight(caller, right);
    requireRight(caller, 'export');
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A filter that is not there would leave nothing out, and say so to no one. */
function assertKnown(query: ListAsk['query'], filters: readonly string[]): void {
  const unknown = Object.keys(query).filter((name) => !filters.includes(name));
  if (unknown.length > 0) throw invalid(unknown.map((name) => ({ path: `query.${name}`, message: 'is no filter of this list' })));
}

function namesOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The most rows that the endpoint gives at once, up to a bound. */
function findPageRows(endpoint: Endpoint<never>, max: number): number {
  const { query } = endpoint;
  const limit = query instanceof z.ZodObject ? (query.shape['limit'] as z.ZodType) : undefined;
  const found = PAGE_ROWS.find((rows) => rows <= max && limit?.safeParse(String(rows)).success);
  if (found === undefined) throw new TypeError(`${endpoint.path} has no limit that is known`);
  return found;
}
