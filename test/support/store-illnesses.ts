import type { TestContext } from 'node:test';
import type { Postgres } from '#stores/postgres/types.ts';
import { openClickHouseGate, type ClickHouseGate, type ClickHouseIllness } from './clickhouse-gate.ts';
import { startClickHouseProcess } from './fleet.ts';
import { fillDisk } from './full-disk.ts';
import { openGate, type Gate } from './gate.ts';
import { openTestStores, type TestStores } from './index.ts';
import { IS_WHOLE, takeTurns } from './test-width.ts';
import { waitUntil } from './wait-until.ts';

/** Both stores of a service, each behind a gate at which it can fall ill. */
export interface IllStores {
  readonly stores: TestStores;
  /** Past the gate. */
  readonly real: Postgres;
  readonly postgres: Gate;
  readonly clickhouse: ClickHouseGate;
  readonly clickhouseWire: Gate;
  /** Past the gate. */
  readonly clickhouseUrl: string;
  readonly environment: { readonly DATABASE_URL: string; readonly CLICKHOUSE_URL: string };
}

export async function openIllStores(t: TestContext): Promise<IllStores> {
  const stores = await openTestStores(t);
  const behind = new URL(stores.connectionString);
  const postgres = await openGate(t, () => Number(behind.port));
  const address = new URL(stores.connectionString);
  address.port = String(postgres.port);
  const process = await startClickHouseProcess(t, `${stores.dataDir}/own`);
  const clickhouse = await openClickHouseGate(t, process.url);
  const clickhouseWire = await openGate(t, () => Number(new URL(clickhouse.url).port));
  const environment = { DATABASE_URL: address.href, CLICKHOUSE_URL: `http://127.0.0.1:${clickhouseWire.port}` };
  return { stores, real: stores.postgres, postgres, clickhouse, clickhouseWire, clickhouseUrl: process.url, environment };
}

/** It serves and says that it is not well; serves; ends with status 1 and a sentence; or any of these, by chance. */
export type StartByDocument = 'degraded' | 'serves' | 'ends' | 'any';

export interface Illness {
  readonly store: 'PostgreSQL' | 'ClickHouse';
  readonly name: string;
  /** `npm test` has it in turn; the others are in `npm run test:whole`. */
  readonly isShort?: boolean;
  /** `npm test` also stops and starts a service with it. */
  readonly isShortStart?: boolean;
  /** `npm test` also brings a delivery meanwhile. */
  readonly isShortDelivery?: boolean;
  /** What a start does meanwhile, by docs/operations.md. */
  readonly start: StartByDocument;
  /** Falls ill; gives what makes it well. */
  begin(stores: IllStores): Promise<() => unknown> | (() => unknown);
  /** The checks of `/health` never say `ok` of it all the while. */
  readonly shows?: 'down' | 'degraded' | 'any';
}

const SLOW_MS = 150;
const CUT_EVERY_MS = 400;

const ofClickHouse = (
  name: string,
  illness: ClickHouseIllness,
  more: Pick<Illness, 'isShort' | 'isShortStart' | 'start' | 'shows'>,
): Illness => ({
  store: 'ClickHouse',
  name,
  ...more,
  begin: ({ clickhouse }) => {
    clickhouse.fallIll(illness);
    return () => clickhouse.fallIll(undefined);
  },
});
const isInsert = (text: string): boolean => /insert into/iu.test(text);

/** All of them, or of each store the one of the short ones whose turn it is. */
export function takeIllnesses(isShort: (illness: Illness) => boolean | undefined): readonly Illness[] {
  if (IS_WHOLE) return ILLNESSES;
  const short = ILLNESSES.filter((illness) => isShort(illness) === true);
  return [...Map.groupBy(short, ({ store }) => store).values()].flatMap((ofStore) => takeTurns(ofStore, 0));
}

export const ILLNESSES: readonly Illness[] = [
  ofClickHouse('stalled', () => 'stall', { start: 'degraded', isShort: true, isShortStart: true, shows: 'down' }),
  ofClickHouse('that fails half of the time', ({ number }) => (number % 2 === 0 ? 'fail' : undefined), {
    start: 'any',
    isShort: true,
    shows: 'degraded',
  }),
  ofClickHouse('that always fails', () => 'fail', { start: 'degraded', shows: 'down' }),
  ofClickHouse('that breaks every connection', () => 'cut', { start: 'degraded', shows: 'down' }),
  ofClickHouse('that is slow', () => ({ delayMs: 3_000 }), { start: 'degraded', shows: 'down' }),
  ofClickHouse('without connections', () => ({ code: 202, type: 'TOO_MANY_SIMULTANEOUS_QUERIES' }), { start: 'degraded', shows: 'down' }),
  ofClickHouse('read-only', ({ text }) => (isInsert(text) ? { code: 242, type: 'TABLE_IS_READ_ONLY' } : undefined), {
    start: 'serves',
  }),
  ofClickHouse('that is full', ({ text }) => (isInsert(text) ? { code: 243, type: 'NOT_ENOUGH_SPACE' } : undefined), { start: 'serves' }),
  {
    store: 'ClickHouse',
    name: 'whose connections are cut silently',
    start: 'serves',
    begin: ({ clickhouseWire }) => {
      clickhouseWire.cutSilently();
      return () => undefined;
    },
  },
  { store: 'PostgreSQL', name: 'stalled', start: 'ends', isShort: true, shows: 'down', begin: ({ postgres }) => postgres.stall() },
  { store: 'PostgreSQL', name: 'that is slow', start: 'serves', begin: ({ postgres }) => postgres.slow(SLOW_MS) },
  {
    store: 'PostgreSQL',
    name: 'that is away',
    start: 'ends',
    isShortDelivery: true,
    shows: 'down',
    begin: ({ postgres }) => postgres.shut(),
  },
  { store: 'PostgreSQL', name: 'read-only', start: 'ends', isShort: true, shows: 'degraded', begin: ({ real }) => makeReadOnly(real) },
  {
    store: 'PostgreSQL',
    name: 'that is full',
    start: 'ends',
    isShort: true,
    isShortDelivery: true,
    shows: 'degraded',
    begin: ({ real }) => fillDisk(real),
  },
  {
    store: 'PostgreSQL',
    name: 'without connections',
    start: 'ends',
    shows: 'down',
    begin: ({ postgres }) => postgres.refuse(toRefusal('53300', 'sorry, too many clients already')),
  },
  {
    store: 'PostgreSQL',
    name: 'whose connections are cut silently',
    start: 'serves',
    isShort: true,
    begin: ({ postgres }) => {
      postgres.cutSilently();
      return () => undefined;
    },
  },
  {
    store: 'PostgreSQL',
    name: 'that breaks every connection again and again',
    start: 'any',
    begin: ({ postgres }) => {
      const timer = setInterval(() => postgres.breakAll(), CUT_EVERY_MS);
      return () => clearInterval(timer);
    },
  },
];

/** As after a fail-over: connections that were open end, and others may only read. It ends without a sign for those. */
async function makeReadOnly(real: Postgres): Promise<() => Promise<void>> {
  const { rows } = await real.query<{ name: string }>('select current_database() as name');
  const name = `"${rows[0]?.name ?? ''}"`;
  await real.query(`alter database ${name} set default_transaction_read_only = on`);
  await endOthers(real);
  return async () => {
    await real.transaction(async (tx) => {
      await tx.query('set local transaction_read_only = off');
      await tx.query(`alter database ${name} reset default_transaction_read_only`);
    });
    // What the test's own connections have seen of it ends too.
    await waitUntil(() => canWrite(real), 'a write past the gate');
  };
}

async function canWrite(real: Postgres): Promise<boolean> {
  return await real.query('update settings set value = value where false').then(
    () => true,
    () => false,
  );
}

async function endOthers(real: Postgres): Promise<void> {
  await real.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> current_setting('application_name')`,
  );
}

/** What PostgreSQL says to a connection that it does not take. */
function toRefusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
