import { Group, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { pickFilters, type FilterValues } from '#app/filters.ts';
import { useToday } from '#app/project.ts';
import { useRawSearch, useScreenSearch } from '#app/use-screen-search.ts';
import { formatCount, formatDay, formatPlural, formatShortDay } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { NotKnown } from '#ui/states/not-known.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { SaveAsExport } from '#ui/grid/save-as-export.tsx';
import { Segments } from '#ui/charts/segments.tsx';
import { getRankingsMoves } from '#client';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { isSameCheck, type Overview } from './figures.ts';
import { sayUnchecked, whyNotCompared } from './known.ts';
import { overviewSearch } from './search.ts';
import { MoverTable } from './mover-table.tsx';
import { type Moves, toPeriodMoves } from './to-period-moves.ts';

/** What a move is measured against: the days that the screen compares with, a week ago, or the check before. */
const SINCE = ['period', 'week', 'check'] as const;

const DIRECTIONS = ['fell', 'rose'] as const;

/** The keywords that moved most, the worst falls first, each with the day on which it happened. */
export function Movers({ overview }: { readonly overview: Overview }) {
  const { search, setSearch } = useScreenSearch(overviewSearch);
  const moves = useMoves(overview, search.since);
  const why = search.since === 'period' ? whyNotCompared(overview) : undefined;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Moved most</Title>
        <Segments
          size="xs"
          aria-label="Since when"
          data={SINCE.map((since) => ({ value: since, label: toSinceLabel(since, overview.moves.before) }))}
          value={search.since}
          onChange={(since) => setSearch({ since })}
        />
      </Group>
      {why === undefined ? (
        <Answered answer={moves} height={240}>
          {(shown) => <Shown moves={shown} overview={overview} />}
        </Answered>
      ) : (
        <NotKnown because={why} />
      )}
    </Stack>
  );
}

function toSinceLabel(since: Since, before: string): string {
  if (since === 'period') return `Since ${formatShortDay(before)}`;
  return since === 'week' ? 'Since a week ago' : 'Since the last check';
}

function Shown({ moves, overview }: { readonly moves: Moves; readonly overview: Overview }) {
  const { search, setSearch } = useScreenSearch(overviewSearch);
  const { values } = useFilters();
  const { project_id: projectId, position_scale: scale } = overview;
  const { counts, before, after } = moves;
  const source = toListSource(getRankingsMoves, toAsked(overview, search.since === 'period' ? 'day' : search.since, values), useToday());
  const totals = { fell: counts.down + counts.lost, rose: counts.up + counts.new };
  const rows = moves[search.moved];
  if (before !== null && isSameCheck(overview, before)) return <NotKnown because={`${sayUnchecked(before, after)}.`} />;
  return (
    <>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {before === null ? `Until ${formatDay(after)}` : `${formatDay(before)} to ${formatDay(after)}`}: {formatCount(counts.down)} down,{' '}
          {formatCount(counts.lost)} lost, {formatCount(counts.up)} up, {formatCount(counts.new)} new, {formatCount(counts.unchanged)}{' '}
          unchanged
        </Text>
        <Segments
          size="xs"
          aria-label="Which keywords"
          data={DIRECTIONS.map((moved) => ({ value: moved, label: `${LABELS[moved]} ${formatCount(totals[moved])}` }))}
          value={search.moved}
          onChange={(moved) => setSearch({ moved })}
        />
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {describeNone(counts, search.moved)}
        </Text>
      ) : (
        <MoverTable rows={rows} projectId={projectId} scale={scale} />
      )}
      {rows.length > 0 && <SaveAsExport isButton source={source} />}
      {totals[search.moved] > rows.length && <AllMoved projectId={projectId} count={totals[search.moved]} />}
    </>
  );
}

const LABELS = { fell: 'Fell', rose: 'Rose' } as const;

/** That nothing moved is said only of keywords whose positions are known both times. */
function describeNone({ up, down, new: entered, lost, unchanged }: Moves['counts'], moved: (typeof DIRECTIONS)[number]): string {
  const known = up + down + entered + lost + unchanged;
  if (known === 0) return 'No keyword has a known position both times, so nothing can be compared.';
  return `None of ${formatPlural(known, 'keyword')} with a known position both times ${moved}.`;
}

/** All of them, in the work table. */
function AllMoved({ projectId, count }: { readonly projectId: string; readonly count: number }) {
  const raw = useRawSearch();
  const { search } = useScreenSearch(overviewSearch);
  const since = { period: search.compare ?? 'previous', week: 'week', check: undefined }[search.since];
  return (
    <AppLink
      to="/p/$projectId/keywords"
      params={{ projectId }}
      search={{ ...pickFilters(raw), moved: search.moved, sort: search.moved === 'fell' ? 'change' : '-change', ...(since && { since }) }}
      size="sm"
    >
      All {formatCount(count)} in the work table
    </AppLink>
  );
}

type Since = (typeof SINCE)[number];

function toAsked(overview: Overview, since: 'week' | 'check' | 'day', { device, location }: Pick<FilterValues, 'device' | 'location'>) {
  return {
    query: {
      project_id: overview.project_id,
      since,
      ...(since === 'day' && { before: overview.moves.before }),
      to: overview.to,
      ...(device && { device }),
      ...(location && { location_code: location }),
    },
  };
}

type MovesAnswer = Pick<UseQueryResult<Moves, ApiError>, 'data' | 'error' | 'refetch'>;

/** Those of the period came with the overview; others are asked for. */
function useMoves(overview: Overview, since: Since): MovesAnswer {
  const { device, location } = useFilters().values;
  const isAsked = since !== 'period';
  const asked = useAnswer(getRankingsMoves, toAsked(overview, isAsked ? since : 'week', { device, location }), { isWanted: isAsked });
  return isAsked ? asked : { ...asked, data: toPeriodMoves(overview.moves), error: null };
}
