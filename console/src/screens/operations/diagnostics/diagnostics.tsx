import { SimpleGrid } from '@mantine/core';
import {
  getAdminProcesses,
  getHealth,
  getMetrics,
  getTestClickhouse,
  type GetHealthResponse,
  type Process,
  getDebugSchema,
  type GetDebugSchemaResponse,
} from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatDuration } from '#data/time/duration.ts';
import { formatCount } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { joinParts } from '#ui/states/reading.ts';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { Doctor } from './doctor.tsx';
import { Latency } from './latency.tsx';
import { Lookups } from './lookups.tsx';
import { sayHealth } from '../leads.ts';
import { readMetric } from './metrics.ts';
import { SupportBundle } from './support-bundle.tsx';

const POLL_MS = 10_000;

/** How the service is, and the means to find out what is wrong. */
export function View() {
  const health = useAnswer(getHealth, {}, { everyMs: POLL_MS });
  const processes = useAnswer(getAdminProcesses, {}, { everyMs: POLL_MS });
  return (
    <>
      <PageHeader
        title="Diagnostics"
        lead={health.data ? sayHealth(health.data) : 'The health of the service, and what it knows about a run or a task.'}
        actions={<SupportBundle />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title="Health">
          <Answered answer={health} height={160}>
            {(data) => <Health health={data} />}
          </Answered>
        </Section>
        <Section title="Analytics store">
          <Analytics />
        </Section>
      </SimpleGrid>
      {health.data && (
        <Section title="Stores">
          <Latency checks={health.data.checks} answeredAtMs={health.dataUpdatedAt} />
        </Section>
      )}
      <Section title="Processes">
        <Answered answer={processes} height={120}>
          {(data) => <Processes processes={data.processes} />}
        </Answered>
      </Section>
      <Doctor />
      <Lookups />
      <Schema />
    </>
  );
}

function Health({ health: { status, version, uptime_s: uptime, sandbox, checks } }: { readonly health: GetHealthResponse }) {
  return (
    <Facts
      facts={[
        ['Service', <StatusBadge key="service" status={status} />],
        ['Version', version],
        ['Up for', formatDuration(uptime * 1000)],
        ['Outside sources', sandbox ? 'simulated' : 'real'],
        ...Object.entries(checks).map(
          ([name, { status: state, latency_ms: latency, detail }]) =>
            [name, <Check key={name} state={state} latency={latency} detail={detail} />] as const,
        ),
      ]}
    />
  );
}

function Check({
  state,
  latency,
  detail,
}: {
  readonly state: string;
  readonly latency: number | undefined;
  readonly detail: string | undefined;
}) {
  return (
    <>
      <StatusBadge status={state} /> {joinParts([latency === undefined ? '' : `answers in ${formatDuration(latency)}`, detail ?? ''])}
    </>
  );
}

function Analytics() {
  const store = useAnswer(getTestClickhouse, {});
  const metrics = useAnswer(getMetrics, { parseAs: 'text' as const }, { everyMs: POLL_MS });
  const rows = metrics.data === undefined ? undefined : readMetric(metrics.data, 'sightline_outbox_rows');
  const age = metrics.data === undefined ? undefined : readMetric(metrics.data, 'sightline_outbox_oldest_age_seconds');
  return (
    <Answered answer={store} height={160}>
      {({ status, missing_tables: missing = [], sample_query_result: tables = [], error }) => (
        <Facts
          facts={[
            ['Store', <StatusBadge key="store" status={status} />],
            ['Rows waiting to be copied', formatCount(rows)],
            ['Oldest wait', age === undefined ? '–' : formatDuration(age * 1000)],
            ['Tables', missing.length === 0 ? `all ${formatCount(tables.length)} are there` : `missing: ${missing.join(', ')}`],
            ...(error === undefined ? [] : [['Error', error] as const]),
          ]}
        />
      )}
    </Answered>
  );
}

const PROCESS_COLUMNS: readonly RowColumn<Process>[] = [
  column.text('id', 'Process', 280),
  column.text('role', 'Role', 90, { isOnPhone: true }),
  drawn.status('status', 'Status', 100, { isOnPhone: true }),
  column.count('running', 'Workflows', 100, { isOnPhone: true }),
  column.text('heartbeat', 'Last heartbeat (UTC)', 190, {
    of: 'last_heartbeat_at',
    render: ({ last_heartbeat_at: at }) => at.slice(0, 19).replace('T', ' '),
  }),
  column.instant('started', 'Started (UTC)', 180, { of: 'started_at' }),
  column.text('host', 'Machine', 150),
  column.text('pid', 'Process id', 90, { of: ({ pid }) => String(pid) }),
  column.text('version', 'Version', 90),
];

const toKey = ({ id }: Process): string => id;

function Processes({ processes }: { readonly processes: readonly Process[] }) {
  const place = useLocalPlace();
  return <RowsGrid label="Processes" rows={processes} columns={PROCESS_COLUMNS} rowKey={toKey} place={place} fileName="processes" />;
}

type Table = GetDebugSchemaResponse['tables'][number];

const COLUMNS: readonly RowColumn<Table>[] = [
  column.text('name', 'Table', 300),
  column.text('store', 'Store', 130, { isOnPhone: true }),
  column.count('columns', 'Columns', 100, { of: 'column_count', isOnPhone: true }),
  column.count('rows', 'Rows, about', 130, { of: 'rows_estimate', isOnPhone: true }),
];

/** The tables of both stores. */
function Schema() {
  const answer = useAnswer(getDebugSchema, {});
  const place = useLocalPlace({ sort: '-rows' });
  return (
    <Answered answer={answer} height={320}>
      {({ tables, table_count: count, warning }) => (
        <Section title={`${formatCount(count)} tables`}>
          {warning}
          <RowsGrid
            label="Tables"
            rows={tables}
            columns={COLUMNS}
            rowKey={({ store, name }) => `${store} ${name}`}
            place={place}
            fileName="tables"
          />
        </Section>
      )}
    </Answered>
  );
}
