import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { getAdminSandboxCalls, type GetAdminSandboxCallsResponse, type SandboxCall } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatUsd } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { countByMinute } from './calls-by-minute.ts';

const LIMIT = 500;
const MINUTES = 60;
const POLL_MS = 10_000;

/** What the simulated sources were asked, and what it would have cost. */
export function Calls() {
  const answer = useAnswer(getAdminSandboxCalls, { query: { limit: LIMIT } }, { everyMs: POLL_MS });
  const place = useGridPlace();
  const entries = answer.data?.entries;
  const rows = useMemo(() => (answer.data === undefined ? [] : toRows(answer.data)), [answer.data]);
  const bars = useMemo(
    () =>
      countByMinute(entries ?? [], answer.dataUpdatedAt, MINUTES).map(({ label, counts }) => ({
        label,
        parts: [...counts].map(([name, value]) => ({ name, value })),
      })),
    [entries, answer.dataUpdatedAt],
  );
  return (
    <Section title="Calls">
      <Answered answer={answer} height={400}>
        {(data) => (
          <>
            <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md">
              <Stat label="Calls" value={formatCount(data.total)} note={`the newest ${formatCount(data.entries.length)} are listed`} />
              <Stat label="Would have cost" value={formatUsd(data.cost_usd)} />
              <Stat label="Concurrent, max" value={formatCount(data.max_concurrency)} />
              <Stat label="Per second, max" value={formatCount(data.max_per_second)} />
            </SimpleGrid>
            <Bars label="Calls per minute by host, of those listed" barName="Minute (UTC)" bars={bars} format={formatCount} height={160} />
            <RowsGrid
              label="Calls"
              rows={rows}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="sandbox-calls"
              empty={<Empty title="No calls yet" />}
            />
          </>
        )}
      </Answered>
    </Section>
  );
}

/** A call with its number: two of the same millisecond may have all else in common. */
type Row = SandboxCall & { readonly number: number };

function toRows({ total, entries }: GetAdminSandboxCallsResponse): Row[] {
  return entries.map((call, at) => ({ ...call, number: total - entries.length + at + 1 }));
}

const toKey = ({ number }: Row): string => String(number);
const toTime = (ts: number): string => new Date(ts).toISOString().slice(0, 23).replace('T', ' ');

const COLUMNS: readonly RowColumn<Row>[] = [
  column.text('number', 'Call', 80, { of: ({ number }) => String(number) }),
  column.text('ts', 'At (UTC)', 210, { of: ({ ts }) => toTime(ts), isDescendingFirst: true }),
  column.text('method', 'Method', 90),
  column.text('host', 'Host', 230, { isOnPhone: true }),
  column.text('path', 'Path', 380),
  column.count('status', 'Answer', 90, { isOnPhone: true }),
  column.usd('cost', 'Cost', 90, { of: 'cost_usd', isOnPhone: true }),
];
