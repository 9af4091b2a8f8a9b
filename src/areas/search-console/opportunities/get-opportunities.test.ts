import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeItem, makeTracked } from '../../../../test/support/rankings-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { getOpportunities, type OpportunitiesInput } from './get-opportunities.ts';
import type { OpportunityKind } from './opportunity.ts';
import { OpportunitiesResponse, toOpportunitiesBody } from './wire.ts';

const DAY = '2025-11-16';

async function openWorld(t: TestContext) {
  const world = await openGridWorld(t);
  const read = async (kind: OpportunityKind, more: Partial<OpportunitiesInput> = {}) => {
    const input: OpportunitiesInput = { projectId: world.projectId, kind, limit: 100, offset: 0, ...more };
    return OpportunitiesResponse.parse(toOpportunitiesBody(input, await getOpportunities(world.ctx, input)));
  };
  return { ...world, read };
}

const count = (query: string, clicks: number, impressions: number, position: number) => ({ query, clicks, impressions, position });
const queriesOf = ({ opportunities }: { opportunities: readonly { query: string | null }[] }) => opportunities.map(({ query }) => query);

test('queries within reach are those that many see, not far away, and no brand of one’s own', async (t) => {
  const { read, ctx, projectId, postgres } = await openWorld(t);
  await makeTracked(postgres, projectId, 'Blue  Shoes');
  assert.deepEqual((await read('striking_distance')).opportunities, [], 'nothing is connected');
  const property = await bindProperty(postgres, projectId);
  await writeDays(ctx, property, [
    {
      day: DAY,
      queries: [
        count('blue shoes', 10, 500, 6),
        count('red shoes', 30, 400, 4),
        count('mine shoes', 30, 400, 5),
        count('green shoes', 1, 300, 20.2),
        count('black shoes', 1, 300, 3.9),
        count('rare shoes', 1, 20, 8),
        count('white shoes', 9, 10, 8),
      ],
    },
  ]);
  const { opportunities, total } = await read('striking_distance');
  assert.deepEqual([queriesOf({ opportunities }), total], [['blue shoes', 'red shoes'], 2]);
  assert.deepEqual(
    opportunities.map(({ is_tracked: isTracked }) => isTracked),
    [true, false],
  );
  const untracked = await read('untracked');
  assert.deepEqual(queriesOf(untracked), ['mine shoes', 'red shoes', 'white shoes', 'black shoes', 'green shoes', 'rare shoes']);
  assert.equal(untracked.opportunities[0]?.is_branded, true);
  const second = await read('untracked', { limit: 1, offset: 1 });
  assert.deepEqual([queriesOf(second), second.pagination.total], [['red shoes'], 6]);
});

test('pages that lose clicks at a steady place, and pages that take turns', async (t) => {
  const { read, ctx, projectId, postgres } = await openWorld(t);
  const property = await bindProperty(postgres, projectId);
  const page = (name: string, clicks: number, position: number) => ({
    page: `https://mine.com/${name}`,
    ...count('shoes', clicks, 400, position),
  });
  await writeDays(ctx, property, [
    { day: '2025-11-15', pages: [page('steady', 50, 4), page('fallen', 50, 4), page('small', 9, 4), page('grown', 10, 4)] },
    {
      day: DAY,
      pages: [
        page('steady', 30, 4.5),
        page('fallen', 10, 9),
        page('small', 1, 4),
        page('grown', 50, 4),
        { ...page('new', 1, 5), query: 'one' },
      ],
    },
  ]);
  const losing = await read('losing_pages', { from: DAY, to: DAY });
  assert.deepEqual(
    losing.opportunities.map((one) => [one.page, one.clicks, one.compared_clicks]),
    [['https://mine.com/steady', 30, 50]],
  );
  assert.deepEqual([losing.compared?.from, losing.warnings.length], ['2025-11-15', 3], 'these days were counted too high');
  const { opportunities } = await read('cannibalization', { from: DAY, to: DAY });
  assert.deepEqual(queriesOf({ opportunities }), ['shoes']);
  assert.deepEqual([opportunities[0]?.pages.length, opportunities[0]?.is_tracked], [4, false]);
});

test('what is measured and what Google counts stand beside each other, and say why they may differ', async (t) => {
  const world = await openWorld(t);
  const { read, ctx, projectId, postgres } = world;
  const [near, far, gone, silent] = await Promise.all(
    ['near', 'far', 'gone', 'silent'].map((text) => makeTracked(postgres, projectId, text)),
  );
  assert.ok(near && far && gone && silent);
  world.moveTo('2025-11-10T10:00:00Z');
  await world.check(near, { 'mine.com': 4 });
  await world.check(far, { 'mine.com': 4 }, [makeItem(1, null, { type: 'ai_overview' })]);
  await world.check(gone, {});
  await world.check(silent, { 'mine.com': 2 });
  world.moveTo('2025-11-20T10:00:00Z');
  const none = await read('without_impressions');
  assert.deepEqual([none.opportunities, none.property], [[], null]);
  const property = await bindProperty(postgres, projectId);
  assert.deepEqual((await read('without_impressions')).opportunities, [], 'no day was read: nothing is known');
  await writeDays(ctx, property, [{ day: DAY, queries: [count('near', 5, 200, 6.9), count('far', 5, 200, 9), count('gone', 1, 90, 12)] }]);
  const without = await read('without_impressions');
  assert.deepEqual(
    without.opportunities.map((one) => [one.query, one.impressions, one.measured_position, one.reasons]),
    [['silent', null, 2, ['few_people']]],
  );
  const shown = await read('not_found_but_shown');
  assert.deepEqual(
    shown.opportunities.map((one) => [one.query, one.status, one.measured_position, one.position]),
    [['gone', 'not_found', null, 12]],
  );
  const differing = await read('differing');
  assert.deepEqual(
    differing.opportunities.map((one) => [one.query, one.measured_rank_absolute, one.position]),
    [['far', 4, 9]],
  );
  assert.deepEqual(differing.opportunities[0]?.reasons, ['features', 'personal_results']);
});
