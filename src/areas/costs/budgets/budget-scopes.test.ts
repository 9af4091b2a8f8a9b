import assert from 'node:assert/strict';
import test from 'node:test';
import type { SpendScope } from '#providers/metering.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { call, openBudgetFixture, plan, PRICE_USD, readCostState, spendMany } from '../../../../test/support/budget-fixture.ts';
import { DEFAULT_BUDGETS, updateBudgets, type BudgetChanges, type BudgetLimits } from './budget-limits.ts';
import { releaseSpends } from '../spending/release-spends.ts';

const FITS = 6;
const LIMIT_USD = FITS * PRICE_USD + PRICE_USD / 2;

/** Two organizations; `key_made` was made by `key_middle`, which `key_root` made, all bound to `org_a`. */
async function makeOwners(sql: Sql): Promise<void> {
  await sql.query(`insert into organizations (id, name, created_at) values ('org_a', 'a', now()), ('org_b', 'b', now())`);
  await sql.query(
    `insert into projects (id, organization_id, name, created_at, updated_at)
     values ('proj_a1', 'org_a', 'a1', now(), now()), ('proj_a2', 'org_a', 'a2', now(), now()), ('proj_b', 'org_b', 'b', now(), now())`,
  );
  await sql.query(
    `insert into api_keys (id, name, key_prefix, key_hash, scopes, organization_id, created_by, bound_makers)
     values ('key_root', '', '', 'root', '{admin}', 'org_a', 'key_first_admin', '{}'),
            ('key_middle', '', '', 'middle', '{admin}', 'org_a', 'key_root', '{key_root}'),
            ('key_made', '', '', 'made', '{write}', 'org_a', 'key_middle', '{key_root,key_middle}'),
            ('key_other', '', '', 'other', '{write}', 'org_b', 'key_first_admin', '{}')`,
  );
  await sql.query(
    `insert into users (id, email, name, password_hash, created_at) values ('usr_a', 'a@example.com', 'A', '', now()), ('usr_b', 'b@example.com', 'B', '', now())`,
  );
  await sql.query(
    `insert into memberships (id, user_id, organization_id, role, monthly_usd, created_at)
     values ('mem_a', 'usr_a', 'org_a', 'editor', ${LIMIT_USD}, now()), ('mem_a_elsewhere', 'usr_a', 'org_b', 'editor', null, now()),
            ('mem_b', 'usr_b', 'org_a', 'editor', null, now())`,
  );
}

interface Case {
  readonly limits: BudgetChanges;
  /** Calls that are counted together, however they are mixed. */
  readonly inside: readonly Partial<SpendScope>[];
  /** Calls that have room all the same. */
  readonly outside: readonly Partial<SpendScope>[];
  readonly service?: string;
}

const CASES: Readonly<Record<keyof BudgetLimits, Case>> = {
  run_cost_usd: { limits: { run_cost_usd: LIMIT_USD }, inside: [{ runId: 'wf_1' }], outside: [{ runId: 'wf_2' }, {}] },
  run_requests: { limits: { run_requests: FITS }, inside: [{ runId: 'wf_3' }], outside: [{ runId: 'wf_4' }, {}] },
  workflow_hourly_usd: {
    limits: { workflow_hourly_usd: { 'crawl-run': LIMIT_USD } },
    inside: [{ workflowType: 'crawl-run' }, { workflowType: 'crawl-run', projectId: 'proj_b' }],
    outside: [{ workflowType: 'serp-tracking' }, {}],
  },
  project_monthly_usd: {
    limits: { project_monthly_usd: LIMIT_USD },
    inside: [{ projectId: 'proj_1' }, { projectIds: ['proj_1'] }],
    outside: [{ projectId: 'proj_2' }, {}],
  },
  key_monthly_usd: {
    limits: { key_monthly_usd: { key_middle: LIMIT_USD } },
    inside: [{ apiKeyId: 'key_middle' }, { apiKeyId: 'key_made' }, { apiKeyId: 'key_made', projectId: 'proj_a1' }],
    outside: [{ apiKeyId: 'key_root' }, { apiKeyId: 'key_other' }, {}],
  },
  organization_monthly_usd: {
    limits: { organization_monthly_usd: { org_a: LIMIT_USD } },
    inside: [
      { apiKeyId: 'key_root' },
      { apiKeyId: 'key_made' },
      { projectId: 'proj_a1' },
      { projectIds: ['proj_a1', 'proj_a2'] },
      { projectId: 'proj_a2', apiKeyId: 'key_first_admin' },
    ],
    outside: [{ projectId: 'proj_b' }, { apiKeyId: 'key_other' }, { apiKeyId: 'key_first_admin' }, {}],
  },
  llm_daily_usd: { limits: { llm_daily_usd: LIMIT_USD }, inside: [{}, { projectId: 'proj_b' }], outside: [], service: 'edge_workers_ai' },
  daily_usd: { limits: { daily_usd: LIMIT_USD }, inside: [{}, { projectId: 'proj_b' }, { apiKeyId: 'key_other' }], outside: [] },
};

test('every budget admits what fits, over two processes and for every caller, and does not affect others', async (t) => {
  const fixture = await openBudgetFixture(t);
  await makeOwners(fixture.postgres);
  for (const [name, { limits, inside, outside, service }] of Object.entries(CASES)) {
    await fixture.postgres.query('truncate budget_windows');
    await updateBudgets(fixture, { ...DEFAULT_BUDGETS, ...limits });
    const spend = (scope: Partial<SpendScope>, at: number) =>
      (at % 2 === 0 ? fixture.spending : fixture.elsewhere).spend({ source: 'api', ...scope }, plan(service ? { service } : {}), call());
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_none, at) => spend(inside[at % inside.length] ?? {}, at)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { budget?: string }).budget] : []));
    assert.deepEqual(refusals, Array(20 - FITS).fill(name), name);
    await updateBudgets(fixture, { [name]: 0 });
    for (const scope of inside) await assert.rejects(spend(scope, 0), { budget: name }, `${name}, 0: ${JSON.stringify(scope)}`);
    await updateBudgets(fixture, limits);
    for (const scope of outside) assert.equal(await spend(scope, 1), 'answer', `${name}: ${JSON.stringify(scope)}`);
    await updateBudgets(fixture, { [name]: null });
    for (const scope of inside) assert.equal(await spend(scope, 1), 'answer', `${name}, none: ${JSON.stringify(scope)}`);
  }
});

test("a person's budget holds in one organization, signed in and by own keys together, in two processes at once", async (t) => {
  const fixture = await openBudgetFixture(t);
  const { postgres } = fixture;
  await makeOwners(postgres);
  const spend = (scope: Partial<SpendScope>, at: number) =>
    (at % 2 === 0 ? fixture.spending : fixture.elsewhere).spend({ source: 'api', ...scope }, plan(), call());
  const inside = [{ memberId: 'mem_a' }, { memberId: 'mem_a', apiKeyId: 'key_made' }, { memberId: 'mem_a', projectId: 'proj_a1' }];
  const outside = [{ memberId: 'mem_b' }, { memberId: 'mem_a_elsewhere' }, { apiKeyId: 'key_made' }, { projectId: 'proj_a1' }];
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_none, at) => spend(inside[at % inside.length] ?? {}, at)));
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [`${result.reason.budget} of ${result.reason.scope}`] : []));
  assert.deepEqual(refusals, Array(20 - FITS).fill('member_monthly_usd of mem_a'));
  for (const scope of outside) assert.equal(await spend(scope, 1), 'answer', JSON.stringify(scope));
  const { rows } = await postgres.query<{ personId: string | null; rows: number }>(
    'select person_id, count(*)::int as rows from api_costs group by person_id order by person_id nulls last',
  );
  assert.deepEqual(
    rows.map((row) => [row.personId, row.rows]),
    [
      ['usr_a', FITS + 1],
      ['usr_b', 1],
      [null, 2],
    ],
  );
  // A limit that is lifted, or set to nothing, holds from the next call on.
  await postgres.query(`update memberships set monthly_usd = null where id = 'mem_a'`);
  assert.equal(await spend({ memberId: 'mem_a' }, 0), 'answer');
  await postgres.query(`update memberships set monthly_usd = 0 where id = 'mem_a'`);
  await assert.rejects(spend({ memberId: 'mem_a' }, 1), { budget: 'member_monthly_usd' });
  // Where no project pays, the organization in which the person acts does.
  await updateBudgets(fixture, { organization_monthly_usd: { org_a: 0 } });
  await assert.rejects(spend({ memberId: 'mem_b' }, 1), { budget: 'organization_monthly_usd', scope: 'org_a' });
});

test('of what operators and an organization allow a project the lower holds', async (t) => {
  const fixture = await openBudgetFixture(t, { project_monthly_usd: { proj_a1: 3 * PRICE_USD, proj_a2: 3 * PRICE_USD } });
  await makeOwners(fixture.postgres);
  await fixture.postgres.query(
    `insert into project_limits (project_id, monthly_usd, set_by)
     values ('proj_a1', ${2 * PRICE_USD}, 'usr_a'), ('proj_a2', ${5 * PRICE_USD}, 'usr_a'), ('proj_b', ${4 * PRICE_USD}, 'usr_a')`,
  );
  for (const [projectId, passed] of [
    ['proj_a1', 2],
    ['proj_a2', 3],
    ['proj_b', 4],
  ] as const)
    assert.equal((await spendMany(fixture, 6, { scope: { source: 'api', projectId } })).passed, passed, projectId);
});

test('one number for every key holds for a bound key and all keys made by it together', async (t) => {
  const fixture = await openBudgetFixture(t, { key_monthly_usd: LIMIT_USD });
  await makeOwners(fixture.postgres);
  for (const [apiKeyId, passed] of [
    ['key_made', 3],
    ['key_root', 3],
    ['key_middle', 0],
  ] as const)
    assert.equal((await spendMany(fixture, 3, { scope: { source: 'api', apiKeyId } })).passed, passed, apiKeyId);
});

test('one project has a limit of its own, others that of all projects, in two processes at once', async (t) => {
  const fixture = await openBudgetFixture(t, { project_monthly_usd: { default: LIMIT_USD, proj_1: 2 * PRICE_USD, proj_free: null } });
  for (const [projectId, passed] of [
    ['proj_1', 2],
    ['proj_2', FITS],
    ['proj_free', 20],
  ] as const) {
    const spend = (at: number) =>
      (at % 2 === 0 ? fixture.spending : fixture.elsewhere).spend({ source: 'api', projectId }, plan({}), call());
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_none, at) => spend(at)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, passed, projectId);
    for (const result of results)
      if (result.status === 'rejected') assert.deepEqual([result.reason.budget, result.reason.scope], ['project_monthly_usd', projectId]);
  }
});

test('an organization pays the parts of all its projects, and without room it is left out with all of them', async (t) => {
  const fixture = await openBudgetFixture(t);
  const { postgres, spending } = fixture;
  await makeOwners(postgres);
  const shared = { source: 'cron', projectIds: ['proj_a1', 'proj_b', 'proj_a2'] } as const;
  await spending.spend(shared, plan({ estimateUsd: 0.02 }), call(0.01));
  const read = async () => {
    const { rows } = await postgres.query(
      `select scope, spent_usd::float as spent, reserved_usd::float as reserved, requests from budget_windows
       where budget = 'organization_monthly_usd' order by scope`,
    );
    return rows;
  };
  const before = [
    { scope: 'org_a', spent: 0.006667, reserved: 0, requests: 1 },
    { scope: 'org_b', spent: 0.003333, reserved: 0, requests: 1 },
  ];
  assert.deepEqual(await read(), before);

  // A call that was not made leaves the counters as they were.
  let during: unknown;
  const release = async () => {
    during = await read();
    const { rows } = await postgres.query<{ id: string }>('select id from spend_reservations');
    await releaseSpends(
      postgres,
      rows.map(({ id }) => id),
    );
    return { value: '', cost: { costUsd: 0, success: false } };
  };
  await spending.spend(shared, plan({ estimateUsd: 0.03 }), release);
  assert.deepEqual(during, [
    { ...before[0], reserved: 0.02, requests: 2 },
    { ...before[1], reserved: 0.01, requests: 2 },
  ]);
  assert.deepEqual(await read(), before);

  // Either part of org_a has room, both together have none.
  await updateBudgets(fixture, { organization_monthly_usd: { org_a: 0.0115 } });
  await spending.spend(shared, plan({ estimateUsd: 0.009 }), call(0.009));
  assert.deepEqual(await read(), [before[0], { ...before[1], spent: 0.012333, requests: 2 }]);
  const ours = { source: 'cron', projectIds: ['proj_a1', 'proj_a2'] } as const;
  await assert.rejects(spending.spend(ours, plan({ estimateUsd: 0.009 }), call()), { budget: 'organization_monthly_usd', scope: 'org_a' });
  assert.equal((await readCostState(postgres)).reservations, 0);
});
