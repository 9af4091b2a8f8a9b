import { useMemo } from 'react';
import { getAppStoreCategories, type GetAppsByAppIdResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatDay, formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { sayChange, type Said } from './say-change.ts';

type Known = GetAppsByAppIdResponse;
type Change = Known['changes'][number];

/** More categories no answer holds. */
const CATEGORIES_MAX = 1000;

/** What the store changed of the app between two readings. */
export function Changes({ known }: { readonly known: Known }) {
  const { changes, app_id: appId, platform, storefront, currency, ratings, start_date: from, end_date: to } = known;
  const days = new Set(ratings.map(({ date }) => date)).size;
  const place = useGridPlace();
  const isNamed = changes.some(({ field }) => field.includes('categor'));
  const query = { platform, storefront, limit: CATEGORIES_MAX };
  const { data } = useAnswer(getAppStoreCategories, { query }, { isWanted: isNamed });
  const columns = useMemo(() => {
    const names = new Map(data?.categories.map(({ category_id: id, name }) => [id, name]));
    return toColumns((field, value) => sayChange({ field, value, names, currency }));
  }, [data, currency]);
  return (
    <RowsGrid
      label="What changed"
      rows={changes}
      columns={columns}
      rowKey={({ changed_at: at, field }) => `${at} ${field}`}
      place={place}
      fileName="changes"
      subject={appId}
      empty={<NoChange days={days} from={from} to={to} />}
    />
  );
}

/** A change is seen between two readings: after one alone nothing is known of changes. */
function NoChange({ days, from, to }: { readonly days: number; readonly from: string; readonly to: string }) {
  const span = `${formatDay(from)} to ${formatDay(to)}`;
  if (days < 2)
    return (
      <Empty title="Not known yet">{`The app was read on ${formatPlural(days, 'day')} from ${span}: changes show between two readings.`}</Empty>
    );
  return <Empty title="No change seen">{`The app was read on ${formatPlural(days, 'day')} from ${span}.`}</Empty>;
}

function toColumns(toText: (field: string, value: unknown) => Said): RowColumn<Change>[] {
  return [
    column.instant('at', 'Seen (UTC)', 160, { of: 'changed_at', isOnPhone: true }),
    column.text('field', 'What', 160, { of: ({ field }) => field.replaceAll('_', ' '), isOnPhone: true }),
    column.text('old', 'Before', 340, { of: ({ field, old_value: value }) => toText(field, value) }),
    column.text('new', 'After', 340, { of: ({ field, new_value: value }) => toText(field, value), isOnPhone: true }),
  ];
}
