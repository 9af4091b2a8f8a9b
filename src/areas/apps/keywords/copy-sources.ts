import { byUtcDay, type CopySource } from '#stores/copy-types.ts';
import { toPositionRows } from './position-rows.ts';
import type { SearchPosition, StoreSearch } from './search.ts';

interface ReadSearch extends StoreSearch {
  readonly places: readonly SearchPosition[];
  readonly checkedDepth: number;
  readonly searchedAt: Date;
}

/** The newest search for each term that ClickHouse should have, and how its positions are made again. */
export const searchSources: readonly CopySource[] = [
  {
    name: 'app_keyword_positions',
    table: 'app_keyword_positions',
    units: {
      from: 'app_searches search',
      where: 'search.places is not null',
      ...byUtcDay('search.searched_at'),
      key: `concat_ws('|', search.owner_id, search.platform, search.storefront, search.language_code, search.keyword,
        to_char(search.searched_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'))`,
      lookup: 'search.keyword',
      // One for the search, one for each position.
      rows: '1 + jsonb_array_length(search.places)',
      content: 'search.checked_depth::text',
    },
    stored: {
      key: ['owner_id', 'platform', 'storefront', 'language_code', 'keyword', 'checked_at'],
      lookup: 'keyword',
      day: 'check_date',
      content: 'toString(any(checked_depth))',
    },
    fill: {
      kind: 'rows',
      columns: `search.owner_id, search.platform, search.storefront, search.language_code, search.keyword,
        search.places, search.checked_depth, search.searched_at`,
      toRows: ({ places, checkedDepth, searchedAt, ...search }: ReadSearch) =>
        toPositionRows(search, { state: 'read', positions: places, checkedDepth, costUsd: null }, searchedAt),
      id: ['app_id', 'position'],
    },
  },
];
