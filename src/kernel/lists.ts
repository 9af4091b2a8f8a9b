/** Which part of a list is wanted. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A list in its order as groups of at most `size`. */
export function toGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_none, at) => items.slice(at * size, (at + 1) * size));
}

/** Rows of a page, with what each row of the list says of all of them. */
export interface CountedPage<Row> {
  readonly rows: readonly Row[];
  /** Any row of the list; undefined: it has none. */
  readonly some: Row | undefined;
  readonly total: number;
}

/** A page of rows that each say how many there are in all. Past the end there is none that could: then the first of the list is asked. */
export async function readCountedPage<Row extends { readonly total: number }>(
  page: Page,
  read: (page: Page) => Promise<readonly Row[]>,
): Promise<CountedPage<Row>> {
  const rows = await read(page);
  const [some] = rows.length > 0 || page.offset === 0 ? rows : await read({ limit: 1, offset: 0 });
  return { rows, some, total: some?.total ?? 0 };
}
