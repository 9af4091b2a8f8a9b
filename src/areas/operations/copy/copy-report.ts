import { addCounts, NO_COUNTS, type CopyCounts } from './copy-part.ts';

/** What a day of a source came to. */
export interface CopiedDay extends CopyCounts {
  readonly source: string;
  readonly day: string;
}

/** A source over all its days, as it is shown. */
export interface CopyTable {
  readonly source: string;
  readonly table: string;
  readonly days: number;
  readonly rows: number;
  readonly missing_rows: number;
  readonly copied_rows: number;
  readonly different: number;
  readonly extra_rows: number;
  readonly checksum: string;
  readonly stored_checksum: string;
  readonly verified: boolean;
  /** Days on which the stores were or are not the same. */
  readonly unequal_days: readonly {
    readonly day: string;
    readonly missing_rows: number;
    readonly copied_rows: number;
    readonly checksum: string;
    readonly stored_checksum: string;
  }[];
}

/** The result of a copy, as its workflow keeps it and its endpoint answers it. */
export interface CopyReport {
  readonly dry_run: boolean;
  /** Both stores have the same of everything that was compared. */
  readonly verified: boolean;
  readonly missing_rows: number;
  readonly copied_rows: number;
  /** Workflows that worked out what follows from other rows, and how many rows that was. */
  readonly replays: number;
  readonly replayed_rows: number;
  readonly tables: readonly CopyTable[];
}

/** How a workflow ended that was to fill a gap, and how many rows it wrote. */
export interface Replay {
  readonly isComplete: boolean;
  readonly rows: number;
}

/** @param settled sources whose gaps were filled by workflows that all ended well */
export function toReport(
  sources: readonly { readonly name: string; readonly table: string }[],
  days: readonly CopiedDay[],
  {
    isDryRun,
    replays,
    settled,
  }: { readonly isDryRun: boolean; readonly replays: readonly Replay[]; readonly settled: ReadonlySet<string> },
): CopyReport {
  const tables = sources.map(({ name, table }) =>
    toTable(
      { name, table, isSettled: settled.has(name) },
      days.filter(({ source }) => source === name),
    ),
  );
  const sum = (of: (table: CopyTable) => number): number => tables.reduce((total, table) => total + of(table), 0);
  return {
    dry_run: isDryRun,
    verified: tables.every(({ verified }) => verified),
    missing_rows: sum((table) => table.missing_rows),
    copied_rows: sum((table) => table.copied_rows),
    replays: replays.length,
    replayed_rows: replays.reduce((total, { rows }) => total + rows, 0),
    tables,
  };
}

/** A settled source is verified: what its workflows left out has nothing to be worked out from. */
function toTable(
  { name, table, isSettled }: { readonly name: string; readonly table: string; readonly isSettled: boolean },
  days: readonly CopiedDay[],
): CopyTable {
  const all = days.reduce<CopyCounts>(addCounts, NO_COUNTS);
  return {
    source: name,
    table,
    days: days.length,
    rows: all.rows,
    missing_rows: all.missing,
    copied_rows: all.copied,
    different: all.different,
    extra_rows: all.extra,
    checksum: toText(all.sourceSum),
    stored_checksum: toText(all.storedSum),
    verified: isSettled || (all.sourceSum === all.storedSum && days.every(({ sourceSum, storedSum }) => sourceSum === storedSum)),
    unequal_days: days
      .filter(({ missing, sourceSum, storedSum }) => missing > 0 || sourceSum !== storedSum)
      .map((one) => ({
        day: one.day,
        missing_rows: one.missing,
        copied_rows: one.copied,
        checksum: toText(one.sourceSum),
        stored_checksum: toText(one.storedSum),
      })),
  };
}

function toText(sum: number): string {
  return sum.toString(16).padStart(12, '0');
}
