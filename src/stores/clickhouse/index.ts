import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { findScope } from '#kernel/work-scope.ts';
import { StoreError, type StoreFailure } from '../errors.ts';
import { connectServer, openEmbedded, type Engine } from './engine.ts';
import { isServerFault } from './faults.ts';
import { makeQuestionLine, type QuestionLine } from './question-line.ts';
import { DeadlineError, makePatience, StillAwayError, type Patience } from './patience.ts';
import type { AnalyticsQuery, ClickHouse } from './types.ts';

export { toLiteral } from './engine.ts';
export { listPendingOfClickHouse, migrateClickHouse, readClickHouseMigrations, type MigrateClickHouseOptions } from './migrations.ts';

export interface OpenClickHouseOptions {
  /** Unset: the engine in this process, over `<dataDir>/clickhouse`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
  /** A server that does not answer is opened all the same: questions fail until it does. */
  readonly mayBeAway?: boolean;
  /** How long a question of a request waits for a server; 9 s unless given. */
  readonly readMsMax?: number | undefined;
}

/** How our JSON lines are read: dates as JavaScript writes them; a field that no column has is a mistake. */
const LINE_SETTINGS = {
  date_time_input_format: 'best_effort',
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 1,
  async_insert: 0,
};

/** A batch is taken once, also where a view makes the rows of it. */
const ONCE = { insert_deduplicate: 1, deduplicate_blocks_in_dependent_materialized_views: 1 };

/** The engine in our process answers one question with parameters after the other: the second is ready when the first ends. */
const EMBEDDED_SLOTS = 2;
/** The client has ten connections: two are for writes and signs of life. */
const SERVER_SLOTS = 8;
/** About what is answered in ten seconds. */
const WAITING_MAX = 200;

/**
 * Opens the analytics store and checks that it answers. One client and one dialect, whether a
 * server is asked or the engine in this process.
 * @throws StoreError that says what to do, when the store cannot be reached or started
 */
export async function openClickHouse({ url, dataDir, logger, mayBeAway = false, readMsMax }: OpenClickHouseOptions): Promise<ClickHouse> {
  const engine = url === undefined ? await openEmbedded(dataDir) : connectServer(url);
  const line = makeQuestionLine({ slots: engine.isServer ? SERVER_SLOTS : EMBEDDED_SLOTS, waitingMax: WAITING_MAX });
  const clickhouse = makeClickHouse(engine, line, { logger, readMsMax });
  try {
    await clickhouse.ping();
  } catch (error) {
    if (mayBeAway && isUnreachable(error)) return clickhouse;
    await clickhouse.close();
    throw error;
  }
  logger.debug({ embedded: url === undefined }, 'opened ClickHouse');
  return clickhouse;
}

/** The engine in this process lives as long as the process: it is not away. */
const NO_PATIENCE: Patience = { read: (work) => work(new AbortController().signal), findTrouble: () => undefined, close: () => undefined };

function makeClickHouse(
  engine: Engine,
  line: QuestionLine,
  { logger, readMsMax }: Pick<OpenClickHouseOptions, 'logger' | 'readMsMax'>,
): ClickHouse {
  const probe = (signal: AbortSignal): Promise<unknown> => askForLife(engine, signal);
  const patience = engine.isServer ? makePatience({ logger, probe, isFault: isServerFault, readMsMax }) : NO_PATIENCE;
  return {
    query: (question, params) => ask({ engine, line, patience }, question, params),
    insertLines: (table, lines, deduplicationToken) => {
      const settings = { ...LINE_SETTINGS, ...ONCE, insert_deduplication_token: deduplicationToken };
      return line.pass(() => guard('insert', `writing to ${table}`, () => engine.insert(table, lines, settings)));
    },
    streamLines: (sql) => guardStream('a long answer', engine.stream(sql), line),
    command: (sql) => line.pass(() => guard('query', 'a statement', async () => void (await engine.client.command({ query: sql })))),
    ping: () =>
      line.pass(() =>
        guard('unreachable', 'a sign of life', async () => void (await patience.read((signal) => askForLife(engine, signal)))),
      ),
    findTrouble: () => patience.findTrouble(),
    close: async () => {
      patience.close();
      const ended = line.close();
      // A server's question ends with its connection; an engine that is closed under one takes the process with it.
      if (!engine.isServer) await ended;
      await engine.close();
    },
  };
}

async function askForLife({ client }: Engine, signal: AbortSignal): Promise<unknown> {
  return await (await client.query({ query: 'select 1', format: 'JSONEachRow', abort_signal: signal })).text();
}

async function ask<Params, Row>(
  { engine, line, patience }: { readonly engine: Engine; readonly line: QuestionLine; readonly patience: Patience },
  question: AnalyticsQuery<Params, Row>,
  params: Params,
): Promise<Row[]> {
  const bound = question.params.parse(params) as Record<string, unknown>;
  const query = `/* ${question.name} */ ${question.sql}`;
  const read = async (signal: AbortSignal): Promise<unknown[]> => {
    const answer = await engine.client.query({ query, query_params: bound, format: 'JSONEachRow', abort_signal: signal });
    return await answer.json<unknown>();
  };
  const scope = findScope();
  const owner = scope?.isRequest === true ? scope.owner : undefined;
  // A request does not wait as long as the service's own work may.
  const asker = { owner, key: `${owner === undefined} ${query} ${JSON.stringify(bound)}` };
  const rows = await line.ask(asker, () => guard('query', question.name, () => patience.read(read)));
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

async function* guardStream(what: string, pieces: AsyncIterable<string>, line: QuestionLine): AsyncIterable<string> {
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

/** Whether no answer came, the connection broke before it was complete, or the store itself failed. */
function isAway(error: unknown): boolean {
  return error instanceof StillAwayError || error instanceof DeadlineError || isServerFault(error);
}

/** Whether that is a store that cannot be asked now, and may be later. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof StoreError && error.reason === 'unreachable';
}

/** Silence of the store: a deadline passed without an answer. A store that is not there refuses at once. */
export function isSilence(error: unknown): boolean {
  const { cause } = error as Error;
  return (cause instanceof StillAwayError ? cause.cause : cause) instanceof DeadlineError;
}

/** ClickHouse's own number and name of an error. Both engines have them, in classes of their own. */
function codeOf(error: unknown): string {
  const { code, type } = error as { code?: unknown; type?: unknown };
  return typeof code === 'string' && typeof type === 'string' ? ` (${code} ${type})` : '';
}
