import { Badge, Text } from '@mantine/core';
import type { OverviewMover } from '#client';
import { formatCount, formatShortDay, UNKNOWN } from '#data/format.ts';
import { Change } from '#ui/change.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { toScaled, type PositionScale } from '#ui/charts/position-bands.ts';
import { METRICS_PROVIDER, toCheckReading, type Reading } from '#ui/states/reading.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Table } from '#ui/layout/table.tsx';

interface MoverTableProps {
  readonly rows: readonly OverviewMover[];
  readonly projectId: string;
  readonly scale: PositionScale;
}

/** Keywords that moved. Each leads to the two result pages between which it happened. */
export function MoverTable({ rows, projectId, scale }: MoverTableProps) {
  return (
    <Table verticalSpacing={5} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Keyword</Table.Th>
          <Table.Th ta="right">Before</Table.Th>
          <Table.Th ta="right">Now</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
          <Table.Th ta="right">On</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Volume
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.keyword_id} ${row.platform} ${row.channel}`}>
            <Table.Td>
              <Why row={row} projectId={projectId} />{' '}
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
              <Figure text={<Move row={row} />} reading={{ computedFrom: 'the two positions beside it', checkedAt: row.checked_at }} />
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {row.turn ? formatShortDay(row.turn.to.date) : UNKNOWN}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              <Figure
                text={formatCount(row.search_volume)}
                says="Searches a month"
                reading={{ checkedAt: row.enriched_at, provider: METRICS_PROVIDER, costMaxUsd: row.enrichment_usd }}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The way to the reason: both result pages where they are known, else the history. */
function Why({ row: { keyword, keyword_id: keywordId, turn }, projectId }: { readonly row: OverviewMover; readonly projectId: string }) {
  return turn === null ? (
    <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId }}>
      {keyword}
    </AppLink>
  ) : (
    <AppLink to="/p/$projectId/runs/$runId" params={{ projectId, runId: turn.to.run_id }} search={{ with: turn.from.run_id }}>
      {keyword}
    </AppLink>
  );
}

function Move({ row: { change, previous_position: previous } }: { readonly row: OverviewMover }) {
  return change === null ? <Badge size="sm">{previous === null ? 'new' : 'lost'}</Badge> : <Change value={change} />;
}

function Place({ position, reading }: { readonly position: number | null; readonly reading: Reading }) {
  return <OutcomeMark value={{ ...reading, outcome: position === null ? 'not_found' : 'ranked', position }} />;
}
