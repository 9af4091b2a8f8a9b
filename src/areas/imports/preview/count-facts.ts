import type { KeywordFacts, Reading, TotalFacts } from '../formats/format.ts';

const TOTALS_SHOWN = 10;

/** What a file says beside positions. */
export interface PreviewFacts {
  /** Keywords with tags, with a star, with a number of searches, and with a range of them. */
  readonly keywordFacts: { readonly tagged: number; readonly starred: number; readonly volumes: number; readonly ranges?: number };
  /** Notes of people beside days. */
  readonly notes: number;
  /** Clicks and impressions of a span of days; none of them becomes a point. */
  readonly totals: readonly PreviewTotals[];
}

/** A table of such totals: its sums, and its first rows. */
export interface PreviewTotals {
  readonly table: TotalFacts['table'];
  readonly rows: number;
  readonly clicks: number;
  readonly impressions: number;
  readonly first: readonly Omit<TotalFacts, 'table'>[];
}

export const NO_PREVIEW_FACTS: PreviewFacts = { keywordFacts: { tagged: 0, starred: 0, volumes: 0, ranges: 0 }, notes: 0, totals: [] };

/** Counts what a file says beside positions. */
export function makeFactCounter(): { seeKeyword(facts: KeywordFacts): void; see(reading: Reading): void; list(): PreviewFacts } {
  const keywordFacts = { tagged: 0, starred: 0, volumes: 0, ranges: 0 };
  const tables = new Map<string, { rows: number; clicks: number; impressions: number; first: Omit<TotalFacts, 'table'>[] }>();
  let notes = 0;
  return {
    seeKeyword: ({ tags, starred, volume, volumeMin }) => {
      if (tags.length > 0) keywordFacts.tagged += 1;
      if (starred) keywordFacts.starred += 1;
      if (volume !== null) keywordFacts.volumes += 1;
      if (volumeMin !== null) keywordFacts.ranges += 1;
    },
    see: (reading) => {
      if (reading.kind === 'note') notes += 1;
      if (reading.kind !== 'total') return;
      const { table, name, clicks, impressions, ctr, position } = reading;
      const sums = tables.get(table) ?? { rows: 0, clicks: 0, impressions: 0, first: [] };
      tables.set(table, sums);
      sums.rows += 1;
      sums.clicks += clicks;
      sums.impressions += impressions;
      if (sums.first.length < TOTALS_SHOWN) sums.first.push({ name, clicks, impressions, ctr, position });
    },
    list: () => ({
      keywordFacts,
      notes,
      totals: [...tables].map(([table, sums]) => ({ table: table as TotalFacts['table'], ...sums })),
    }),
  };
}
