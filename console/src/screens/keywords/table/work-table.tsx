import { Stack, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useNow } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useLocationNames } from '#data/location-names.ts';
import { useFiltersShown } from '#ui/layout/folded-filters.ts';
import { Grid } from '#ui/grid/grid.tsx';
import { filterRows } from '#ui/grid/columns/order.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { later, useHasBeen } from '#ui/states/later.tsx';
import { toKeywordColumns } from './columns.tsx';
import { placeCompetitors } from './competitors.ts';
import { placeCounted, sayNotCounted } from './counted-columns.ts';
import { FilterPanel } from './filters/filter-panel.tsx';
import { findBadPattern, toTests } from './filters/filters.ts';
import type { Keywords } from './keywords.ts';
import { keywordsSearch } from './search.ts';
import { useGridSource } from './grid-source.ts';
import { useGrouped } from './use-grouped.ts';
import { Averages, BandBlocks } from './sums.tsx';
import { TrafficOfRows } from './traffic-cells.tsx';

const KeywordDrawer = later(async () => (await import('../keyword-drawer.tsx')).KeywordDrawer);
const BulkBar = later(async () => (await import('../actions/bulk-bar.tsx')).BulkBar);

/** The table with its filters, and the open keyword beside it. */
export function WorkTable({ keywords }: { readonly keywords: Keywords }) {
  const { search: filters, setSearch } = useScreenSearch(keywordsSearch);
  const now = useNow();
  const areFiltersShown = useFiltersShown();
  const gridPlace = useGridPlace();
  const toPlaceName = useLocationNames(keywords.columns.location_code);
  const columns = useMemo(() => toKeywordColumns(keywords, now(), toPlaceName), [keywords, now, toPlaceName]);
  const matching = useMemo(() => filterRows(keywords.count, toTests(keywords, filters)), [keywords, filters]);
  const grouped = useGrouped({ keywords, columns, matching, toPlaceName, isWanted: filters.grouped ?? false });
  const place = placeCounted(placeCompetitors(gridPlace, keywords.competitors), keywords);
  const source = useGridSource(filters);
  const notCounted = sayNotCounted(keywords);
  const hasBeenOpen = useHasBeen(filters.open !== undefined);
  const open = useCallback((row: number) => setSearch({ open: keywords.keyOf(row) }), [keywords, setSearch]);
  return (
    <Stack gap="sm">
      {areFiltersShown && <BandBlocks keywords={keywords} filters={filters} onChoose={(band) => setSearch({ band })} />}
      {keywords.competitors?.length === 0 && (
        <Text size="sm" c="dimmed">
          This project has no competitor websites yet. Add them under Assets.
        </Text>
      )}
      {notCounted !== undefined && (
        <Text size="sm" c="dimmed">
          {notCounted}
        </Text>
      )}
      <Grid
        label="Keywords"
        columns={grouped?.columns ?? columns}
        count={grouped?.groups.count ?? keywords.count}
        matching={grouped?.shown ?? matching}
        rowKey={grouped?.groups.keyOf ?? keywords.keyOf}
        lines={grouped?.lines}
        place={place}
        onOpen={open}
        fileName="keywords"
        source={source}
        bulk={(selected, clear) => <BulkBar keywords={keywords} selected={grouped?.listRowKeys(selected) ?? selected} onDone={clear} />}
        tools={<FilterPanel keywords={keywords} filters={filters} onChange={setSearch} />}
        summary={
          <>
            <Averages keywords={keywords} rows={matching} />
            <TrafficOfRows keywords={keywords} rows={matching} />
          </>
        }
        empty={findBadPattern(filters) === undefined ? 'No keywords match these filters.' : 'The regular expression is not valid.'}
      />
      {hasBeenOpen && <KeywordDrawer keywords={keywords} rowKey={filters.open} onClose={() => setSearch({ open: undefined })} />}
    </Stack>
  );
}
