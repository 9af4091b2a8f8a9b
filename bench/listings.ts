import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { countSummaries, listSummaries } from '#workflows/dbos/read/summaries.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import type { WorkflowPageFilter } from '#workflows/types.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { timeMs, timePairs } from './support/measure.ts';

const WORKFLOWS = 100_000;
const STEPS = 5;
const PAGE = 50;
const ROUNDS = 20;
const AT = new Date('2026-11-01T00:00:00Z').getTime();

/** Our listings of workflows and steps beside the SDK's (docs/workflows.md, "Why it is so"). */
export const listings: Bench = {
  name: 'listings',
  summary: `a page of ${PAGE} among ${WORKFLOWS} workflows, and the ${STEPS} steps of one: ours and the SDK's`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const logger = makeLogger('error');
    const server = await startEmbeddedPostgres({ dataDir, logger });
    try {
      const postgres = await openPostgres({ databaseUrl: server.connectionString, dataDir: '', logger });
      await migratePostgres(postgres, logger);
      const runtime = makeWorkflowRuntime<object>({ postgres, logger, isWorker: false });
      await runtime.start({ context: {}, list: [], schedules: [] });
      await fill(postgres);
      const { workflows } = runtime;
      const page = (filter: Omit<WorkflowPageFilter, 'limit' | 'offset'>) => listSummaries(postgres, { ...filter, limit: PAGE, offset: 0 });
      const sdk = { limit: PAGE, sortDesc: true, loadInput: false };
      const rows = [
        ...(await compare(
          'newest of one type, failed',
          () => page({ type: 'kind_3', statuses: ['failed'] }),
          () => DBOS.listWorkflows({ ...sdk, workflowName: 'kind_3', status: ['ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'] }),
        )),
        ...(await compare(
          'newest that ended',
          () => page({ statuses: ['completed', 'failed', 'terminated'] }),
          () => DBOS.listWorkflows({ ...sdk, status: ['SUCCESS', 'ERROR', 'CANCELLED'] }),
        )),
        ...(await compare(
          'newest that wait or run',
          () => page({ statuses: ['queued', 'running', 'paused'] }),
          () => DBOS.listWorkflows({ ...sdk, status: ['ENQUEUED', 'DELAYED', 'PENDING'] }),
        )),
        ...(await compare(
          'steps of one',
          () => workflows.listSteps(`wf_${WORKFLOWS}`),
          () => DBOS.listWorkflowSteps(`wf_${WORKFLOWS}`),
        )),
      ];
      const open = { statuses: ['queued', 'running', 'paused'], limit: PAGE, offset: 0 } as const;
      rows.push({ figure: 'how many wait or run: ours', value: await timeMs(() => countSummaries(postgres, open)), unit: 'ms' });
      await runtime.stop(0);
      await postgres.close();
      return {
        rows,
        notes: [
          'Ours knows paused workflows and gives what ended by the time of the end. The SDK has no paused ones, one order, and no count.',
        ],
      };
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function compare(what: string, ours: () => Promise<unknown>, sdk: () => Promise<unknown>): Promise<BenchRow[]> {
  const times = await timePairs(
    ROUNDS,
    async () => void (await ours()),
    async () => void (await sdk()),
  );
  return [
    { figure: `${what}: ours`, value: times.oursMs, unit: 'ms' },
    { figure: `${what}: the SDK's`, value: times.boundMs, unit: 'ms' },
  ];
}

/** Of a hundred workflows one waits, one is paused, three have failed and one was terminated. */
async function fill(postgres: Postgres): Promise<void> {
  await postgres.query(
    `insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, authenticated_user, assumed_role, authenticated_roles,
       executor_id, application_version, application_id, application_name, recovery_attempts, priority, serialization,
       created_at, updated_at, started_at_epoch_ms, completed_at)
     select 'wf_' || at, case when at % 100 = 0 then 'ENQUEUED' when at % 100 in (1, 2) then 'CANCELLED'
         when at % 100 in (3, 4, 5) then 'ERROR' else 'SUCCESS' end,
       'kind_' || at % 20, 'general-tasks', '', '', '[]', '', '1', '', 'sightline', 1, 0, 'sightline_json',
       $2::bigint + at, $2::bigint + at, $2::bigint + at, case when at % 100 > 0 then $2::bigint + at + 100 end
       from generate_series(1, $1::int) as at`,
    [WORKFLOWS, AT],
  );
  await postgres.query(
    `insert into workflow_marks (workflow_id, mark) select 'wf_' || at, 'paused' from generate_series(1, $1::int, 100) as at`,
    [WORKFLOWS],
  );
  await postgres.query(
    `insert into dbos.workflow_output (workflow_uuid, output, error)
     select 'wf_' || at, '{"checked":1}', case when at % 100 in (3, 4, 5) then '{"name":"Error","message":"away"}' end
       from generate_series(1, $1::int) as at where at % 100 > 2`,
    [WORKFLOWS],
  );
  await postgres.query(
    `insert into dbos.operation_outputs (workflow_uuid, function_id, function_name, output, started_at_epoch_ms, completed_at_epoch_ms)
     select 'wf_' || at, step, 'step_' || step, '{"checked":1}', $3::bigint + at, $3::bigint + at + step
       from generate_series(1, $1::int) as at, generate_series(0, $2::int - 1) as step`,
    [WORKFLOWS, STEPS, AT],
  );
  await postgres.query('analyze');
}
