import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addWeeks, toFirstDay, toLastDay } from '#kernel/weeks.ts';
import { preview } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import { moveTo, takeSnapshots } from '../support/snapshot-run.ts';

const SITE = 'larchcompanion.com';
const MONDAYS = ['2026-11-30', '2026-12-07', '2026-12-14'];
const LOOKED = ['202648', '202649', '202650'];

test('links that came and went are told week by week, as the sandbox has them', async (t) => {
  const app = await startTestApp(t);
  await moveTo(app, '2026-11-25T12:00:00Z');
  const projectId = await makeProject(app.api, [SITE]);
  await takeSnapshots(app);
  for (const day of MONDAYS) {
    await moveTo(app, `${day}T04:00:00Z`);
    assert.equal((await takeSnapshots(app)).looked, 1);
  }
  await countsAreTrue(t, app, projectId);
  await partialWeeks(t, app, projectId);
  await thresholds(t, app, projectId);
});

const SPAN = { from: '2026-11-24', to: '2026-12-14' };

/** What a rule says, by the week that it speaks of: how many links it names, and how many the provider counts. */
async function readWeeks(app: TestApp, projectId: string, event: string, more: object = {}) {
  const { status, body } = await app.api.post('/api/alert-rules/preview', {
    project_id: projectId,
    rule: { when: { event, ...more }, cool_down_hours: 0, group_by: 'rule' },
    ...SPAN,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const weeks = body.alerts.map((one: any) => [
    one.items[0].to.week,
    { items: one.items_total, total: one.items[0].to.total_in_week, one },
  ]);
  return new Map<string, any>(weeks);
}

async function countsAreTrue(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('each whole week names what is stored of it, and says how many links it was in all', async () => {
    for (const [event, field] of [
      ['links_new', 'new_backlinks'],
      ['links_lost', 'lost_backlinks'],
    ] as const) {
      const weeks = await readWeeks(app, projectId, event);
      assert.ok(weeks.size > 0, event);
      for (const [week, { items, total, one }] of weeks) {
        const { body } = await app.sandbox.get(`/_sandbox/truth/domain?domain=${SITE}&date=${toLastDay(week)}&since=${toFirstDay(week)}`);
        assert.equal(total, body[field], `${event} in ${week}`);
        assert.ok(items > 0 && items <= total, `${event} in ${week}: ${items} of ${total}`);
        assert.equal(one.day, toFirstDay(addWeeks(week, 1)), 'known on the day after it');
        for (const { to } of one.items) {
          const changed = to.changed_at.slice(0, 10);
          assert.ok(changed >= toFirstDay(week) && changed <= toLastDay(week), `${changed} lies in ${week}`);
        }
      }
      assert.ok([...weeks.keys()].every((week) => LOOKED.includes(week)));
    }
  });
}

async function partialWeeks(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('a week that was not looked at to its end, or without a snapshot, says nothing', async () => {
    const before = await readWeeks(app, projectId, 'links_new');
    const { postgres } = app.app.context;
    const weekOf = async (column: string): Promise<void> => {
      await postgres.query(
        `update domain_summaries set backlinks_count = ${column} where year_week = '202649' and domain_id = (select id from domains where domain = $1)`,
        [SITE],
      );
    };
    const kept = await postgres.query<{ count: number }>(
      `select backlinks_count as count from domain_summaries where year_week = '202649' and domain_id = (select id from domains where domain = $1)`,
      [SITE],
    );
    await weekOf('null');
    const without = await readWeeks(app, projectId, 'links_new');
    assert.deepEqual(
      [...without.keys()].toSorted(),
      [...before.keys()].filter((week) => week !== '202649' && week !== '202650').toSorted(),
      'neither that week nor the one that is compared with it',
    );
    await weekOf(String(kept.rows[0]?.count));
    await postgres.query(`update link_looks set looked_until = '2026-12-10T04:00:00Z'`);
    assert.equal((await readWeeks(app, projectId, 'links_new')).has('202650'), false, 'half of it was looked at');
    await postgres.query(`update link_looks set looked_until = '2026-12-14T04:00:00Z'`);
  });
}

async function thresholds(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('rank, followed links and number narrow what is told', async () => {
    const all = await readWeeks(app, projectId, 'links_new');
    const strong = await readWeeks(app, projectId, 'links_new', { min_rank: 30, followed: true });
    for (const [week, { items, one }] of strong) {
      assert.ok(items <= all.get(week).items);
      assert.ok(one.items.every(({ to }: any) => to.rank >= 30 && to.followed));
    }
    assert.equal((await readWeeks(app, projectId, 'links_new', { at_least: 10_000 })).size, 0);
    const body = await preview(app, projectId, { event: 'links_lost' }, {});
    assert.match(body.sentence, /link/u);
  });
}
