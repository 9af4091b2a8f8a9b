import { useMemo } from 'react';
import type { ResearchCluster } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatCount } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
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
    { id: 'name', title: 'Group', kind: 'text', width: 280, value: ({ name }) => name, isOnPhone: true },
    {
      id: 'keywords',
      title: 'Keywords',
      kind: 'number',
      width: 110,
      value: ({ keywords_count: count }) => count,
      reading,
      isOnPhone: true,
    },
    {
      id: 'volume',
      title: 'Monthly searches',
      kind: 'number',
      width: 165,
      value: ({ total_search_volume: volume }) => volume,
      render: ({ total_search_volume: volume }) => (
        <Figure text={formatCount(volume)} says="All keywords of the group together" reading={toReading(run)} />
      ),
      isOnPhone: true,
    },
    { id: 'main', title: 'Main keyword', kind: 'text', width: 240, value: ({ main_keyword: keyword }) => keyword },
    {
      id: 'page',
      title: 'Target page',
      kind: 'text',
      width: 320,
      value: ({ target_url: url }) => url,
      render: ({ target_url: url }) => (url === null ? 'none yet' : <OutsideLink href={url} />),
    },
    { id: 'method', title: 'Grouped by', kind: 'text', width: 140, value: ({ method }) => METHODS[method] },
  ];
}
