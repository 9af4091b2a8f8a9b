import { createHash } from 'node:crypto';
import type { AppContext } from '#context';
import type { CopyByRows, CopySource } from '#stores/copy-types.ts';
import { listStoredRows, listStoredUnits, type StoredUnit } from './analytics.ts';
import { listRecords, listUnits, type CopyUnit } from './store.ts';

/** What a part of a copy came to. Counts of one day are added up over its parts. */
export interface CopyCounts {
  readonly units: number;
  /** By PostgreSQL. */
  readonly rows: number;
  /** Rows that ClickHouse lacked. */
  readonly missing: number;
  readonly copied: number;
  /** Units that say something else in ClickHouse; they stay as they are. */
  readonly different: number;
  /** Rows that ClickHouse has more than once, or of its own. */
  readonly extra: number;
  /** Sums over the units, comparable when ClickHouse has all of them. */
  readonly sourceSum: number;
  readonly storedSum: number;
}

export interface CopyPart extends CopyCounts {
  /** The last key, to go on after; `undefined`: the day is done. */
  readonly last: string | undefined;
  /** For whom a workflow is needed, where workflows fill the source. */
  readonly subjects: readonly string[];
}

export interface PartQuestion {
  readonly source: CopySource;
  readonly day: string;
  readonly after: string;
  readonly isDryRun: boolean;
}

export const NO_COUNTS: CopyCounts = { units: 0, rows: 0, missing: 0, copied: 0, different: 0, extra: 0, sourceSum: 0, storedSum: 0 };

/** Units in one question to ClickHouse: a server takes at most 128 kB of keys. */
const UNITS_PER_QUESTION = 500;
/** A step ends after so many, so that a pause does not wait long. */
const UNITS_PER_PART = 10_000;

type CopyContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox'>;

/**
 * Compares some units of a day in both stores and writes the rows that ClickHouse lacks. Doing it again writes
 * nothing more, wherever the first time was interrupted: what is on its way is let arrive before anything counts as
 * missing.
 */
export async function copyPart(ctx: CopyContext, { source, day, after, isDryRun }: PartQuestion): Promise<CopyPart> {
  const units = await listUnits(ctx.postgres, source.units, { day, after, limit: UNITS_PER_PART });
  let counts = NO_COUNTS;
  const subjects = new Set<string>();
  for (let at = 0; at < units.length; at += UNITS_PER_QUESTION) {
    const done = await copyUnits(ctx, { source, day, units: units.slice(at, at + UNITS_PER_QUESTION), isDryRun });
    counts = addCounts(counts, done.counts);
    for (const subject of done.subjects) subjects.add(subject);
  }
  return { ...counts, last: units.length < UNITS_PER_PART ? undefined : units.at(-1)?.key, subjects: [...subjects].toSorted() };
}

export function addCounts(one: CopyCounts, other: CopyCounts): CopyCounts {
  return {
    units: one.units + other.units,
    rows: one.rows + other.rows,
    missing: one.missing + other.missing,
    copied: one.copied + other.copied,
    different: one.different + other.different,
    extra: one.extra + other.extra,
    sourceSum: (one.sourceSum + other.sourceSum) % SUM_RANGE,
    storedSum: (one.storedSum + other.storedSum) % SUM_RANGE,
  };
}

interface UnitsQuestion extends Omit<PartQuestion, 'after'> {
  readonly units: readonly CopyUnit[];
}

type Stored = ReadonlyMap<string, StoredUnit>;

async function copyUnits(ctx: CopyContext, question: UnitsQuestion): Promise<{ counts: CopyCounts; subjects: readonly string[] }> {
  const { source, units, isDryRun } = question;
  let stored = await readStored(ctx, question);
  if (units.some((unit) => lacks(unit, stored))) {
    // A unit and its rows are written in one transaction: what lies in the outbox is not missing.
    await ctx.outbox.flush();
    stored = await readStored(ctx, question);
  }
  const lacking = units.filter((unit) => lacks(unit, stored));
  const missing = lacking.reduce((sum, unit) => sum + unit.rows - (stored.get(unit.key)?.rows ?? 0), 0);
  const { fill } = source;
  if (fill.kind === 'workflow')
    return { counts: count(source, { units, stored, missing, copied: 0 }), subjects: lacking.map(({ key }) => fill.subjectOf(key)) };
  if (lacking.length === 0 || isDryRun) return { counts: count(source, { units, stored, missing, copied: 0 }), subjects: [] };
  const copied = await writeRows(ctx, { ...question, units: lacking }, { fill, stored });
  return { counts: count(source, { units, stored: await readStored(ctx, question), missing, copied }), subjects: [] };
}

async function readStored({ clickhouse }: CopyContext, { source, day, units }: UnitsQuestion): Promise<Stored> {
  return new Map((await listStoredUnits(clickhouse, source, day, units)).map((unit) => [unit.key, unit]));
}

function lacks(unit: CopyUnit, stored: Stored): boolean {
  return (stored.get(unit.key)?.rows ?? 0) < unit.rows;
}

/** Writes the rows that are not there, through the outbox: the same way and as safe as the first time. */
async function writeRows(
  { postgres, clickhouse, outbox }: CopyContext,
  { source, day, units }: UnitsQuestion,
  { fill, stored }: { readonly fill: CopyByRows; readonly stored: Stored },
): Promise<number> {
  const { id = [] } = fill;
  const partly = units.filter(({ key }) => stored.has(key));
  const [records, known] = await Promise.all([
    listRecords(postgres, source.units, fill, units),
    partly.length === 0 ? [] : listStoredRows(clickhouse, source, id, { day, units: partly }),
  ]);
  // A row that is there once takes one row of its name away, not all.
  const left = Map.groupBy(known, (row) => `${row.key} ${row.id}`);
  const missing = records
    .flatMap((record) => fill.toRows(record))
    .filter((row) => left.get(`${toName(row, source.stored.key)} ${toName(row, id)}`)?.pop() === undefined);
  await postgres.transaction((tx) => outbox.append(tx, source.table, missing));
  await outbox.flush();
  return missing.length;
}

/** The values of columns as one text, as ClickHouse makes it (`analytics.ts`). */
function toName(row: object, columns: readonly string[]): string {
  return columns.map((column) => String((row as Readonly<Record<string, string | number | undefined>>)[column] ?? '')).join('|');
}

interface Compared {
  readonly units: readonly CopyUnit[];
  readonly stored: Stored;
  readonly missing: number;
  readonly copied: number;
}

function count({ stored: { mayHaveMore = false } }: CopySource, { units, stored, missing, copied }: Compared): CopyCounts {
  let counts: CopyCounts = { ...NO_COUNTS, units: units.length, missing, copied };
  for (const unit of units) {
    const found = stored.get(unit.key) ?? { key: unit.key, rows: 0, content: '' };
    const rows = mayHaveMore ? Math.min(found.rows, unit.rows) : found.rows;
    counts = addCounts(counts, {
      ...NO_COUNTS,
      rows: unit.rows,
      different: rows >= unit.rows && rows > 0 && found.content !== unit.content ? 1 : 0,
      extra: Math.max(0, rows - unit.rows),
      sourceSum: toSum(unit),
      storedSum: rows === 0 && unit.rows > 0 ? 0 : toSum({ key: unit.key, rows, content: rows === 0 ? unit.content : found.content }),
    });
  }
  return counts;
}

/** Sums stay exact in a JavaScript number. */
const SUM_RANGE = 2 ** 48;
const SUM_BYTES = 5;

function toSum({ key, rows, content }: StoredUnit): number {
  return createHash('sha256').update(`${key}\n${rows}\n${content}`).digest().readUIntBE(0, SUM_BYTES);
}
