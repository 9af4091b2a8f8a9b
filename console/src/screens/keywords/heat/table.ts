import { formatPlural } from '#data/format.ts';
import { toColumns, type Column } from '#ui/grid/columns/column.ts';
import { column, type FieldOf } from '#ui/grid/columns/kinds.ts';
import { describeByte } from '#ui/charts/position-bands.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import type { Heat } from './orders.ts';
import type { Series } from '../history/history.ts';

/** A row for each keyword. Its days are in CSV, and in the table when they are picked. */
export function toTable({ days, to, rows: markets }: Series, { rows, values }: Heat, groups: readonly (string | null)[]): Column[] {
  const number = (id: FieldOf<Heat['rows'][number], number>, title: string): Column =>
    column.count(id, title, 110, {
      of: (row) => rows[row]?.[id] ?? null,
      reading: (row) => {
        const { daysFound = 0, daysNotFound = 0 } = rows[row] ?? {};
        return { computedFrom: `the good checks of ${formatPlural(daysFound + daysNotFound, 'day')}`, day: to };
      },
    });
  return [
    column.text('keyword', 'Keyword', 280, { of: (row) => rows[row]?.label ?? null }),
    ...toColumns(markets, MARKET_COLUMNS),
    ...(groups.length === 0 ? [] : [column.text('group', 'Group', 220, { of: (row) => groups[row] ?? null }) satisfies Column]),
    number('first', 'First'),
    number('last', 'Last'),
    number('best', 'Best'),
    number('change', 'Change'),
    number('daysFound', 'Days found'),
    number('daysNotFound', 'Not found'),
    number('daysFailed', 'Failed'),
    number('daysUnchecked', 'Not checked'),
    ...days.map((day, at): Column =>
      column.text(day, day, 110, { of: (row) => describeByte(values[row * days.length + at]), isHidden: true }),
    ),
  ];
}
