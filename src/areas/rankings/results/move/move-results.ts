import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { toResultRows } from '../../copy/run-pages.ts';
import { fromStoredResults } from '../../runs/serp-run.ts';
import { appendLines, listStoredDetails, listStoredRows } from '../analytics.ts';
import { toDetailsLine } from '../result-details.ts';
import { fromResultLine, toItems, toRowName } from '../result-row.ts';
import { listUnmovedRuns, updateMoved, type Cursor, type UnmovedRun } from './store.ts';

/** Some ten megabytes of text. */
const ROUND = 100;

export interface MovedRound {
  readonly moved: number;
  /** Undefined: none is left behind it. */
  readonly last: Cursor | undefined;
}

/**
 * Moves results of earlier releases, and of archives, out of PostgreSQL: ClickHouse gets what it lacks of them, and they leave
 * PostgreSQL when they were read back as they are. What comes back otherwise stays until its run is no longer kept. May be broken off
 * at any moment: readers find the same results before and after.
 */
export async function moveResults(
  { postgres, clickhouse, outbox }: Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox'>,
  after: Cursor,
): Promise<MovedRound> {
  const runs = await listUnmovedRuns(postgres, after, ROUND);
  const last = runs.at(-1);
  if (last === undefined) return { moved: 0, last: undefined };
  const pages = runs.map((run) => ({ run, items: fromStoredResults(run.results) }));
  const filled = pages.filter(({ items }) => items.length > 0);
  await appendLines(clickhouse, 'serp_run_details', { lines: filled.map(toLine), token: toToken('details', runs) });
  let stored = await listStoredRows(clickhouse, filled.map(toStoredRun));
  const lacks = ({ run, items }: UnmovedPage): boolean => (stored.get(run.id)?.length ?? 0) < items.length;
  if (filled.some(lacks)) {
    // What lies in the outbox is not missing.
    await outbox.flush();
    stored = await listStoredRows(clickhouse, filled.map(toStoredRun));
    const missing = filled.filter(lacks).flatMap((page) => toMissing(page, stored));
    await appendLines(clickhouse, 'serp_runs', { lines: missing, token: toToken('results', runs, missing.length) });
    if (missing.length > 0) stored = await listStoredRows(clickhouse, filled.map(toStoredRun));
  }
  const details = await listStoredDetails(clickhouse, filled.map(toStoredRun));
  const whole = pages.filter(({ run, items }) => isSame(items, toItems(stored.get(run.id) ?? [], details.get(run.id))));
  const moved = await updateMoved(
    postgres,
    whole.map(({ run, items }) => ({ id: run.id, checkTs: run.checkTs, count: items.length })),
  );
  return { moved, last: runs.length < ROUND ? undefined : last };
}

interface UnmovedPage {
  readonly run: UnmovedRun;
  readonly items: readonly SerpItem[];
}

function toLine({ run, items }: UnmovedPage): string {
  return toDetailsLine(run.keywordId, run, items);
}

function toStoredRun({ run: { id, keywordId, checkDate } }: UnmovedPage) {
  return { id, keywordId, checkDate };
}

function toToken(what: string, runs: readonly UnmovedRun[], count = runs.length): string {
  return hashId(`${what}:`, [String(count), ...runs.map(({ id }) => id)]);
}

/** The lines of a page that ClickHouse lacks. A row that is there once takes one line of its name away, not all. */
function toMissing({ run }: UnmovedPage, stored: Awaited<ReturnType<typeof listStoredRows>>): string[] {
  const known = Map.groupBy(stored.get(run.id) ?? [], toRowName);
  return toResultRows(run)
    .map((row) => JSON.stringify(row))
    .filter((line) => known.get(toRowName(fromResultLine(line)))?.pop() === undefined);
}

/** ClickHouse keeps ratings as single numbers, and no empty texts. */
function isSame(items: readonly SerpItem[], stored: readonly SerpItem[]): boolean {
  const toText = (page: readonly SerpItem[]): string =>
    JSON.stringify(page, (_key, value: unknown) => (typeof value === 'number' ? Math.fround(value) : value === '' ? null : value));
  return toText(items) === toText(stored);
}
