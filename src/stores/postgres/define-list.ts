import type { Page } from '#kernel/lists.ts';
import type { Sql } from './types.ts';

interface ListParts<Row, Filter, Item> {
  /** Queries that the list reads from, as they stand after `with`. */
  readonly with?: string;
  readonly columns: string;
  /** From where, and under which conditions: its values are `$1`, `$2` and on. */
  readonly from: string;
  /** No two rows are equal in it, so that no page repeats a row of another. With `lookups`, names of `columns`. */
  readonly order: string;
  /** What only the rows of a page are joined with; they are `page` there and in `columns`, and have the columns of `rows`. */
  readonly lookups?: string;
  /** Where `from` joins tables: the columns of its own one. */
  readonly rows?: string;
  readonly values: (filter: Filter) => readonly unknown[];
  /** Left out: rows are given as they are. */
  readonly toItem?: (row: Row) => Item;
}

/** A list that is read in pages: one condition serves its rows and their number. */
export interface List<Filter, Item> {
  readonly page: (sql: Sql, filter: Filter, page: Page) => Promise<Item[]>;
  readonly count: (sql: Sql, filter: Filter) => Promise<number>;
  /** A page, and how many rows there are on all pages. */
  readonly read: (sql: Sql, filter: Filter, page: Page) => Promise<{ readonly rows: Item[]; readonly total: number }>;
}

/** The two statements of a list. */
export function toListStatements({
  with: sources,
  columns,
  from,
  order,
  lookups,
  rows = '*',
}: Omit<ListParts<never, never, never>, 'values' | 'toItem'>): { readonly page: string; readonly count: string } {
  const before = sources === undefined ? '' : `with ${sources} `;
  const used = Math.max(0, ...[...`${before}${from}`.matchAll(/\$(\d+)/gu)].map(([, number]) => Number(number)));
  const end = `${from} order by ${order} limit $${used + 1} offset $${used + 2}`;
  const count = `${before}select count(*) as total ${from}`;
  if (lookups === undefined) return { page: `${before}select ${columns} ${end}`, count };
  const page = `with ${sources === undefined ? '' : `${sources}, `}page as (select ${rows} ${end})`;
  return { page: `${page} select ${columns} from page ${lookups} order by ${order}`, count };
}

/** @example defineList<Tag, { projectId: string }>({ columns: 'id, name', from: 'from tags where project_id = $1', order: 'name, id', values: ({ projectId }) => [projectId] }) */
export function defineList<Row extends object, Filter = void, Item = Row>(parts: ListParts<Row, Filter, Item>): List<Filter, Item> {
  const { values, toItem } = parts;
  const statements = toListStatements(parts);
  const list: List<Filter, Item> = {
    page: async (sql, filter, { limit, offset }) => {
      const { rows } = await sql.query<Row>(statements.page, [...values(filter), limit, offset]);
      return toItem === undefined ? (rows as unknown as Item[]) : rows.map(toItem);
    },
    count: async (sql, filter) => {
      const { rows } = await sql.query<{ total: number }>(statements.count, [...values(filter)]);
      return rows[0]?.total ?? 0;
    },
    read: async (sql, filter, page) => {
      const [rows, total] = await Promise.all([list.page(sql, filter, page), list.count(sql, filter)]);
      return { rows, total };
    },
  };
  return list;
}
