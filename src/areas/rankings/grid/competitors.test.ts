import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { toGridBody } from '../wire/grid.ts';
import { getGrid } from './get-grid.ts';
import type { GridInput } from './grid.ts';

test('competitors stand beside the own site, on each day as they were known then', async (t) => {
  const world = await openGridWorld(t, 'Asia/Tokyo');
  const { ctx, postgres, projectId } = world;
  const addAsset = async (value: string, type: string, role: string, at: string) => {
    await postgres.query(
      `insert into assets (id, project_id, type, value, name, role, created_at, updated_at) values ($2 || $1, $1, $3, $2, $2, $4, $5, $5)`,
      [projectId, value, type, role, at],
    );
  };
  const read = async (more: Partial<GridInput> = {}) => {
    const input: GridInput = { projectId, compare: 'check', limit: 20_000, withCompetitors: true, ...more };
    const grid = await getGrid(ctx, input);
    return toGridBody(input, grid, {
      prices: { monthlyUsd: grid.columns.keyword.map(() => 0), enrichmentUsd: grid.columns.keyword.map(() => null) },
    });
  };
  const toSeen = ({ lists, competitors }: Awaited<ReturnType<typeof read>>) =>
    competitors?.map(({ domain, status, position, checked_depth: depth }) => [
      domain,
      ...status.map((index, row) => [lists.status[index], position[row], depth[row]]),
    ]);
  const toOthers = ({ competitors }: Awaited<ReturnType<typeof read>>) =>
    competitors?.map(({ domain, other_checks: checks }) => [
      domain,
      ...checks.map((check) => [check.row, check.checked_at, check.failed_at]),
    ]);
  const [first, second] = await Promise.all([
    makeTracked(postgres, projectId, 'a rival'),
    makeTracked(postgres, projectId, 'b rival', { device: 'mobile' }),
  ]);

  world.moveTo('2025-11-16T14:00:00Z');
  await world.check(first, { 'mine.com': 5, 'rival.org': 2 });
  const then = [await read()];
  assert.deepEqual(toSeen(then[0]!), [['rival.org', ['ranked', 2, 100], ['pending', null, null]]]);

  await addAsset('place-1', 'local', 'competitor', '2030-01-01');
  await addAsset('own.net', 'website', 'primary', '2030-01-02');
  await addAsset('other.net', 'website', 'competitor', '2030-01-03');
  world.moveTo('2025-11-17T14:00:00Z');
  await world.fail(first);
  await world.check(second, { 'other.net': 30 });
  then.push(await read());
  assert.deepEqual(toSeen(then[1]!), [
    ['rival.org', ['failed', 2, 100], ['not_found', null, 100]],
    ['other.net', ['failed', null, null], ['ranked', 30, 100]],
  ]);
  assert.deepEqual(
    toOthers(then[1]!),
    [['rival.org'], ['other.net', [0, null, Date.parse('2025-11-17T14:00:00Z')]]],
    'the own site was found before',
  );
  world.moveTo('2025-11-18T14:00:00Z');
  await world.check(first, { 'other.net': 1 });
  then.push(await read());
  assert.deepEqual(toSeen(then[2]!), [
    ['rival.org', ['not_found', null, 100], ['not_found', null, 100]],
    ['other.net', ['ranked', 1, 100], ['ranked', 30, 100]],
  ]);
  world.moveTo('2025-11-19T14:00:00Z');
  await world.check(first, { 'rival.org': 9, 'other.net': 8 });

  assert.deepEqual(toSeen(await read({ device: 'desktop', outcomes: { status: 'not_found' } })), [
    ['rival.org', ['ranked', 9, 100]],
    ['other.net', ['ranked', 8, 100]],
  ]);
  for (const body of then) {
    const reread = await read({ to: body.to });
    const [past, others] = [toSeen(reread), toOthers(reread)];
    assert.deepEqual(past?.slice(0, body.competitors?.length), toSeen(body), body.to);
    assert.deepEqual(others?.slice(0, body.competitors?.length), toOthers(body), body.to);
  }
  assert.deepEqual(toSeen(await read({ to: then[0]!.to }))?.[1], ['other.net', ['pending', null, null], ['pending', null, null]]);
  assert.equal('competitors' in (await read({ withCompetitors: undefined })), false);

  for (let count = 1; count <= 20; count += 1) await addAsset(`more-${count}.net`, 'website', 'competitor', `2030-02-${count}`);
  const domains = (await read()).competitors?.map(({ domain }) => domain) ?? [];
  assert.deepEqual(
    [domains.length, domains.includes('other.net'), domains.includes('more-20.net')],
    [20, true, false],
    'the first of them',
  );
});
