import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { findScope } from '#kernel/work-scope.ts';
import { StoreError, type StoreFailure } from '../errors.ts';
import { AWAY_CODES } from '../trouble.ts';
import { connectServer, openEmbedded, type Engine } from './engine.ts';
import { makeLine, type Line } from './line.ts';
import type { AnalyticsQuery, ClickHouse } from './types.ts';

export { toLiteral } from './engine.ts';
export { listPendingOfClickHouse, migrateClickHouse, readClickHouseMigrations } from './migrations.ts';

export interface OpenClickHouseOptions {
  /** Unset: the engine in this process, over `<dataDir>/clickhouse`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
}

/** How our JSON lines are read: dates as JavaScript writes them; a field that no column has is a mistake. */
const LINE_SETTINGS = {
  date_time_input_format: 'best_effort',
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 1,
  async_insert: 0,
};

/** The engine in our process answers one question with parameters after the other: the second is ready when the first ends. */
const EMBEDDED_PLACES = 2;
/** Of the ten connections of the client, the others are for writes and signs of life. */
const SERVER_PLACES = 8;
/** About what is answered in ten seconds. */
const WAITING_MAX = 200;

/**
 * Opens the analytics store and checks that it answers. One client and one dialect, whether a
 * server is asked or the engine in this process.
 * @throws StoreError that says what to do, when the store cannot be reached or started
 */
export async function openClickHouse({ url, dataDir, logger }: OpenClickHouseOptions): Promise<ClickHouse> {
  const engine = url === undefined ? await openEmbedded(dataDir) : connectServer(url);
  const line = makeLine({ places: url === undefined ? EMBEDDED_PLACES : SERVER_PLACES, waitingMax: WAITING_MAX });
  const clickhouse = makeClickHouse(engine, line, url === undefined);
  try {
    await clickhouse.ping();
  } catch (error) {
    await engine.close();
    throw error;
  }
  logger.debug({ embedded: url === undefined }, 'opened ClickHouse');
  return clickhouse;
}

function makeClickHouse(engine: Engine, line: Line, isEmbedded: boolean): ClickHouse {
  return {
    query: (question, params) => ask(engine, line, { question, params }),
    insertLines: (table, lines, deduplicationToken) => {
      const settings = { ...LINE_SETTINGS, insert_deduplicate: 1, insert_deduplication_token: deduplicationToken };
      return line.pass(() => guard('insert', `writing to ${table}`, () => engine.insert(table, lines, settings)));
    },
    streamLines: (sql) => guardStream('a long answer', engine.stream(sql), line),
    command: (sql) => line.pass(() => guard('query', 'a statement', async () => void (await engine.client.command({ query: sql })))),
    ping: () =>
      line.pass(() =>
        guard(
          'unreachable',
          'a sign of life',
          async () => void (await engine.client.query({ query: 'select 1', format: 'JSONEachRow' }).then((answer) => answer.text())),
        ),
      ),
    close: async () => {
      const ended = line.close();
      // A server's question ends with its connection; an engine that is closed under one takes the process with it.
      if (isEmbedded) await ended;
      await engine.close();
    },
  };
}

async function ask<Params, Row>(
  engine: Engine,
  line: Line,
  { question, params }: { readonly question: AnalyticsQuery<Params, Row>; readonly params: Params },
): Promise<Row[]> {
  const bound = question.params.parse(params) as Record<string, unknown>;
  const query = `/* ${question.name} */ ${question.sql}`;
  const owner = findScope()?.turnOwner;
  // A request does not wait as long as the service's own work may.
  const place = { owner, key: `${owner === undefined} ${query} ${JSON.stringify(bound)}` };
  const rows = await line.ask(place, () =>
    guard('query', question.name, async () => {
      const answer = await engine.client.query({ query, query_params: bound, format: 'JSONEachRow' });
      return await answer.json<unknown>();
    }),
  );
  return rows.map((row) => toRow(question, row));
}

function toRow<Params, Row>(question: AnalyticsQuery<Params, Row>, row: unknown): Row {
  const parsed = question.row.safeParse(row);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StoreError('row', `ClickHouse answered ${question.name} with a row of another shape: ${problems.join('; ')}`, {
    cause: parsed.error,
  });
}

async function guard<Result>(reason: StoreFailure, what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw toFailure(reason, what, cause);
  }
}

async function* guardStream(what: string, pieces: AsyncIterable<string>, line: Line): AsyncIterable<string> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  void line.pass(() => ended);
  try {
    yield* pieces;
  } catch (cause) {
    throw toFailure('query', what, cause);
  } finally {
    end();
  }
}

function toFailure(reason: StoreFailure, what: string, cause: unknown): StoreError {
  const text = `ClickHouse failed at ${what}${codeOf(cause)}: ${messageOf(cause)}`;
  return new StoreError(isAway(cause) ? 'unreachable' : reason, text, { cause });
}

/** Whether no answer came, or the connection broke before it was complete. ClickHouse's own errors have numbers. */
function isAway(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && AWAY_CODES.has(code)) || /^(?:Timeout error|socket hang up)/iu.test(messageOf(error));
}

/** ClickHouse's own number and name of an error. Both engines have them, in classes of their own. */
function codeOf(error: unknown): string {
  const { code, type } = error as { code?: unknown; type?: unknown };
  return typeof code === 'string' && typeof type === 'string' ? ` (${code} ${type})` : '';
}
