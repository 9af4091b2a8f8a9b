import { getDebugSchema, type GetDebugSchemaResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';

type Table = GetDebugSchemaResponse['tables'][number];

const COLUMNS: readonly RowColumn<Table>[] = [
  { id: 'name', title: 'Table', kind: 'text', width: 300, value: ({ name }) => name },
  { id: 'store', title: 'Store', kind: 'text', width: 130, value: ({ store }) => store, isOnPhone: true },
  { id: 'columns', title: 'Columns', kind: 'number', width: 100, value: ({ column_count: columns }) => columns, isOnPhone: true },
  { id: 'rows', title: 'Rows, about', kind: 'number', width: 130, value: ({ rows_estimate: rows }) => rows, isOnPhone: true },
];

const toKey = ({ store, name }: Table): string => `${store} ${name}`;

/** The tables of both stores. */
export function Schema() {
  const answer = useAnswer(getDebugSchema, {});
  const place = useLocalPlace({ sort: '-rows' });
  return (
    <Answered answer={answer} height={320}>
      {({ tables, table_count: count, warning }) => (
        <Section title={`${formatCount(count)} tables`}>
          {warning}
          <RowsGrid label="Tables" rows={tables} columns={COLUMNS} rowKey={toKey} place={place} fileName="tables" />
        </Section>
      )}
    </Answered>
  );
}
