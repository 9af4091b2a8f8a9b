import assert from 'node:assert/strict';
import test from 'node:test';
import { call, openBudgetFixture, plan } from '../../../../test/support/budget-fixture.ts';
import { ADMIN } from '../../../../test/support/area-context.ts';
import { readBudgets, updateBudgets } from './budget-limits.ts';
import { findRefusal } from './find-refusal.ts';
import { getProjectBudget, updateProjectBudget } from './project-budget.ts';

async function openProjects(t: Parameters<typeof openBudgetFixture>[0]) {
  const fixture = await openBudgetFixture(t);
  await fixture.postgres.query(`insert into organizations (id, name, created_at) values ('org_a', 'a', now())`);
  await fixture.postgres.query(
    `insert into projects (id, organization_id, name, created_at, updated_at)
     select 'proj_' || n, 'org_a', 'p', now(), now() from generate_series(1, 20) n`,
  );
  return { ...fixture, caller: ADMIN };
}

test('limits that are set at once for several projects are all kept, and one of all projects stays', async (t) => {
  const ctx = await openProjects(t);
  await updateBudgets(ctx, { project_monthly_usd: 7, daily_usd: 3 });
  await Promise.all(Array.from({ length: 20 }, (_none, at) => updateProjectBudget(ctx, `proj_${at + 1}`, at)));
  const { project_monthly_usd: limits, daily_usd: daily } = await readBudgets(ctx.postgres);
  assert.deepEqual(limits, { default: 7, ...Object.fromEntries(Array.from({ length: 20 }, (_none, at) => [`proj_${at + 1}`, at])) });
  assert.equal(daily, 3);
});

test("a project's limit says whose it is, and goes back to that of all projects", async (t) => {
  const ctx = await openProjects(t);
  const read = async () => {
    const { limitUsd, limitOf, allProjectsUsd, leftUsd } = await getProjectBudget(ctx, 'proj_1');
    return [limitUsd, limitOf, allProjectsUsd, leftUsd];
  };
  assert.deepEqual(await read(), [null, 'all_projects', null, null]);
  await updateProjectBudget(ctx, 'proj_1', 5);
  assert.deepEqual(await read(), [5, 'project', null, 5]);
  await ctx.spending.spend({ source: 'api', projectId: 'proj_1' }, plan({ estimateUsd: 0.02 }), call(0.01));
  assert.deepEqual(await read(), [5, 'project', null, 4.99]);
  await updateProjectBudget(ctx, 'proj_1', null);
  await updateBudgets(ctx, { project_monthly_usd: { default: 2, proj_1: null } });
  assert.deepEqual(await read(), [null, 'project', 2, null]);
  await updateProjectBudget(ctx, 'proj_1', undefined);
  assert.deepEqual(await read(), [2, 'all_projects', 2, 1.99]);
});

test('a bound key sees the limit of its project and cannot change it', async (t) => {
  const ctx = await openProjects(t);
  await updateProjectBudget(ctx, 'proj_1', 5);
  for (const bound of [{ organizationId: 'org_a' }, { projectIds: ['proj_1'] }]) {
    const caller = { ...ADMIN, ...bound };
    assert.equal((await getProjectBudget({ ...ctx, caller }, 'proj_1')).limitUsd, 5);
    await assert.rejects(updateProjectBudget({ ...ctx, caller }, 'proj_1', 50), { code: 'forbidden' });
  }
  assert.equal((await getProjectBudget(ctx, 'proj_1')).limitUsd, 5);
  const stranger = { ...ctx, caller: { ...ADMIN, organizationId: 'org_b' } };
  await assert.rejects(getProjectBudget(stranger, 'proj_1'), { code: 'not_found' });
});

test('what is planned is compared with what is left: whole, in part, or not at all, in words', async (t) => {
  const ctx = await openProjects(t);
  await updateBudgets(ctx, { daily_usd: null, llm_daily_usd: null, project_monthly_usd: { proj_1: 0.05, proj_2: 0 } });
  const ask = async (projectId: string, calls: number, costUsd: number) => {
    const refusal = await findRefusal(ctx, { calls, costUsd }, { source: 'api', projectId });
    return refusal && [refusal.budget, refusal.scope, refusal.refuses, refusal.left, refusal.message];
  };
  assert.equal(await ask('proj_1', 5, 0.05), undefined);
  assert.deepEqual(await ask('proj_1', 10, 0.1), [
    'project_monthly_usd',
    'proj_1',
    'part',
    0.05,
    "This project's monthly budget of $0.05 has $0.05 left, too little for 10 calls of up to $0.10.",
  ]);
  await ctx.spending.spend({ source: 'api', projectId: 'proj_1' }, plan({ estimateUsd: 0.05 }), call(0.05));
  assert.deepEqual((await ask('proj_1', 1, 0.01))?.slice(2), ['all', 0, "This project's monthly budget of $0.05 is used up."]);
  assert.deepEqual((await ask('proj_2', 1, 0))?.slice(2), ['all', 0, "This project's monthly budget is $0.00, so nothing is bought."]);
  assert.equal(await ask('proj_2', 0, 0), undefined, 'what calls nothing is refused by no budget');
  assert.equal(await ask('proj_3', 100, 100), undefined);
});
