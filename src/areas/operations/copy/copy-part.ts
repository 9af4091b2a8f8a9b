import { createHash } from 'node:crypto';
import type { AppContext } from '#context';
import type { CopyByRows, CopyRow, CopySource, CopyUnit, StoredUnit } from '#stores/copy-types.ts';

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
  /** Of a source that is filled by workflows: for whom one is needed. */
  readonly subjects: readonly string[];
}

export interface PartQuestion {
  readonly source: CopySource;
  readonly day: string;
  readonly after: string;
  readonly isDryRun: boolean;
}

export const NO_COUNTS: CopyCounts = { units: 0, rows: 0, missing: 0, copied: 0, different: 0, extra: 0, sourceSum: 0, storedSum: 0 };

/** So many units are asked of ClickHouse at once: their ids travel in the address. */
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
  let counts = NO_COUNTS;
  let last: string | undefined = after;
  const subjects = new Set<string>();
  while (last !== undefined && counts.units < UNITS_PER_PART) {
    const units = await source.listUnits(ctx.postgres, { day, after: last, limit: UNITS_PER_QUESTION });
    last = units.length < UNITS_PER_QUESTION ? undefined : units.at(-1)?.key;
    if (units.length === 0) break;
    const done = await copyUnits(ctx, { source, day, units, isDryRun });
    counts = addCounts(counts, done.counts);
    for (const subject of done.subjects) subjects.add(subject);
  }
  return { ...counts, last, subjects: [...subjects].toSorted() };
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
  const { source, day, units, isDryRun } = question;
  let stored = await readStored(ctx, source, { day, units });
  let lacking = units.filter((unit) => lacks(unit, stored));
  if (lacking.length > 0) {
    // A unit and its rows are written in one transaction: what lies in the outbox is not missing.
    await ctx.outbox.flush();
    stored = new Map([...stored, ...(await readStored(ctx, source, { day, units: lacking }))]);
    lacking = lacking.filter((unit) => lacks(unit, stored));
  }
  const missing = lacking.reduce((sum, unit) => sum + unit.rows - (stored.get(unit.key)?.rows ?? 0), 0);
  const { fill } = source;
  if (fill.kind === 'workflow')
    return { counts: count(source, { units, stored, missing, copied: 0 }), subjects: lacking.map(fill.subjectOf) };
  if (lacking.length === 0 || isDryRun) return { counts: count(source, { units, stored, missing, copied: 0 }), subjects: [] };
  const copied = await writeRows(ctx, { table: source.table, fill, day, lacking, stored });
  stored = new Map([...stored, ...(await readStored(ctx, source, { day, units: lacking }))]);
  return { counts: count(source, { units, stored, missing, copied }), subjects: [] };
}

async function readStored(
  { clickhouse }: CopyContext,
  source: CopySource,
  { day, units }: { readonly day: string; readonly units: readonly CopyUnit[] },
): Promise<Stored> {
  return new Map((await source.listStored(clickhouse, day, units)).map((unit) => [unit.key, unit]));
}

function lacks(unit: CopyUnit, stored: Stored): boolean {
  return (stored.get(unit.key)?.rows ?? 0) < unit.rows;
}

interface Lack {
  readonly table: string;
  readonly fill: CopyByRows;
  readonly day: string;
  readonly lacking: readonly CopyUnit[];
  readonly stored: Stored;
}

/** Writes the rows that are not there, through the outbox: the same way and as safe as the first time. */
async function writeRows({ postgres, clickhouse, outbox }: CopyContext, { table, fill, day, lacking, stored }: Lack): Promise<number> {
  const partly = lacking.filter(({ key }) => stored.has(key));
  const [rows, known] = await Promise.all([
    fill.listRows(postgres, lacking),
    partly.length === 0 ? [] : fill.listStoredIds(clickhouse, day, partly),
  ]);
  const missing = without(rows, known);
  await postgres.transaction((tx) =>
    outbox.append(
      tx,
      table,
      missing.map(({ row }) => row),
    ),
  );
  await outbox.flush();
  return missing.length;
}

/** A row that is there once takes one row of its id away, not all. */
function without(rows: readonly CopyRow[], known: readonly Omit<CopyRow, 'row'>[]): CopyRow[] {
  const left = new Map<string, number>();
  const toName = ({ key, id }: Omit<CopyRow, 'row'>): string => `${key} ${id}`;
  for (const row of known) left.set(toName(row), (left.get(toName(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const there = left.get(toName(row)) ?? 0;
    if (there > 0) left.set(toName(row), there - 1);
    return there === 0;
  });
}

interface Compared {
  readonly units: readonly CopyUnit[];
  readonly stored: Stored;
  readonly missing: number;
  readonly copied: number;
}

function count({ mayHaveMore }: CopySource, { units, stored, missing, copied }: Compared): CopyCounts {
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
