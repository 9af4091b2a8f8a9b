import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import type { MoveCounts, ProjectGlance } from '#client';
import { formatAge, formatCount, formatPlural, UNKNOWN } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { formatPoints } from '#data/shares.ts';
import { Change } from '#ui/change.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { Icon } from '#ui/icons/icon.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { Spark } from '#ui/charts/spark.tsx';
import { toShareChange } from './projects.ts';

interface ColumnParts {
  readonly starred: ReadonlySet<string>;
  readonly toggleStar: (id: string) => void;
  readonly now: () => Date;
}

/** What the list of projects says of each. */
export function makeProjectColumns({ starred, toggleStar, now }: ColumnParts): readonly RowColumn<ProjectGlance>[] {
  return [
    column.text('name', 'Project', 230, {
      isOnPhone: true,
      render: ({ id, name, status }) => (
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            size={24}
            aria-label={`Star ${name}`}
            aria-pressed={starred.has(id)}
            color={starred.has(id) ? 'yellow' : 'gray'}
            onClick={(event) => {
              event.stopPropagation();
              toggleStar(id);
            }}
          >
            <Icon name="star" size={15} />
          </ActionIcon>
          <AppLink to="/p/$projectId" params={{ projectId: id }} fw={500} className="ellipsis">
            {name}
          </AppLink>
          {status !== 'active' && <Badge size="sm">{status}</Badge>}
        </Group>
      ),
    }),
    ...FIGURES.map((one): RowColumn<ProjectGlance> => ({ reading: toReading, ...one })),
    MONTH,
    column.text('checked', 'Last check', 130, {
      of: 'last_check_at',
      render: ({ last_check_at: at }) => (at === null ? 'not yet' : formatAge(at, now())),
    }),
  ];
}

/** What is said of a project is worked out from what its keywords rank at. */
function toReading({ ranked, keywords, as_of: day }: ProjectGlance): Reading {
  return { computedFrom: `${formatCount(ranked)} of ${formatPlural(keywords, 'keyword')} that rank`, day };
}

/** A count of a project of which the outcome of a keyword is known; otherwise it is not zero, but unknown. */
function ifKnown({ as_of: asOf, keywords }: Pick<ProjectGlance, 'as_of' | 'keywords'>, count: number): number | null {
  return asOf === null || keywords === 0 ? null : count;
}

function lower(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

const FIGURES: readonly RowColumn<ProjectGlance>[] = [
  column.share('share', 'Share of voice', 132, {
    of: 'share_of_voice',
    hint: 'Of the clicks the tracked keywords can bring',
    isOnPhone: true,
    reading: (project) => ({
      ...toReading(project),
      computedFrom: `${toReading(project).computedFrom}; ${lower(project.share_of_voice_weighed_by)}`,
    }),
  }),
  // Of a CSV it says which shares compare.
  column.text('weighed', 'Share weighed by', 260, { of: 'share_of_voice_weighed_by', isHidden: true, isKey: true }),
  column.count('change', '28 days', 95, {
    of: toShareChange,
    hint: 'Change of share of voice over 28 days, in percentage points',
    isOnPhone: true,
    render: (project) => <Change value={toShareChange(project)} format={formatPoints} />,
  }),
  column.count('spark', 'Trend', 120, {
    of: 'share_of_voice',
    isSortable: false,
    render: ({ share_of_voice_days: days, name }) => <Spark values={days} label={`Share of voice of ${name}, ${days.length} days`} />,
  }),
  column.count('top3', 'Top 3', 80, { of: (project) => ifKnown(project, project.top_3) }),
  column.count('top10', 'Top 10', 80, { of: (project) => ifKnown(project, project.top_10) }),
  column.average('position', 'Average', 90, {
    of: 'average_position',
    hint: 'Average position of the keywords that rank',
  }),
  column.count('movers', 'Moved, 7 days', 140, {
    of: ({ week_moves: moves }) => moves && moves.up + moves.new - moves.down - moves.lost,
    hint: 'Keywords that rose (up or new) and fell (down or lost) since a week ago',
    reading: ({ tracked_keywords: tracked, last_check_at: checkedAt }) => ({
      checkedAt,
      computedFrom: `the outcomes of ${formatPlural(tracked, 'tracked keyword')} today and a week ago, where both are known`,
    }),
    render: ({ week_moves: moves }) => <WeekMoves moves={moves} />,
  }),
  column.count('failed', 'Failed', 80, {
    of: ({ failed_checks: failed, last_check_at: at }) => (at === null ? null : failed),
    hint: 'Keywords whose latest check failed',
    reading: ({ last_check_at: checkedAt, keywords }) => ({
      computedFrom: `the newest checks of ${formatPlural(keywords, 'keyword')}`,
      checkedAt,
    }),
    render: ({ failed_checks: failed, last_check_at: at }) =>
      failed === 0 ? (
        formatCount(at === null ? null : 0)
      ) : (
        <Text span size="sm" c="var(--warn)" fw={600}>
          {formatCount(failed)}
        </Text>
      ),
  }),
];

/** Null: not counted for this list. Without a keyword that can be compared nothing is said to have stayed. */
function WeekMoves({ moves }: { readonly moves: MoveCounts | null }) {
  const known = moves && moves.up + moves.down + moves.new + moves.lost + moves.unchanged;
  if (!moves || !known) return UNKNOWN;
  const { up, down, new: entered, lost } = moves;
  return (
    <span role="img" aria-label={`rose ${up + entered}: ${up} up, ${entered} new; fell ${down + lost}: ${down} down, ${lost} lost`}>
      ▲ {up + entered} ▼ {down + lost}
    </span>
  );
}

const MONTH: RowColumn<ProjectGlance> = column.usd('cost', 'This month', 110, { of: 'month_cost_usd', hint: 'Spent this month (UTC)' });
