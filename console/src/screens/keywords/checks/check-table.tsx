import { useMemo } from 'react';
import { useNow } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatPlural } from '#data/format.ts';
import { useLocationNames } from '#data/location-names.ts';
import { Distribution } from '#ui/charts/distribution.tsx';
import { Grid } from '#ui/grid/grid.tsx';
import { filterRows } from '#ui/grid/columns/order.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { later } from '#ui/states/later.tsx';
import { toKeywordColumns } from '../table/columns.tsx';
import type { Keywords } from '../table/keywords.ts';
import { isInState } from './plan.ts';
import { checksSearch, type CheckState } from './search.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';

const BulkBar = later(async () => (await import('../actions/bulk-bar.tsx')).BulkBar);

const BLOCKS: readonly { readonly id: CheckState; readonly label: string; readonly color: string }[] = [
  { id: 'failed', label: 'Failed', color: 'var(--band-failed)' },
  { id: 'due', label: 'Due now', color: 'var(--chart-0)' },
  { id: 'pending', label: 'Never checked', color: 'var(--band-pending)' },
  { id: 'manual', label: 'Manual only', color: 'var(--band-not_found)' },
];
const MARKET = ['device', 'language_code', 'location', 'engine', 'channel'];
/** Columns of the work table that say how a check goes. */
const SHOWN = ['keyword', ...MARKET, 'position', 'checked', 'next', 'interval', 'depth', 'strategy', 'provider', 'monthly', 'error'];

/** Keywords by check status. */
export function CheckTable({ keywords }: { readonly keywords: Keywords }) {
  const { search, setSearch } = useScreenSearch(checksSearch);
  const now = useNow();
  const nowMs = now().getTime();
  const toPlaceName = useLocationNames(keywords.columns.location_code);
  const columns = useMemo(() => toColumns(keywords, new Date(nowMs), toPlaceName), [keywords, nowMs, toPlaceName]);
  const states = search.state;
  const matching = useMemo(
    () => filterRows(keywords.count, states?.length ? [(row) => states.some((state) => isInState(keywords, row, state, nowMs))] : []),
    [keywords, states, nowMs],
  );
  const blocks = BLOCKS.map((block) => ({
    ...block,
    count: filterRows(keywords.count, [(row) => isInState(keywords, row, block.id, nowMs)]).length,
  }));
  return (
    <>
      <Distribution
        label="Keywords by check status"
        blocks={blocks}
        total={keywords.count}
        reading={{ computedFrom: `the plans of ${formatPlural(keywords.count, 'keyword')}`, checkedAt: now().toISOString() }}
        chosen={states ?? []}
        onChoose={(chosen) => setSearch({ state: chosen.length > 0 ? chosen : undefined })}
      />
      <Grid
        label="Checks"
        columns={columns}
        count={keywords.count}
        matching={matching}
        rowKey={keywords.keyOf}
        place={useGridPlace()}
        fileName="checks"
        bulk={(selected, clear) => <BulkBar keywords={keywords} selected={selected} onDone={clear} />}
        empty="No checks in this state."
      />
    </>
  );
}

function toColumns(keywords: Keywords, now: Date, toPlaceName: (code: number) => string) {
  const error: Column = column.text('error', 'Why it failed', 260, { of: (row) => keywords.textOf('error', row) });
  const all = [...toKeywordColumns(keywords, now, toPlaceName), error];
  return SHOWN.flatMap((id) => all.filter((one) => one.id === id)).map((one) => ({ ...one, isHidden: MARKET.includes(one.id) }));
}
