import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { getAdminCostsReconcile, type CostDifference, type GetAdminCostsReconcileResponse } from '#client';
import { useNow } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Table } from '#ui/layout/table.tsx';

const DAY_MS = 86_400_000;
const SPANS = [
  { value: '1', label: 'The last day' },
  { value: '7', label: 'The last 7 days' },
  { value: '31', label: 'The last 31 days' },
];
const LIMIT = 500;

/** Compares the ledger with what the provider says it charged. It reads the provider's lists, so it is done when asked for. */
export function Reconcile() {
  const now = useNow();
  const [days, setDays] = useState('1');
  const [query, setQuery] = useState<{ since: string; limit: number }>();
  const answer = useAnswer(getAdminCostsReconcile, { query: query ?? {} }, { isWanted: query !== undefined });
  return (
    <>
      <Group mb="md" align="flex-end">
        <Select label="Compare" data={SPANS} value={days} onChange={(value) => setDays(value ?? '1')} />
        <Button
          onClick={() => setQuery({ since: new Date(now().getTime() - Number(days) * DAY_MS).toISOString(), limit: LIMIT })}
          loading={answer.isFetching}
        >
          Compare with the provider
        </Button>
      </Group>
      {query === undefined ? (
        <Empty title="Not compared yet">
          The provider lists what it charged. Reading the lists is free, and every difference from our ledger is shown.
        </Empty>
      ) : (
        <Answered answer={answer} height={320}>
          {(data) => <Comparison data={data} />}
        </Answered>
      )}
    </>
  );
}

const WORDS: Readonly<Record<CostDifference['kind'], string>> = {
  missing_in_ledger: 'not in the ledger',
  missing_at_provider: 'not at the provider',
  different_price: 'another price',
};

const COLUMNS: readonly RowColumn<CostDifference>[] = [
  column.text('kind', 'Difference', 180, { of: ({ kind }) => WORDS[kind] }),
  column.instant('at', 'At (UTC)', 170),
  column.usd('provider', 'Provider', 110, { of: 'provider_usd', isOnPhone: true }),
  column.usd('ledger', 'Ledger', 110, { of: 'ledger_usd', isOnPhone: true }),
  column.usd('difference', 'Charged in addition', 130, { of: 'difference_usd', isOnPhone: true }),
  column.text('endpoint', 'What was called', 260),
  column.text('task', "Provider's task", 280, { of: 'task_id' }),
];

const toKey = ({ kind, task_id: task, cost_id: cost, at }: CostDifference): string => `${kind} ${task} ${cost} ${at}`;

function Comparison({
  data: { totals, differences, since, until, complete, compared_until: comparedUntil, books },
}: {
  readonly data: GetAdminCostsReconcileResponse;
}) {
  const place = useGridPlace();
  const rows = [
    ['Provider', totals.provider],
    ['Ledger', totals.ledger],
    ['Still reserved here', totals.unsettled],
    ['Not in the ledger', totals.missing_in_ledger],
    ['Not at the provider', totals.missing_at_provider],
    ['Another price', totals.different_price],
  ] as const;
  return (
    <>
      {!complete && (
        <Alert variant="outline" color="yellow" title="Part of the period was not compared" mb="md">
          Compared up to {formatInstant(comparedUntil)} UTC.{' '}
          {books.flatMap(({ family, error }) => (error === null ? [] : [`${family}: ${error}`])).join('; ')}
        </Alert>
      )}
      <Section title={`${formatInstant(since)} to ${formatInstant(until)} UTC`}>
        <Table aria-label="Sums">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Sum</Table.Th>
              <Table.Th ta="right">Calls</Table.Th>
              <Table.Th ta="right">Cost</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, { calls, usd }]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{formatCount(calls)}</Table.Td>
                <Table.Td ta="right">{formatUsd(usd)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text mt="sm" fw={600}>
          Difference: {formatUsd(totals.difference_usd)}
        </Text>
      </Section>
      <RowsGrid
        label="Differences"
        rows={differences}
        columns={COLUMNS}
        rowKey={toKey}
        place={place}
        fileName="cost-differences"
        empty={<Empty title="No differences">Ledger and provider agree.</Empty>}
      />
    </>
  );
}
