import { z } from 'zod';
import { toGroups } from '#kernel/lists.ts';
import { toLiteral } from '../clickhouse/index.ts';
import type { AnalyticsQuery, ClickHouse } from '../clickhouse/types.ts';
import { readOutboxLines } from '../outbox-lines.ts';
import { CUT } from './format.ts';
import type { PoolClient } from 'pg';
import type { Piece } from './write-archive.ts';

/** A table of ClickHouse in an archive. */
export interface AnalyticsTable {
  readonly table: string;
  /** Whether a project's rows are its own, or those of its keywords or domains, which it may share with others. */
  readonly owner: 'project' | 'keyword' | 'domain' | 'none';
  /** By which columns a shared row is known again; left out: a second one does no harm. */
  readonly identity?: readonly string[];
  /** Columns of another project: written empty. */
  readonly blank?: readonly string[];
  /** A table whose lines wait in the outbox, and the rows of this one that ClickHouse makes of such a line. */
  readonly waitsAs?: { readonly table: string; toRows(line: string): readonly object[] };
}

/** Whose rows are wanted; `undefined`: everybody's. */
export interface Owner {
  readonly projectId: string;
  readonly keywordIds: readonly string[];
  readonly domains: readonly string[];
}

/** So many names fit into one statement. */
const NAMES_PER_QUERY = 2_000;
const PARTITIONS_MAX = 10_000;

/** The rows of a table that ClickHouse has, one partition after the other: one insert cannot write many at once. */
export async function* exportAnalytics(clickhouse: ClickHouse, table: AnalyticsTable, owner: Owner | undefined): AsyncGenerator<Piece> {
  const partitions = await clickhouse.query(listPartitions(table.table), {});
  for (const { id } of partitions) {
    for (const condition of toConditions(table, owner)) {
      const sql = `select ${toColumns(table, owner)} from ${table.table} where _partition_id = ${toLiteral(id)} and ${condition}`;
      for await (const lines of clickhouse.streamLines(sql)) if (lines !== '') yield { lines, rows: countLines(lines) };
    }
    yield CUT;
  }
}

function listPartitions(table: string): AnalyticsQuery<Record<string, never>, { id: string }> {
  return {
    name: 'archive-partitions',
    sql: `select distinct _partition_id as id from ${table} order by id limit ${PARTITIONS_MAX}`,
    params: z.object({}),
    row: z.object({ id: z.string() }),
  };
}

function toConditions({ owner: kind }: AnalyticsTable, owner: Owner | undefined): string[] {
  if (owner === undefined) return ['1'];
  if (kind === 'none') return [];
  if (kind === 'project') return [`project_id = ${toLiteral(owner.projectId)}`];
  const { column, names } = toShared(kind, owner);
  return toGroups(names, NAMES_PER_QUERY).map((some) => `${column} in (${some.map(toLiteral).join(', ')})`);
}

/** By which column rows that projects share are a project's, and which of its values are. */
function toShared(kind: 'keyword' | 'domain', { keywordIds, domains }: Owner): { column: string; names: readonly string[] } {
  return kind === 'keyword' ? { column: 'keyword_id', names: keywordIds } : { column: 'domain', names: domains };
}

function toColumns({ blank = [] }: AnalyticsTable, owner: Owner | undefined): string {
  if (owner === undefined || blank.length === 0) return '*';
  const own = toLiteral(owner.projectId);
  return `* replace (${blank.map((name) => `if(project_id = ${own}, ${name}, '') as ${name}`).join(', ')})`;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

interface WaitingRow {
  readonly table: string;
  readonly lines: string | null;
  readonly packed: Buffer | null;
}

/** The rows of a table that still wait in the outbox, as the transaction of `client` sees them. */
export async function* exportWaiting(client: PoolClient, table: AnalyticsTable, owner: Owner | undefined): AsyncGenerator<Piece> {
  const isOurs = makeFilter(table, owner);
  const { table: name, waitsAs } = table;
  await client.query(
    'declare waiting no scroll cursor for select table_name as "table", lines, packed from outbox where table_name = any ($1) order by id',
    [waitsAs === undefined ? [name] : [name, waitsAs.table]],
  );
  for (;;) {
    const { rows } = await client.query<WaitingRow>('fetch 1 from waiting');
    const [row] = rows;
    if (row === undefined) break;
    const all = readOutboxLines(row)
      .split('\n')
      .filter((line) => line !== '');
    const rowLines = row.table === waitsAs?.table ? all.flatMap((line) => waitsAs.toRows(line).map((one) => JSON.stringify(one))) : all;
    const kept = rowLines.flatMap((line) => isOurs(line) ?? []);
    if (kept.length > 0) yield { lines: `${kept.join('\n')}\n`, rows: kept.length };
    yield CUT;
  }
  await client.query('close waiting');
}

/** The line as it goes into the archive, or nothing. */
function makeFilter({ owner: kind, blank = [] }: AnalyticsTable, owner: Owner | undefined): (line: string) => string | undefined {
  if (owner === undefined) return (line) => line;
  if (kind === 'none') return () => undefined;
  const shared = kind === 'project' ? undefined : toShared(kind, owner);
  const names = new Set(shared?.names);
  return (line) => {
    const row = JSON.parse(line) as Record<string, unknown>;
    const isOwn = row['project_id'] === owner.projectId;
    if (shared === undefined ? !isOwn : !names.has(String(row[shared.column]))) return undefined;
    if (isOwn || kind === 'project' || blank.length === 0) return line;
    return JSON.stringify({ ...row, ...Object.fromEntries(blank.map((name) => [name, ''])) });
  };
}

/** Which rows of a batch the store has already, by their identity. */
export async function findKnown(
  clickhouse: ClickHouse,
  { table, identity = [] }: AnalyticsTable,
  lines: readonly string[],
): Promise<Set<string>> {
  if (identity.length === 0) return new Set();
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const wanted = new Set(rows.map((row) => toKey(identity, row)));
  const known = new Set<string>();
  const keywordIds = [...new Set(rows.map((row) => String(row['keyword_id'])))];
  for (const ids of toGroups(keywordIds, NAMES_PER_QUERY)) {
    const sql = `select distinct ${identity.join(', ')} from ${table} where keyword_id in (${ids.map(toLiteral).join(', ')})`;
    for await (const text of clickhouse.streamLines(sql)) {
      for (const line of text.split('\n')) {
        if (line === '') continue;
        const key = toKey(identity, JSON.parse(line) as Record<string, unknown>);
        if (wanted.has(key)) known.add(key);
      }
    }
  }
  return known;
}

/** What a row is known by; instants in one form, however they are written. */
export function toKey(identity: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return identity.map((name) => (name.endsWith('_at') ? toInstantKey(String(row[name])) : String(row[name]))).join('|');
}

function toInstantKey(text: string): string {
  const instant = new Date(/[Zz]|[+-]\d\d:?\d\d$/u.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return String(instant.getTime());
}
