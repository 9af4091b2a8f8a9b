import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { TEST_ADMIN_KEY } from './app.ts';
import { summarize } from './openapi-walk-access.ts';
import { plainRequests } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest, type WalkReply } from './openapi-walk-send.ts';
import type { Section } from './openapi-walk-suite.ts';
import { makeThings } from './openapi-walk-world.ts';
import type { WalkOperation } from './openapi-walk.ts';
import { parseCsv } from './parse-csv.ts';
import { IS_WHOLE, takeShare } from './test-width.ts';

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, any>>;

/** Rows that go on between two requests are read again so often at most. */
const TRIES_MAX = 20;

/** Every operation that can answer CSV: its rows are those of the JSON, under the names of the schema, in any way in which CSV is asked for. */
export const checkCsv: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_csv' });
  const lists = operations.filter(({ hasCsv }) => hasCsv);
  const seen = new Map<string, number>();
  for (const operation of takeShare(lists, 3)) {
    const [plain] = plainRequests(operation);
    const ask = async (query: readonly (readonly [string, string])[], accept = '*/*'): Promise<WalkReply> => {
      const request = writeRequest(operation, { ...plain!, query: [...plain!.query, ...query] }, ids);
      return await sendRequest(server, operation, request, { headers: { 'x-api-key': TEST_ADMIN_KEY, accept } });
    };
    const readBoth = async (): Promise<{ body: Body; csv: WalkReply }> => {
      for (let tries = 1; ; tries += 1) {
        const [before, csv, after] = [await ask([]), await ask([['format', 'csv']]), await ask([])];
        assert.equal(summarize(before), '200', operation.name);
        const [header = []] = parseCsv(csv.text);
        const [body, later] = [before, after].map(({ text }) => JSON.parse(text) as Body) as [Body, Body];
        const isSame = isDeepStrictEqual(listRows(operation, body, header), listRows(operation, later, header));
        if (isSame || tries === TRIES_MAX) return { body, csv };
      }
    };
    const { body, csv } = await readBoth();
    seen.set(operation.name, checkRows(operation, body, csv));
    assert.equal((await ask([], 'text/csv')).headers['content-type'], 'text/csv; charset=utf-8', operation.name);
    assert.match(summarize(await ask([['format', 'xml']])), /^400 format must be one of /u, operation.name);
  }
  const filled = [...seen.values()].filter((rows) => rows > 0).length;
  assert.ok(lists.length > 50 && filled > (IS_WHOLE ? 15 : 0), `${lists.length} lists, ${filled} of ${seen.size} with rows`);
  const alwaysFilled = ['GET /api/rankings/grid', 'GET /api/rankings', 'GET /api/projects', 'GET /api/overview'];
  for (const name of alwaysFilled.filter((one) => seen.has(one))) assert.ok((seen.get(name) ?? 0) > 0, name);
};

/** @returns how many rows there were */
function checkRows(operation: WalkOperation, body: Body, { status, headers, text }: WalkReply): number {
  const { name } = operation;
  assert.deepEqual([status, headers['content-type'], headers['vary']], [200, 'text/csv; charset=utf-8', 'Accept'], name);
  assert.match(String(headers['content-disposition']), /^attachment; filename="[\w.-]+-\d{4}-\d\d-\d\d\.csv"$/u, name);
  const [header = [], ...lines] = parseCsv(text);
  const rows = listRows(operation, body, header);
  assert.deepEqual(
    lines,
    rows.map((row) => header.map((column) => toText(column.split('.').reduce<any>((value, part) => value?.[part], row)))),
    name,
  );
  const total = body['total'] ?? body['pagination']?.total;
  // It counts keywords there, each with a line for every day.
  if (name === 'GET /api/rankings/series') assert.equal(headers['x-total-count'], undefined, name);
  else if (total !== undefined) assert.equal(headers['x-total-count'], String(total), name);
  return rows.length;
}

function listRows(operation: WalkOperation, body: Body, header: readonly string[]): readonly Row[] {
  if ('columns' in body) return toGridRows(body);
  if (operation.name === 'GET /api/rankings/moves')
    return [...body['fell'], ...body['rose']].map((mover: Row) => ({ ...mover, position_scale: body['position_scale'] }));
  if (operation.name === 'GET /api/rankings/series') return toSeriesRows(body);
  return findRows(operation, body, header);
}

/** A row for each day of each keyword that was checked. */
function toSeriesRows({ rows, days, values, position_scale: scale }: Body): readonly Row[] {
  const codes = Buffer.from(values, 'base64');
  const outcomes = new Map([
    [0, 'not_found'],
    [254, 'failed'],
  ]);
  return rows.flatMap((subject: Row, row: number) =>
    days.flatMap((date: string, day: number) => {
      const code = codes[row * days.length + day]!;
      const [outcome, position] = [outcomes.get(code) ?? 'ranked', outcomes.has(code) ? null : code];
      return code === 255 ? [] : [{ ...subject, date, outcome, position, position_scale: scale }];
    }),
  );
}

/** The rows of the list that has the header's fields. */
function findRows({ name, answer, resolve }: WalkOperation, body: Body, header: readonly string[]): readonly Row[] {
  const properties = answer(200)?.schema['properties'] ?? {};
  const list = Object.keys(properties).find((field) => {
    const known = resolve(resolve(properties[field])['items'] ?? {})['properties'];
    return known !== undefined && Object.keys(known).join() === [...new Set(header.map((column) => column.split('.')[0]))].join();
  });
  assert.ok(list !== undefined, `${name} has no list of ${header.join()}`);
  return body[list];
}

const GRID_LISTS: Readonly<Record<string, string>> = { target_page: 'page', features: 'feature', tags: 'tag' };

/** Columns as rows, with what stands in the lists written out. */
function toGridRows({ n, columns, lists, position_scale: scale }: Body): readonly Row[] {
  const readValue = (column: string, value: unknown): unknown => {
    const list = lists[GRID_LISTS[column] ?? column];
    if (value === null) return null;
    if (column.endsWith('_at')) return new Date(value as number).toISOString();
    const read = (place: number): unknown => (column === 'tags' ? list[place].name : list[place]);
    return list === undefined ? value : Array.isArray(value) ? value.map(read) : read(value as number);
  };
  return Array.from({ length: n }, (_none, at) =>
    Object.fromEntries([
      ...Object.entries<unknown[]>(columns).map(([column, values]) => [column, readValue(column, values[at])] as const),
      ['position_scale', scale],
    ]),
  );
}

/** A value as CSV has it. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isFlat = Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object');
  const text = isFlat ? value.join(' ') : typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value !== 'number' && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}
