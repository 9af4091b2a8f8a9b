import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as sdk from '@dbos-inc/dbos-sdk';
import * as context from '@dbos-inc/dbos-sdk/internal/context';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { TimeMatcher } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab';
import * as systemDatabase from '@dbos-inc/dbos-sdk/internal/system_database';
import { openTestStores } from '../support/index.ts';
import { listStatements } from '../support/statements/list.ts';
import { listSources } from '../support/statements/texts.ts';

/**
 * What `src/workflows/dbos` takes from the SDK beyond its documented face. Each list is complete: what the
 * folder uses and the list does not name fails too.
 */
const FENCE = 'src/workflows/dbos/';
const SDK_FOLDER = join(import.meta.dirname, '../../node_modules/@dbos-inc/dbos-sdk');

const SDK_VERSION = '5.3.0';

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  operation_outputs: toWords(
    `application_name child_workflow_id completed_at_epoch_ms error function_id function_name output retention_timestamp serialization
    started_at_epoch_ms workflow_uuid`,
  ),
  workflow_input: toWords('inputs workflow_uuid'),
  workflow_output: toWords('error output workflow_uuid'),
  workflow_schedules: toWords('last_fired_at schedule schedule_name'),
  workflow_status: toWords(`application_id application_name application_version assumed_role attributes authenticated_roles
    authenticated_user completed_at created_at deduplication_id delay_until_epoch_ms executor_id name owner_xid parent_workflow_id
    priority queue_name rate_limited recovery_attempts serialization started_at_epoch_ms status updated_at
    workflow_deadline_epoch_ms workflow_timeout_ms workflow_uuid`),
};

/** Columns of other tables have these names too; the statements read those. */
const LEFT_ALONE = new Set(['workflow_status.error', 'workflow_status.inputs', 'workflow_status.output']);

const STATUSES = ['CANCELLED', 'DELAYED', 'ENQUEUED', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', 'PENDING', 'SUCCESS'];

const INTERNAL_MODULES = ['context', 'dbos-executor', 'scheduler/crontab', 'system_database'];

/** Functions by the name of what has them. */
const FUNCTIONS: Readonly<Record<string, readonly [owner: object, names: readonly string[]]>> = {
  DBOS: [
    sdk.DBOS,
    [
      'setConfig',
      'registerWorkflow',
      'launch',
      'shutdown',
      'startWorkflow',
      'runStep',
      'listSchedules',
      'applySchedules',
      'deleteSchedule',
      'backfillSchedule',
      'pauseSchedule',
      'resumeSchedule',
    ],
  ],
  'the errors of the SDK': [
    { ...sdk.Error, DBOSWorkflowConflictError: sdk.DBOSWorkflowConflictError },
    ['DBOSWorkflowCancelledError', 'DBOSWorkflowConflictError'],
  ],
  'internal/context': [context, ['currentOwnerXid', 'runWithAbortableDbRetries']],
  'internal/system_database': [systemDatabase, ['withDbRetry']],
  'a DBOSExecutor': [DBOSExecutor.prototype, ['dispatchDequeuedWorkflows']],
  'a SystemDatabase': [
    systemDatabase.SystemDatabase.prototype,
    [
      'checkForRunningWorkflow',
      'checkIfCanceled',
      'getOperationResultAndThrowIfCancelled',
      'recordOperationResult',
      'recordWorkflowError',
      'recordWorkflowOutput',
      'registerRunningWorkflow',
    ],
  ],
  'a TimeMatcher': [TimeMatcher.prototype, ['match', 'nextWakeupTime']],
};

const ADVICE = `read the SDK's changes, compare what ${FENCE} uses, and correct this test`;

function toWords(text: string): string[] {
  return text.split(/\s+/u);
}

test('the SDK is the version that the fence was written for', () => {
  const { version } = JSON.parse(readFileSync(join(SDK_FOLDER, 'package.json'), 'utf8')) as { version: string };
  assert.equal(version, SDK_VERSION, `@dbos-inc/dbos-sdk is ${version} now, ${FENCE} was written for ${SDK_VERSION}: ${ADVICE}`);
});

test("the SDK's tables have every column that the fence uses, and it uses no other", async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by column_name::text) as columns
       from information_schema.columns where table_schema = 'dbos' group by table_name order by table_name`,
  );
  const there = new Map(rows.map(({ table, columns }) => [table, columns]));
  const gone = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns
      .filter((column) => !there.get(table)?.includes(column))
      .map((column) => `the SDK's table ${table} has no column ${column}: ${ADVICE}`),
  );
  assert.deepEqual(gone, []);

  const used = new Map<string, Set<string>>();
  for (const text of listStatements(`${FENCE}**/*.ts`).flatMap(({ texts = [] }) => texts)) {
    for (const [, table = ''] of text.matchAll(/\bdbos\.(\w+)/gu)) {
      const columns = used.get(table) ?? new Set();
      used.set(table, columns);
      const candidates = (there.get(table) ?? []).filter((column) => !LEFT_ALONE.has(`${table}.${column}`));
      for (const column of candidates) if (new RegExp(`\\b${column}\\b`, 'u').test(text)) columns.add(column);
    }
  }
  const usedColumns = Object.fromEntries([...used].map(([table, columns]) => [table, [...columns].toSorted()]));
  assert.deepEqual(usedColumns, COLUMNS, `the statements of ${FENCE} use other columns than this test names`);
});

test("the SDK's columns about users are only filled in as the SDK does, with nothing", () => {
  const texts = listStatements(`${FENCE}**/*.ts`).flatMap((statement) => statement.texts ?? []);
  const using = texts.filter((text) => /authenticated_|assumed_role/u.test(text));
  assert.equal(using.length, 1);
  assert.match(using[0] ?? '', /\binsert into dbos\.workflow_status /u);
});

test('the SDK has every status that the fence writes or reads, and no other', () => {
  const known = Object.values(sdk.StatusString).toSorted();
  assert.deepEqual(known, STATUSES, `the SDK's statuses changed: ${ADVICE}`);
  const texts = listStatements(`${FENCE}**/*.ts`).flatMap((statement) => statement.texts ?? []);
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/'([A-Z_]{5,})'/gu)].map(([, status = '']) => status)));
  assert.deepEqual([...named].toSorted(), STATUSES);
});

test('the SDK has every function and internal that the fence calls', () => {
  const missing = Object.entries(FUNCTIONS).flatMap(([owner, [value, names]]) =>
    names.filter((name) => typeof Reflect.get(value, name) !== 'function').map((name) => `${owner} has no ${name}: ${ADVICE}`),
  );
  assert.deepEqual(missing, []);
  assert.ok('globalInstance' in DBOSExecutor, `DBOSExecutor has no globalInstance: ${ADVICE}`);
  const sources = listSources(`${FENCE}**/*.ts`).map(({ source }) => source.text);
  const imported = new Set(sources.flatMap((text) => [...text.matchAll(/dbos-sdk\/internal\/([^']+)/gu)].map(([, module = '']) => module)));
  assert.deepEqual([...imported].toSorted(), INTERNAL_MODULES, `${FENCE} imports other internals than this test names`);
});

test("nothing outside the fence touches the SDK or the SDK's tables", () => {
  const statements = listStatements('src/**/*.ts').filter(({ texts = [] }) => texts.some((text) => /\bdbos\./iu.test(text)));
  const outside = statements.map(({ place }) => place).filter((place) => !place.startsWith(FENCE));
  // Constants too that no statement could be read from.
  const mentions = listSources('src/**/*.ts').filter(({ source }) => /['"`\s(]dbos\.[a-z_]+\b|@dbos-inc\//u.test(source.text));
  outside.push(...mentions.map(({ path }) => path).filter((path) => !path.startsWith(FENCE)));
  assert.deepEqual(outside, []);
  assert.ok(statements.length > 40, `only ${statements.length} statements on the SDK's tables were found`);
});
