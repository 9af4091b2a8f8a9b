import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { OverviewMover } from '../../../../clients/typescript/src/index.ts';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { formatCount, formatDay } from '../../data/format.ts';
import { toScaled, type PositionScale } from '../../ui/position-bands.ts';
import { ScreenLink } from '../../ui/screen-link.tsx';
import { Change } from '../../ui/change.tsx';
import { Figure } from '../../ui/figure.tsx';
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { METRICS_PROVIDER, toCheckReading, type Reading } from '../../ui/reading.ts';
import { NotKnown } from '../../ui/not-known.tsx';
import type { Overview } from './figures.ts';
import { whyNotCompared } from './known.ts';
import { overviewSearch } from './index.ts';
import { Table } from '../../ui/table.tsx';

const KINDS = ['up', 'down', 'new', 'lost'] as const;
const LABELS = { up: 'Up', down: 'Down', new: 'New', lost: 'Lost' } as const;

/** The keywords that moved most, by the way they went. */
export function Movers({ overview }: { readonly overview: Overview }) {
  const { moves, project_id: projectId, position_scale: scale } = overview;
  const { search, setSearch } = useScreenSearch(overviewSearch);
  const rows = moves[search.moved];
  const why = whyNotCompared(overview);
  if (why !== undefined)
    return (
      <Stack gap="xs">
        <Title order={2}>Moved most</Title>
        <NotKnown because={why} />
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Title order={2}>Moved most</Title>
          <Text size="xs" c="dimmed">
            {formatDay(moves.before)} to {formatDay(moves.after)}, {formatCount(moves.counts.unchanged)} unchanged
          </Text>
        </div>
        <SegmentedControl
          size="xs"
          aria-label="Which keywords"
          data={KINDS.map((kind) => ({ value: kind, label: `${LABELS[kind]} ${formatCount(moves.counts[kind])}` }))}
          value={search.moved}
          onChange={(moved) => setSearch({ moved })}
        />
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          No keyword {WORDS[search.moved]} in this period.
        </Text>
      ) : (
        <MoverTable rows={rows} projectId={projectId} scale={scale} />
      )}
    </Stack>
  );
}

const WORDS = { up: 'went up', down: 'went down', new: 'is new in the results', lost: 'was lost' } as const;

interface MoverTableProps {
  readonly rows: readonly OverviewMover[];
  readonly projectId: string;
  readonly scale: PositionScale;
}

function MoverTable({ rows, projectId, scale }: MoverTableProps) {
  return (
    <Table verticalSpacing={5} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Keyword</Table.Th>
          <Table.Th ta="right">Before</Table.Th>
          <Table.Th ta="right">Now</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Volume
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.keyword_id} ${row.platform} ${row.channel}`}>
            <Table.Td>
              <ScreenLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId: row.keyword_id }}>
                {row.keyword}
              </ScreenLink>{' '}
              <Text span size="xs" c="dimmed">
                {row.device}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              <Place position={row.previous_position} reading={toCheckReading(row.previous)} />
            </Table.Td>
            <Table.Td ta="right">
              <Place position={toScaled(row, scale)} reading={toCheckReading(row)} />
            </Table.Td>
            <Table.Td ta="right">
              <Figure
                text={<Change value={row.change} />}
                reading={{ computedFrom: 'the two positions beside it', checkedAt: row.checked_at }}
              />
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              <Figure
                text={formatCount(row.search_volume)}
                says="Monthly searches"
                reading={{ checkedAt: row.enriched_at, provider: METRICS_PROVIDER, costMaxUsd: row.enrichment_usd }}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Place({ position, reading }: { readonly position: number | null; readonly reading: Reading }) {
  return <OutcomeMark value={{ ...reading, outcome: position === null ? 'not_found' : 'ranked', position }} />;
}
