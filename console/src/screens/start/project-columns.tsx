import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import type { MoveCounts, ProjectGlance } from '#client';
import { formatAge, formatCount, formatDecimal, formatPlural, formatUsd, UNKNOWN } from '#data/format.ts';
import { formatPoints, formatShare } from '#data/shares.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Change } from '#ui/change.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
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
    {
      id: 'name',
      title: 'Project',
      kind: 'text',
      width: 230,
      isOnPhone: true,
      value: ({ name }) => name,
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
    },
    ...FIGURES.map((column): RowColumn<ProjectGlance> => ({ reading: toReading, ...column })),
    MONTH,
    {
      id: 'checked',
      title: 'Last check',
      kind: 'text',
      width: 130,
      value: ({ last_check_at: at }) => at,
      render: ({ last_check_at: at }) => (at === null ? 'not yet' : formatAge(at, now())),
    },
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

const FIGURES: readonly RowColumn<ProjectGlance>[] = [
  {
    id: 'share',
    title: 'Share of voice',
    hint: 'Of the clicks the tracked keywords can bring',
    kind: 'number',
    width: 132,
    isOnPhone: true,
    value: ({ share_of_voice: share }) => share,
    render: ({ share_of_voice: share }) => formatShare(share),
  },
  {
    id: 'change',
    title: '28 days',
    hint: 'Change of share of voice over 28 days, in percentage points',
    kind: 'number',
    width: 95,
    isOnPhone: true,
    value: toShareChange,
    render: (project) => <Change value={toShareChange(project)} format={formatPoints} />,
  },
  {
    id: 'spark',
    title: 'Trend',
    kind: 'number',
    width: 120,
    isSortable: false,
    value: ({ share_of_voice: share }) => share,
    render: ({ share_of_voice_days: days, name }) => <Spark values={days} label={`Share of voice of ${name}, ${days.length} days`} />,
  },
  {
    id: 'top3',
    title: 'Top 3',
    kind: 'number',
    width: 80,
    value: (project) => ifKnown(project, project.top_3),
    render: (project) => formatCount(ifKnown(project, project.top_3)),
  },
  {
    id: 'top10',
    title: 'Top 10',
    kind: 'number',
    width: 80,
    value: (project) => ifKnown(project, project.top_10),
    render: (project) => formatCount(ifKnown(project, project.top_10)),
  },
  {
    id: 'position',
    title: 'Average',
    hint: 'Average position of the keywords that rank',
    kind: 'number',
    width: 90,
    isDescendingFirst: false,
    value: ({ average_position: position }) => position,
    render: ({ average_position: position }) => formatDecimal(position),
  },
  {
    id: 'movers',
    title: 'Moved, 7 days',
    hint: 'Keywords that rose (up or new) and fell (down or lost) since a week ago',
    kind: 'number',
    width: 140,
    value: ({ week_moves: moves }) => moves && moves.up + moves.new - moves.down - moves.lost,
    reading: ({ tracked_keywords: tracked, last_check_at: checkedAt }) => ({
      checkedAt,
      computedFrom: `the outcomes of ${formatPlural(tracked, 'tracked keyword')} today and a week ago, where both are known`,
    }),
    render: ({ week_moves: moves }) => <WeekMoves moves={moves} />,
  },
  {
    id: 'failed',
    title: 'Failed',
    hint: 'Keywords whose latest check failed',
    kind: 'number',
    width: 80,
    value: ({ failed_checks: failed, last_check_at: at }) => (at === null ? null : failed),
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
  },
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

const MONTH: RowColumn<ProjectGlance> = {
  id: 'cost',
  title: 'This month',
  hint: 'Spent this month (UTC)',
  kind: 'number',
  width: 110,
  value: ({ month_cost_usd: cost }) => cost,
  render: ({ month_cost_usd: cost }) => formatUsd(cost),
};
