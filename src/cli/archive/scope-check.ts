import { formatPlural } from '#kernel/text.ts';
import type { AnalyticsTable, Owner } from '#stores/archive/analytics-rows.ts';
import { findNamed, listKeptColumns, type ArchiveTable } from '#stores/archive/archive-table.ts';
import { ArchiveError, type Manifest } from '#stores/archive/format.ts';
import { readArchive } from '#stores/archive/read-archive.ts';
import { importRows, listColumns } from '#stores/archive/table-rows.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { OpenStores } from './open-stores.ts';

/** What a project's archive brings, as it is said before anything is written. */
export interface ProjectPlan {
  readonly project: { readonly id: string; readonly name: string };
  readonly organization: { readonly id: string; readonly name: string; readonly isHere: boolean };
  /** Links that open the project to all who have them. */
  readonly shares: number;
}

/** Whose rows the columns of these names belong to. */
const OWNER_COLUMNS = {
  project_id: 'project',
  organization_id: 'organization',
  customer_id: 'organization',
  owner_id: 'organization',
} as const;

type Stores = Pick<OpenStores, 'postgres' | 'contents'>;

/**
 * Compares every row of an archive with what an export of that scope takes. Who wrote an archive also wrote its
 * checksums, so they say nothing of whose rows it holds. The rows are put into temporary tables that hide the real ones,
 * and the rules of the export are asked there.
 * @returns what a project's archive brings; nothing of an archive of everything
 * @throws ArchiveError naming the first table with a row that is outside the scope
 */
export async function checkScope(stores: Stores, file: string, manifest: Manifest): Promise<ProjectPlan | undefined> {
  const { scope } = manifest;
  assertTables(stores, manifest);
  const projectId = scope.kind === 'all' ? undefined : scope.project_id;
  const staged = stores.contents.relational.flatMap((table) => toStaged(table, projectId) ?? []);
  const found = await stores.postgres.transaction(async (tx) => {
    await tx.query(`set local timezone to 'UTC'; set local idle_in_transaction_session_timeout = 0; set local work_mem = '128MB'`);
    await stage(tx, file, staged);
    const plan = projectId === undefined ? undefined : await findPlan(tx, projectId);
    for (const one of staged) await assertRule(tx, one, projectId);
    if (projectId === undefined || plan === undefined) return undefined;
    for (const { table } of staged) await assertReferences(tx, table, [projectId, plan.organization.id]);
    return { plan, owner: await findOwner(tx, projectId) };
  });
  if (found === undefined) return undefined;
  await assertAnalytics(stores, file, { ...found.owner, organizationId: found.plan.organization.id });
  return found.plan;
}

interface Staged {
  readonly table: ArchiveTable;
  /** Which rows an archive of this scope has. */
  readonly rule: string;
}

function toStaged(table: ArchiveTable, projectId: string | undefined): Staged | undefined {
  const rule = projectId === undefined ? table.all : table.project;
  return rule === undefined || rule === 'none' ? undefined : { table, rule };
}

/** The tables alone, by the manifest. */
function assertTables({ contents }: Stores, { scope, has_keys: hasKeys, secrets, sections }: Manifest): void {
  const isProject = scope.kind === 'project';
  if (isProject && hasKeys) throw refused('it says that it holds API keys, which belong to the service and to no project');
  if (isProject && secrets !== undefined) throw refused('it says that it holds secrets, which go with an archive of everything');
  const says = { keys: hasKeys, secrets: secrets !== undefined };
  for (const { store, table } of sections) {
    if (store === 'postgres' && Object.hasOwn(contents.gone, table)) continue;
    const own = findNamed(contents.relational, table);
    if ((store === 'postgres' ? own : contents.analytics.find((one) => one.table === table)) === undefined)
      throw new ArchiveError(`The archive holds a table ${table} that this release does not know. Nothing was imported.`);
    const known =
      store === 'postgres'
        ? !isProject || own?.project !== 'none'
          ? own
          : undefined
        : contents.analytics.find((one) => one.table === table && (!isProject || one.owner !== 'none'));
    if (known === undefined)
      throw refused(`it holds the table ${table}, which no archive of ${isProject ? 'a project' : 'everything'} has`);
    if ('isOptional' in known && known.isOptional !== undefined && !says[known.isOptional])
      throw refused(`it holds the table ${table}, and says that it does not`);
  }
}

/** Temporary tables are found before the others, by their names alone. */
async function stage(tx: Transaction, file: string, staged: readonly Staged[]): Promise<void> {
  const bytes = new Map<string, Record<string, string>>();
  const tables = staged.map(({ table }) => table);
  for (const { table } of staged) {
    await tx.query(`create temporary table ${table.table} on commit drop as select * from public.${table.table} with no data`);
    bytes.set(table.table, await listBytes(tx, table.table));
  }
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'postgres') continue;
    const table = findNamed(tables, part.section.table);
    if (table === undefined) continue;
    const columns = listKeptColumns(table, part.section.columns ?? []);
    const replace = bytes.get(table.table);
    await assertColumns(tx, table.table, columns);
    await importRows(tx, { table: `pg_temp.${table.table}`, columns, lines: part.lines, replace });
  }
}

export async function assertColumns(tx: Sql, table: string, columns: readonly string[]): Promise<void> {
  const known = new Set(await listColumns(tx, `public.${table}`));
  const unknown = columns.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new ArchiveError(
      `The archive holds columns of ${table} that this release does not know: ${unknown.join(', ')}. Nothing was imported.`,
    );
}

/** Pages and answers as received are large, and no rule asks for them. */
async function listBytes(tx: Sql, table: string): Promise<Record<string, string>> {
  const { rows } = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname in ('answer', 'body') and atttypid = 'bytea'::regtype`,
    [`public.${table}`],
  );
  return Object.fromEntries(rows.map(({ name }) => [name, 'null::bytea']));
}

async function assertRule(tx: Sql, { table, rule }: Staged, projectId: string | undefined): Promise<void> {
  await assertNone(tx, table.table, { condition: `(${rule}) is not true`, problem: 'of others' }, [projectId]);
  if (projectId === undefined) return;
  for (const [column, value] of Object.entries(table.projectReplace ?? {}))
    await assertNone(tx, table.table, { condition: `t.${column} is distinct from (${value})`, problem: 'that name others' }, [projectId]);
}

/** What a row refers to is in the archive too, and it names no other project or organization. */
async function assertReferences(tx: Sql, table: ArchiveTable, [projectId, organizationId]: readonly [string, string]): Promise<void> {
  const columns = await listColumns(tx, `public.${table.table}`);
  for (const [column, of] of Object.entries(OWNER_COLUMNS)) {
    if (!columns.includes(column)) continue;
    const condition = `t.${column} is not null and t.${column} not in ('', $1)`;
    await assertNone(tx, table.table, { condition, problem: 'that name others' }, [of === 'project' ? projectId : organizationId]);
  }
  for (const { to, pairs } of [...(await listForeignKeys(tx, table.table)), ...listNumbers(table)]) {
    const isSet = pairs.map(([from]) => `t.${from} is not null`).join(' and ');
    const isThere = `exists (select from pg_temp.${to} r where ${pairs.map(([from, of]) => `r.${of} = t.${from}`).join(' and ')})`;
    await assertNone(tx, table.table, { condition: `${isSet} and not ${isThere}`, problem: `that refer to ${to} outside the archive` }, []);
  }
}

interface Reference {
  readonly to: string;
  /** The column and the one that it refers to. */
  readonly pairs: readonly (readonly [string, string])[];
}

async function listForeignKeys(tx: Sql, table: string): Promise<Reference[]> {
  const { rows } = await tx.query<{ to: string; from: string[]; of: string[] }>(
    `select relname as to,
       array(select attname::text from unnest(conkey) with ordinality k (number, at) join pg_attribute on attrelid = conrelid and attnum = k.number
             order by k.at) as from,
       array(select attname::text from unnest(confkey) with ordinality k (number, at) join pg_attribute on attrelid = confrelid and attnum = k.number
             order by k.at) as of
     from pg_constraint join pg_class target on target.oid = confrelid
     where contype = 'f' and conrelid = to_regclass($1)`,
    [`public.${table}`],
  );
  return rows.map(({ to, from, of }) => ({ to, pairs: from.map((name, at) => [name, of[at] ?? ''] as const) }));
}

/** Numbers are given again where the archive goes: one that is not in it would become another project's. */
function listNumbers({ numbersOf = {} }: ArchiveTable): Reference[] {
  return Object.entries(numbersOf).map(([column, to]) => ({ to, pairs: [[column, 'id']] }));
}

async function assertNone(
  tx: Sql,
  table: string,
  { condition, problem }: { condition: string; problem: string },
  values: readonly unknown[],
): Promise<void> {
  const { rows } = await tx.query<{ rows: number }>(
    `select count(*)::integer as rows from pg_temp.${table} t where ${condition}`,
    condition.includes('$1') ? values : [],
  );
  const count = rows[0]?.rows ?? 0;
  if (count > 0) throw refused(`the table ${table} has ${formatPlural(count, 'row')} ${problem}`);
}

async function findPlan(tx: Sql, projectId: string): Promise<ProjectPlan> {
  const { rows } = await tx.query<{
    id: string;
    name: string;
    organizationId: string | null;
    organizationName: string;
    isHere: boolean;
    shares: number;
  }>(
    `select p.id, p.name, o.id as organization_id, o.name as organization_name,
       exists (select from public.organizations known where known.id = o.id) as is_here,
       (select count(*)::integer from public_shares where revoked_at is null) as shares
     from projects p left join organizations o on o.id = p.organization_id`,
  );
  const [row] = rows;
  if (rows.length !== 1 || row?.id !== projectId) throw refused(`it holds no project ${projectId}, or another one`);
  const { name, organizationId, organizationName, isHere, shares } = row;
  if (organizationId === null) throw refused(`it does not hold the organization of the project ${projectId}`);
  return { project: { id: projectId, name }, organization: { id: organizationId, name: organizationName, isHere }, shares };
}

async function findOwner(tx: Sql, projectId: string): Promise<Owner> {
  const { rows: keywords } = await tx.query<{ id: string }>('select distinct keyword_id as id from tracked_keywords');
  const { rows: domains } = await tx.query<{ domain: string }>('select domain from domains');
  return { projectId, keywordIds: keywords.map(({ id }) => id), domains: domains.map(({ domain }) => domain) };
}

async function assertAnalytics({ contents }: Stores, file: string, owner: Owner & { readonly organizationId: string }): Promise<void> {
  const owned: Readonly<Record<string, ReadonlySet<unknown>>> = {
    project: new Set([owner.projectId]),
    keyword: new Set(owner.keywordIds),
    domain: new Set(owner.domains),
  };
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'clickhouse') continue;
    const { table } = part.section;
    const of = contents.analytics.find((one) => one.table === table)?.owner ?? 'none';
    const names = [OWNED_BY[of], ...Object.keys(OWNER_COLUMNS)];
    for (const line of part.lines) {
      const row = readRow(line, table, new Set(names));
      if (!(owned[of]?.has(row[OWNED_BY[of]]) ?? false)) throw refused(`the table ${table} of ClickHouse has a row of others`);
      for (const [column, kind] of Object.entries(OWNER_COLUMNS)) {
        const own = kind === 'project' ? owner.projectId : owner.organizationId;
        if (![undefined, null, '', own].includes(row[column] as string | undefined))
          throw refused(`the table ${table} of ClickHouse has a row that names others`);
      }
    }
  }
}

const OWNED_BY: Readonly<Record<AnalyticsTable['owner'], string>> = {
  project: 'project_id',
  keyword: 'keyword_id',
  domain: 'domain',
  none: '',
};

/** ClickHouse reads names as they are written: one that is written twice, or with escapes, could be read as another value than here. */
function readRow(line: string, table: string, names: ReadonlySet<string>): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw refused(`the table ${table} of ClickHouse has a line that is no row`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw refused(`the table ${table} of ClickHouse has a line that is no row`);
  for (const name of names) {
    const times = line.split(`"${name}":`).length - 1;
    if (times !== (Object.hasOwn(row, name) ? 1 : 0))
      throw refused(`the table ${table} of ClickHouse has a row that names ${name} twice or in disguise`);
  }
  return row as Record<string, unknown>;
}

function refused(why: string): ArchiveError {
  return new ArchiveError(`The archive is not what an export writes: ${why}. Nothing was imported. Take an archive from whom you trust.`);
}
