import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { lockFolder } from '../folder-lock.ts';
import { makeDataFolder, makePrivateFolder } from '../private-folder.ts';

/** What differs between a server and the engine in our process. */
export interface Engine {
  readonly client: ClickHouseClient;
  /** Whether it is a server, which can be away while this process lives. */
  readonly isServer: boolean;
  /** Writes JSON lines; the settings belong to this one statement. */
  insert(table: string, lines: string, settings: Readonly<Record<string, string | number>>): Promise<void>;
  /** The answer of a select as JSON lines, piece by piece; each piece ends with a whole line. */
  stream(sql: string): AsyncIterable<string>;
  close(): Promise<void>;
}

/**
 * How answers look: 64-bit integers as JSON numbers (exact up to 2^53, which is far above any
 * count of ours) and instants in ISO 8601, so that both engines answer alike.
 */
const ANSWER_SETTINGS = { output_format_json_quote_64bit_integers: 0, date_time_output_format: 'iso' } as const;

const REQUEST_TIMEOUT_MS = 120_000;
/** Lines are read by one thread: several would hold as many pieces of the batch, and two cores are no faster with them. */
const EMBEDDED_INSERT_SETTINGS = { input_format_parallel_parsing: 0 } as const;
/**
 * Settings of the engine's allocator: free memory goes back to the system after a tenth of a second. By its own settings it is five
 * seconds, and a service at work then holds 50 MiB more for the same processor time (docs/decisions/0082-memory-of-the-embedded-engine.md).
 */
const ENGINE_MEMORY = 'dirty_decay_ms:100,muzzy_decay_ms:0';
/** Failures reach the caller as errors, who logs them once. */
const SILENT = { level: ClickHouseLogLevel.OFF };

/** A ClickHouse server over HTTP. User, password and database come from the address. */
export function connectServer(url: string): Engine {
  const client = createClient({
    url,
    request_timeout: REQUEST_TIMEOUT_MS,
    application: 'sightline',
    log: SILENT,
    clickhouse_settings: { ...ANSWER_SETTINGS, cancel_http_readonly_queries_on_client_close: 1 },
    // A list of thousands of values is too long for an address.
    use_multipart_params_auto: true,
  });
  return {
    client,
    isServer: true,
    insert: async (table, lines, settings) => {
      const clause = Object.entries(settings).map(([name, value]) => `${name} = ${toLiteral(value)}`);
      await client.command({ query: `insert into ${table} settings ${clause.join(', ')} format JSONEachRow\n${lines}` });
    },
    stream: async function* stream(sql) {
      const answer = await client.query({ query: sql, format: 'JSONEachRow' });
      for await (const rows of answer.stream()) yield rows.map(({ text }) => `${text}\n`).join('');
    },
    close: () => client.close(),
  };
}

/** A value as it stands in SQL. */
export function toLiteral(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The engine is one for the process: who opens the same folder again shares it. */
const open = new Map<string, { users: number; engine: Promise<Engine> }>();

/**
 * The ClickHouse engine in this process (chDB), over `<dataDir>/clickhouse`. Its work runs beside
 * the event loop. A process can have one folder open at a time; opening it twice shares it.
 * @throws StoreError `in_use` while another process has the folder open
 */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  await makeDataFolder(dataDir);
  await makePrivateFolder(join(dataDir, 'clickhouse'));
  const folder = await realpath(join(dataDir, 'clickhouse'));
  const shared = open.get(folder) ?? { users: 0, engine: startEmbedded(folder) };
  open.set(folder, shared);
  shared.users += 1;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(folder);
    await (await shared.engine).close();
  };
  try {
    return { ...(await shared.engine), close };
  } catch (error) {
    open.delete(folder);
    throw error;
  }
}

async function startEmbedded(folder: string): Promise<Engine> {
  const lock = await lockFolder(`${folder}.lock`);
  try {
    // Read by the engine's allocator when the library is loaded.
    // oxlint-disable-next-line no-restricted-properties -- set, not read: the library has no other way in
    process.env['JE_MALLOC_CONF'] ??= ENGINE_MEMORY;
    // Loaded only when used: the engine is a library of half a gigabyte.
    const { createChdbConnection } = await import('chdb/connection');
    const connection = createChdbConnection({ path: folder });
    const client = createClient({ connection, log: SILENT } as unknown as Parameters<typeof createClient>[0]);
    for (const [name, value] of Object.entries(ANSWER_SETTINGS)) await client.command({ query: `set ${name} = ${toLiteral(value)}` });
    return {
      client,
      isServer: false,
      insert: async (table, lines, settings) => {
        // Bytes go to the engine as they are; its own threads parse them.
        await connection.chdb.rawInsert({
          table,
          values: Buffer.from(lines),
          format: 'JSONEachRow',
          settings: { ...settings, ...EMBEDDED_INSERT_SETTINGS },
        });
      },
      stream: async function* stream(sql) {
        for await (const chunk of connection.chdb.queryStream(sql, { format: 'JSONEachRow' })) yield chunk.text();
      },
      close: async () => {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
