import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { OverviewFailedCheck } from '#client';
import { formatCount, formatPlural, formatShortDay } from '#data/format.ts';
import { toScaled, type PositionScale } from '#ui/charts/position-bands.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { whyNotKnown } from '#data/looked.ts';
import { NotKnown } from '#ui/states/not-known.tsx';
import type { Overview } from './figures.ts';
import { CHECKED_KEYWORDS, toChecked } from './known.ts';
import { Table } from '#ui/layout/table.tsx';

/** What failed, and what comes next. */
export function Attention({ overview }: { readonly overview: Overview }) {
  const { failed_checks: failed, outcomes, project_id: projectId, position_scale: scale } = overview;
  return (
    <Stack>
      <Card withBorder>
        <Title order={2} mb="xs">
          Failed checks
        </Title>
        {failed.length === 0 ? (
          <NoneFailed overview={overview} />
        ) : (
          <>
            <FailedTable rows={failed} projectId={projectId} scale={scale} />
            {outcomes.failed > failed.length && (
              <AppLink to="/p/$projectId/keywords" params={{ projectId }} search={{ band: ['failed'] }} size="sm">
                All {formatCount(outcomes.failed)}
              </AppLink>
            )}
          </>
        )}
      </Card>
      <NextChecks days={overview.next_checks} />
    </Stack>
  );
}

/** None failed of those that were checked. */
function NoneFailed({ overview }: { readonly overview: Overview }) {
  const { tracked, pending } = overview.outcomes;
  const looked = toChecked(overview);
  if (looked.state === 'never') return <NotKnown because={whyNotKnown(looked, CHECKED_KEYWORDS) ?? ''} />;
  const rest = pending > 0 && ` ${formatPlural(pending, 'keyword')} ${pending === 1 ? 'has' : 'have'} not been checked yet.`;
  return (
    <Text size="sm" c="dimmed">
      The newest check was good for {pending > 0 ? 'each of the' : 'all'} {formatPlural(tracked - pending, 'checked keyword')}.{rest}
    </Text>
  );
}

function toOutcome(check: OverviewFailedCheck, scale: PositionScale) {
  const { error, failed_at: failedAt, last_position: place, last_rank_absolute: absolute, last_checked_at: goodAt, ...last } = check;
  const position = toScaled({ position: place, rank_absolute: absolute }, scale);
  const { last_checked_depth: depth, last_provider: provider, last_cost_usd: costUsd } = last;
  return {
    outcome: 'failed',
    checkedAt: failedAt,
    reason: error,
    lastGood: goodAt === null ? null : { position, checkedAt: goodAt, depth, provider, costUsd },
  } as const;
}

interface FailedTableProps {
  readonly rows: readonly OverviewFailedCheck[];
  readonly projectId: string;
  readonly scale: PositionScale;
}

function FailedTable({ rows, projectId, scale }: FailedTableProps) {
  return (
    <Table verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Keyword</Table.Th>
          <Table.Th>Outcome</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.keyword_id} ${row.platform} ${row.channel}`}>
            <Table.Td>
              <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId: row.keyword_id }}>
                {row.keyword}
              </AppLink>
            </Table.Td>
            <Table.Td>
              <OutcomeMark value={toOutcome(row, scale)} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" c="dimmed">
                {row.error ?? 'not said'}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The checks of the coming week, a column a day. */
function NextChecks({ days }: { readonly days: Overview['next_checks'] }) {
  const most = Math.max(1, ...days.map(({ checks }) => checks));
  return (
    <Card withBorder>
      <Title order={2} mb="xs">
        Checks in the next 7 days
      </Title>
      {days.length === 0 ? (
        <Text size="sm" c="dimmed">
          No checks are due in the next seven days.
        </Text>
      ) : (
        <Group gap={6} align="end" wrap="nowrap" role="list">
          {days.map(({ date, checks }) => (
            <Stack
              key={date}
              role="listitem"
              gap={2}
              align="center"
              flex={1}
              miw={0}
              maw={72}
              aria-label={`${formatShortDay(date)}: ${formatPlural(checks, 'check')}`}
            >
              <Text size="xs">{formatCount(checks)}</Text>
              <span className="column" style={{ height: Math.max(2, (checks / most) * 48) }} />
              <Text size="xs" c="dimmed" truncate>
                {formatShortDay(date)}
              </Text>
            </Stack>
          ))}
        </Group>
      )}
    </Card>
  );
}
