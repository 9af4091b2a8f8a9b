const TABLE = new URL('../../console/src/screens/keywords/table/', import.meta.url);

/** A filter of the work table, as its address has it. */
export type TableFilters = Readonly<Record<string, unknown>>;

/** What the work table reads out of an answer of the grid. */
export interface TableRows {
  readonly count: number;
  readonly keyOf: (row: number) => string;
}

/** Functions of the console's work table, as the browser runs them. */
export interface BrowserTable {
  readonly readKeywords: (answer: unknown) => TableRows;
  readonly toTests: (rows: TableRows, filters: TableFilters) => ((row: number) => boolean)[];
  readonly toApiFilters: (filters: TableFilters) => Readonly<Record<string, unknown>> | undefined;
  readonly sumTraffic: (
    rows: TableRows,
    some: Iterable<number>,
  ) => {
    readonly visits: number | null;
    readonly keywords: number;
    readonly unknown: number;
  };
}

/** Loads them by address: the console has types of its own, those of a browser. */
export async function loadBrowserTable(): Promise<BrowserTable> {
  const files = ['keywords.ts', 'filters/filters.ts', 'filters/api-filters.ts', 'traffic.ts'];
  const loaded: object[] = await Promise.all(files.map(async (file) => (await import(new URL(file, TABLE).href)) as object));
  return Object.assign({}, ...loaded) as BrowserTable;
}
