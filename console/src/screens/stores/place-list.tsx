import { Anchor, Badge, Group, Paper, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { TopApp } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import { Change } from '#ui/change.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Line } from '#ui/grid/line.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { Figure } from '#ui/layout/figure.tsx';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { AppIcon } from '../apps/app-icon.tsx';
import { storeChartSearch } from './search.ts';
import { toMoves, toWeeksChart, type Move, type Moves, type Place, type WeekList } from './moves.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toListReading, toPriceReading, toRatingReading } from '../apps/app/readings.ts';
import { describePrice, toPrice } from '../apps/store/price.ts';
import { useWeekLists, type StoreList } from './use-store-list.ts';

/** So many of the list are drawn as lines. */
const LINES = 20;
const NAMED = 6;

interface PlaceListProps {
  readonly list: StoreList;
  readonly apps: readonly TopApp[];
  readonly onOpen: (appId: string) => void;
}

/** The list, beside that of the week before, and the places of its first over the weeks. */
export function PlaceList({ list, apps, onOpen }: PlaceListProps) {
  const week = apps[0]?.year_week ?? '';
  const weeks = useWeekLists(list, week);
  const before = weeks.data?.at(-2)?.places;
  const moves = useMemo(() => toMoves(apps, before ?? []), [apps, before]);
  const rows = useMemo(() => apps.map((app) => ({ ...app, move: moves.moveOf(app.app_id, app.rank) })), [apps, moves]);
  const place = useGridPlace();
  const { search, setSearch } = useScreenSearch(storeChartSearch);
  return (
    <Tabs value={search.tab} keepMounted={false} onChange={(tab) => setSearch({ tab: tab as typeof search.tab })}>
      <Tabs.List mb="md">
        <Tabs.Tab value="places">Places</Tabs.Tab>
        <Tabs.Tab value="weeks">Week by week</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="places">
        {weeks.error && <ErrorNote error={weeks.error} onRetry={weeks.refetch} />}
        <RowsGrid
          label="Places"
          rows={rows}
          columns={COLUMNS}
          rowKey={({ app_id: id }) => id}
          place={place}
          fileName="chart-ranks"
          subject={[list.platform, list.country, list.categoryId, list.chart ?? 'list', week].join(' ')}
          onOpen={({ app_id: id }) => onOpen(id)}
          summary={before && <MoveSummary moves={moves} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="weeks">
        <Answered answer={weeks} height={480}>
          {(lists) => <WeekByWeek lists={lists} apps={apps} moves={moves} onOpen={onOpen} />}
        </Answered>
      </Tabs.Panel>
    </Tabs>
  );
}

/** How many came and went, in the foot of the list. */
function MoveSummary({ moves: { isKnown, entered, left } }: { readonly moves: Moves }) {
  if (!isKnown) return <>The previous week was not read.</>;
  return (
    <>
      {formatCount(entered.length)} new and {formatCount(left.length)} gone since the previous week
    </>
  );
}

interface WeekByWeekProps extends Pick<PlaceListProps, 'apps' | 'onOpen'> {
  readonly lists: readonly WeekList[];
  readonly moves: Moves;
}

function WeekByWeek({ lists, apps, moves, onOpen }: WeekByWeekProps) {
  const spec = useMemo(() => toWeeksChart(lists, apps.slice(0, LINES)), [lists, apps]);
  const readCount = lists.filter(({ places }) => places.length > 0).length;
  return (
    <>
      {readCount > 1 ? (
        <Paper withBorder p="md" mb="md">
          <Chart
            title={`Top ${Math.min(LINES, apps.length)} by week`}
            note={`Read in ${readCount} of ${lists.length} weeks; weeks without a reading are gaps.`}
            spec={spec}
            height={340}
          />
        </Paper>
      ) : (
        <Empty title={`Read in one of ${lists.length} weeks`}>Lines and changes appear with the next week that is read.</Empty>
      )}
      <MoveBlocks moves={moves} onOpen={onOpen} />
    </>
  );
}

/** Who came and who went since the week before. */
function MoveBlocks({ moves: { isKnown, entered, left }, onOpen }: { readonly moves: Moves; readonly onOpen: (appId: string) => void }) {
  if (!isKnown) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
      <MoveBlock title="New since the previous week" places={entered} onOpen={onOpen} />
      <MoveBlock title="Gone since the previous week" places={left} onOpen={onOpen} />
    </SimpleGrid>
  );
}

interface MoveBlockProps {
  readonly title: string;
  readonly places: readonly Place[];
  readonly onOpen: (appId: string) => void;
}

/** How many they are, and the best of them. */
function MoveBlock({ title, places, onOpen }: MoveBlockProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb={places.length === 0 ? 0 : 'xs'}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text fw={600}>{formatCount(places.length)}</Text>
      </Group>
      <Stack gap={2}>
        {places.slice(0, NAMED).map(({ app_id: id, title: name, rank, ...read }) => (
          <Group key={id} gap="xs" wrap="nowrap">
            <Text span size="sm" c="dimmed" w={32} ta="end">
              <Figure text={rank} reading={toListReading(read)} />
            </Text>
            <Anchor component="button" type="button" size="sm" ta="start" truncate onClick={() => onOpen(id)}>
              {name ?? id}
            </Anchor>
          </Group>
        ))}
        {places.length > NAMED && (
          <Text size="xs" c="dimmed">
            and {formatPlural(places.length - NAMED, 'more app')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

type Row = TopApp & { readonly move: Move };

function toReading({ rating_reading: read }: Row): Reading {
  return toRatingReading(read);
}

const COLUMNS: readonly RowColumn<Row>[] = [
  column.text('app', 'App', 320, {
    of: ({ title, app_id: id }) => title ?? id,
    render: ({ title, app_id: id, icon_url: icon }) => <Line before={<AppIcon url={icon ?? null} />}>{title ?? id}</Line>,
  }),
  column.rank('rank', 'Place', 80, { isOnPhone: true, reading: toListReading }),
  column.count('change', 'Change', 100, {
    of: ({ move }) => (move === 'new' ? null : move),
    hint: 'Positions gained since the previous week',
    isOnPhone: true,
    csv: ({ move }) => move,
    reading: ({ scraped_at: checkedAt }) => ({ computedFrom: 'this rank and that of the previous week', checkedAt }),
    render: ({ move }) => (move === 'new' ? <Badge size="sm">new</Badge> : <Change value={move} />),
  }),
  column.text('developer', 'Developer', 200, { of: 'developer_name' }),
  column.decimal('rating', 'Rating', 90, { isOnPhone: true, reading: toReading }),
  column.count('ratings', 'Ratings', 110, { of: 'rating_count', reading: toReading }),
  column.count('price', 'Price', 100, { of: toPrice, reading: toPriceReading, render: describePrice }),
  column.text('subtitle', 'Subtitle', 240, { isHidden: true }),
  column.text('version', 'Version', 100, { isHidden: true }),
  column.day('released', 'Released', 120, { of: 'release_date', isHidden: true }),
  column.text('id', 'Id', 200, { of: 'app_id', isHidden: true }),
];
