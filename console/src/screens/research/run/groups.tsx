import { useMemo } from 'react';
import type { ResearchCluster } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatCount } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { runSearch } from '../index.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toReading } from '../keyword-columns.tsx';
import type { Run } from './run.tsx';

const METHODS = { shared_results: 'same results', embedding: 'same meaning' } as const;

/** Groups of keywords that one page can serve. A row leads to its keywords. */
export function Groups({ run, groups, total }: { readonly run: Run; readonly groups: readonly ResearchCluster[]; readonly total: number }) {
  const { setSearch } = useScreenSearch(runSearch);
  const place = useGridPlace();
  const columns = useMemo(() => toColumns(run), [run]);
  return (
    <RowsGrid
      label="Groups"
      rows={groups}
      total={total}
      columns={columns}
      rowKey={({ cluster_id: id }) => id}
      place={place}
      fileName="keyword-groups"
      onOpen={({ cluster_id: group }) => setSearch({ tab: 'keywords', group, sort: undefined, columns: undefined }, { isNewEntry: true })}
      empty={<Empty title="No groups">The keywords of this run have nothing in common, or were not grouped.</Empty>}
    />
  );
}

function toColumns(run: Run): RowColumn<ResearchCluster>[] {
  const reading = (): Reading => ({ computedFrom: 'the keywords of the run', checkedAt: toReading(run).checkedAt });
  return [
    column.text('name', 'Group', 280, { isOnPhone: true }),
    column.count('keywords', 'Keywords', 110, { of: 'keywords_count', isOnPhone: true, reading }),
    column.count('volume', 'Monthly searches', 165, {
      of: 'total_search_volume',
      isOnPhone: true,
      render: ({ total_search_volume: volume }) => (
        <Figure text={formatCount(volume)} says="All keywords of the group together" reading={toReading(run)} />
      ),
    }),
    column.text('main', 'Main keyword', 240, { of: 'main_keyword' }),
    column.text('page', 'Target page', 320, {
      of: 'target_url',
      render: ({ target_url: url }) => (url === null ? 'none yet' : <OutsideLink href={url} />),
    }),
    column.text('method', 'Grouped by', 140, { of: ({ method }) => METHODS[method] }),
  ];
}
