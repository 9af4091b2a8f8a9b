import { Group, TextInput, useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { pickFilters } from '#app/filters.ts';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatCount } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { ChartPanel } from '#ui/charts/chart/chart-panel.tsx';
import { HeatMap } from '#ui/charts/heat-map/heat-map.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Segments } from '#ui/charts/segments.tsx';
import { getRankingsSeries } from '#client';
import { useNow } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { describeReading } from '#ui/states/reading.ts';
import { heatSearch, type HeatSort } from './search.ts';
import { orderHeat, toHeat } from './orders.ts';
import { type Series, toReadings } from '../history/history.ts';
import { isolate } from '#data/isolate.ts';
import { toTable } from './table.ts';
import { useGroups } from './use-groups.ts';

/** A pointer that crosses the map asks for nothing. */
const WAIT_MS = 250;

/** An answer holds no more. */
const ROWS_MAX = 1000;

const SORTS: readonly { readonly value: HeatSort; readonly label: string }[] = [
  { value: 'keyword', label: 'by keyword' },
  { value: 'best', label: 'by position, best first' },
  { value: 'change', label: 'by change, biggest gain first' },
  { value: 'page', label: 'by ranking page' },
  { value: 'tag', label: 'by tag' },
];

const USUAL_HEIGHT = 14;

/** Heights of a row, in pixels. */
const HEIGHTS = [
  { value: '4', label: 'Tiny' },
  { value: '8', label: 'Low' },
  { value: '14', label: 'Normal' },
  { value: '18', label: 'High' },
];

/** The map with what orders it. */
export function Map({ series }: { readonly series: Series }) {
  const scheme = useComputedColorScheme();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { search, setSearch } = useScreenSearch(heatSearch);
  const { from, to } = useFilters();
  const { marks } = useNotes({ projectId, from, to });
  const heat = useMemo(() => toHeat(series), [series]);
  const sort = search.order ?? 'keyword';
  const groups = useGroups(heat.rows, sort);
  const columns = useMemo(() => toTable(series, heat, groups), [series, heat, groups]);
  const order = useMemo(() => orderHeat(heat.rows, { sort, search: search.q ?? '', groups }), [heat, sort, search.q, groups]);
  const groupOf = useCallback((row: number) => groups[row] ?? null, [groups]);
  const labelOf = useCallback((row: number) => isolate(heat.rows[row]?.label ?? ''), [heat]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const open = (row: number): void => {
    const { keywordId = '', engine, channel } = heat.rows[row] ?? {};
    void navigate({
      to: '/p/$projectId/keywords/$keywordId',
      params: { projectId, keywordId } as never,
      search: { ...pickFilters(search), engine, channel } as never,
    });
  };
  return (
    <ChartPanel
      title="Positions by day"
      note={`${formatCount(order.length)} of ${formatCount(series.total)} keywords${series.total > ROWS_MAX ? `; the map shows the first ${formatCount(ROWS_MAX)}` : ''}`}
      columns={columns}
      count={heat.rows.length}
      canvas={() => canvas.current ?? undefined}
    >
      <Group gap="sm" mb="xs" align="end">
        <TextInput
          size="xs"
          label="Keyword contains"
          value={search.q ?? ''}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setSearch({ q: value || undefined })}
        />
        <Select size="xs" label="Order" data={[...SORTS]} value={sort} onChange={(chosen) => setSearch({ order: chosen as HeatSort })} />
        <Segments
          size="xs"
          aria-label="Row height"
          data={HEIGHTS}
          value={String(search.height ?? USUAL_HEIGHT)}
          onChange={(height) => setSearch({ height: Number(height) })}
        />
      </Group>
      <HeatMap
        label={`Positions of ${order.length} keywords on ${series.days.length} days. Arrow keys move, Enter opens a keyword.`}
        days={series.days}
        values={heat.values}
        labelOf={labelOf}
        groupOf={groupOf}
        order={order}
        rowHeight={search.height ?? USUAL_HEIGHT}
        scheme={scheme}
        notes={marks}
        read={(row, day) => <CellReading series={series} row={row} day={day} />}
        onOpen={open}
        canvas={canvas}
      />
    </ChartPanel>
  );
}

interface CellReadingProps {
  readonly series: Series;
  readonly row: number;
  readonly day: number;
}

/** How the check of a cell was read: asked for when it is looked at, because a map has hundreds of thousands of cells. */
function CellReading({ series, row, day }: CellReadingProps) {
  const { project_id, from, to, rows } = series;
  const now = useNow();
  const wanted = rows[row];
  const [asked] = useDebouncedValue(wanted, WAIT_MS);
  const options = { query: { project_id, from, to, keyword_ids: [asked?.keyword_id ?? ''], readings: true } };
  const { data } = useAnswer(getRankingsSeries, options, { isWanted: asked !== undefined && asked === wanted });
  const at = data?.rows.findIndex(
    (one) => one.keyword_id === wanted?.keyword_id && one.engine === wanted.engine && one.channel === wanted.channel,
  );
  const reading = data && at !== undefined && at >= 0 ? toReadings(data, at)[day] : undefined;
  return reading && ` · ${describeReading(reading, now())}`;
}
