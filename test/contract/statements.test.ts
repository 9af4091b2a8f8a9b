import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { toCamelCase } from '#kernel/camel-case.ts';
import { openTestStores } from '../support/index.ts';
import { describeStatement, type Column } from '../support/statements/describe.ts';
import { listStatements, type Statement } from '../support/statements/list.ts';

/**
 * Statements that are put together from what a call gives, by file: their own tests run them. Every other one is
 * parsed here by the server, on a migrated database.
 */
const PUT_TOGETHER: Readonly<Record<string, number>> = {
  'src/areas/apps/records/store/apps.ts': 2,
  'src/areas/classification/records/store/classifications.ts': 1,
  'src/areas/classification/records/store/urls.ts': 2,
  'src/areas/domains/keywords/store/ranked-keywords.ts': 1,
  'src/areas/domains/keywords/store/ranked-sources.ts': 1,
  'src/areas/domains/keywords/store/upsert-domain-keywords.ts': 1,
  'src/areas/domains/links/store/backlinks.ts': 1,
  'src/areas/domains/links/store/link-changes.ts': 2,
  'src/areas/domains/links/store/referring-facts.ts': 2,
  'src/areas/domains/links/store/upsert-referring-domains.ts': 1,
  'src/areas/domains/onboarding/store/readers.ts': 1,
  'src/areas/domains/records/store/details.ts': 3,
  'src/areas/domains/records/store/metrics.ts': 2,
  'src/areas/keywords/metrics/store/metric-batches.ts': 1,
  'src/areas/rankings/grid/store.ts': 1,
  'src/areas/rankings/newest/store/newest-rankings.ts': 3,
  'src/areas/research/gap/store/gap.ts': 1,
  'src/areas/operations/copy/store.ts': 3,
  'src/cli/archive/export.ts': 1,
  'src/cli/archive/import-relational.ts': 1,
  'src/cli/archive/scope-check.ts': 2,
  'src/stores/archive/table-rows.ts': 5,
  'src/stores/clickhouse/engine.ts': 1,
  'src/stores/clickhouse/index.ts': 2,
  'src/stores/counters/call-slots.ts': 2,
  'src/stores/counters/rate-counter.ts': 1,
  'src/stores/postgres/client.ts': 3,
  'src/stores/postgres/define-list.ts': 2,
  'src/stores/postgres/listener.ts': 3,
  'src/stores/postgres/migrations.ts': 1,
  'src/stores/postgres/partitions.ts': 6,
  'src/stores/postgres/unnest.ts': 1,
  'src/stores/postgres/watch-pool.ts': 2,
  'src/workflows/dbos/read/summaries.ts': 2,
};

/** TypeScript types that a PostgreSQL type can arrive as (src/stores/postgres/client.ts). */
const KINDS: Readonly<Record<number, RegExp>> = {
  [pg.types.builtins.BOOL]: /boolean|true|false|unknown/u,
  [pg.types.builtins.INT2]: /number|unknown|[A-Z]|\d/u,
  [pg.types.builtins.INT4]: /number|unknown|[A-Z]|\d/u,
  [pg.types.builtins.INT8]: /number|unknown|[A-Z]|\d/u,
  [pg.types.builtins.NUMERIC]: /number|unknown|[A-Z]/u,
  [pg.types.builtins.FLOAT4]: /number|unknown|[A-Z]/u,
  [pg.types.builtins.FLOAT8]: /number|unknown|[A-Z]/u,
  [pg.types.builtins.TEXT]: /string|unknown|'|[A-Z]/u,
  [pg.types.builtins.DATE]: /string|unknown/u,
  [pg.types.builtins.TIMESTAMPTZ]: /Date|unknown/u,
};

test('PostgreSQL knows every statement of the service, and its columns are those of the row types', async (t) => {
  const { connectionString } = await openTestStores(t);
  const statements = listStatements('src/**/*.ts');
  const unread = statements.filter(({ texts }) => texts === undefined).map(({ place }) => place.split(':')[0] ?? '');
  const counts = Object.fromEntries([...Map.groupBy(unread, (file) => file)].map(([file, places]) => [file, places.length]));
  assert.deepEqual(counts, PUT_TOGETHER);
  assert.ok(statements.length - unread.length > 400, `only ${statements.length - unread.length} statements were read`);
  const problems: string[] = [];
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) problems.push(...(await findProblems(client, statement)));
  } finally {
    await client.end();
  }
  assert.deepEqual(problems, []);
});

async function findProblems(client: pg.Client, { place, texts = [], columns }: Statement): Promise<string[]> {
  const given: Column[] = [];
  // What a cursor gives is known by its statement.
  for (const text of texts.flatMap((one) => one.split(';')).filter((one) => one.trim() !== '' && !one.startsWith('fetch '))) {
    try {
      const found = await describeStatement(client, text);
      const names = found.map(({ name }) => toCamelCase(name));
      if (new Set(names).size < names.length) return [`${place}: two columns of one name among ${names.join(', ')}`];
      given.push(...found);
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  }
  return columns === undefined || given.length === 0 ? [] : compare(place, columns, given);
}

/** A row type of several branches has the columns of all of them. Columns arrive in camel case (src/stores/postgres/query.ts). */
function compare(place: string, columns: ReadonlyMap<string, string>, given: readonly Column[]): string[] {
  const names = new Set(given.map(({ name }) => toCamelCase(name)));
  const missing = [...columns.keys()].filter((name) => !names.has(name)).map((name) => `${place}: no column ${name}`);
  const wrong = given.flatMap(({ name, typeId }) => {
    const type = columns.get(toCamelCase(name));
    const kind = KINDS[typeId];
    return type === undefined || kind === undefined || kind.test(type) ? [] : [`${place}: ${name} is not ${type}`];
  });
  return [...missing, ...wrong];
}
