import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { bindProject, connect, getTruth, listDays, listQueries, waitForDays } from '../support/search-console-world.ts';

const DAYS = 12;
const LACKS = { discover: ['query', 'device', 'position'], googleNews: ['query', 'position'] } as const;

test('Discover and Google News are collected as Google counts them, and say what they have none of', { timeout: 300_000 }, async (t) => {
  const world = await startTestApp(t);
  const { api } = world;
  const connectionId = await connect(world);
  for (const [type, lacks] of Object.entries(LACKS))
    await t.test(type, async () => {
      const { projectId, siteUrl, propertyId } = await bindProject(world, connectionId, type);
      await waitForDays(world, projectId, DAYS);
      const [bound, days] = [
        (await api.get(`/api/projects/${projectId}/search-console`)).body,
        (await listDays(world, projectId, '')).filter(({ state }) => state === 'final').slice(0, DAYS),
      ];
      assert.deepEqual([bound.type, bound.lacks], [type, lacks]);
      const [from, to] = [days.at(-1).day, days[0].day];
      const truth = await getTruth(world, siteUrl, { from, to, type });
      const clicksOf = (list: readonly { day: string; clicks: number; impressions: number }[]) =>
        list.map(({ day, clicks, impressions }) => ({ day, clicks, impressions }));
      assert.deepEqual(clicksOf(days.toReversed()), clicksOf(truth.days));

      const ask = async (group: string, more = ''): Promise<any> => {
        const { status, body } = await api.get(
          `/api/projects/${projectId}/search-console/performance?group_by=${group}&from=${from}&to=${to}&limit=5000${more}`,
        );
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual([body.property.type, body.property.lacks], [type, lacks]);
        return body;
      };
      const { clicks, impressions } = truth.totals;
      for (const group of ['date', 'page', 'country']) {
        const { totals, rows, named } = await ask(group, '&sort=position');
        assert.deepEqual([totals.clicks, totals.impressions, totals.position, named], [clicks, impressions, null, null], group);
        assert.ok(rows.length > 0 && rows.every((row: { position: unknown }) => row.position === null), group);
      }
      const byQuery = await ask('query');
      assert.deepEqual([byQuery.rows, byQuery.totals, byQuery.named], [[], null, null]);
      assert.equal((await ask('page', '&query=anything')).totals, null);
      const byDevice = await ask('device');
      assert.equal(byDevice.rows.length, type === 'discover' ? 0 : 2);
      for (const kind of ['untracked', 'losing_pages', 'without_impressions']) {
        const { body } = await api.get(`/api/projects/${projectId}/search-console/opportunities?kind=${kind}&from=${from}&to=${to}`);
        assert.deepEqual([body.opportunities, body.property.lacks], [[], lacks], kind);
      }
      const asked = (await listQueries(world)).filter(({ type: of }) => of === type);
      assert.ok(asked.length > 0 && asked.every(({ status }) => status === 200), JSON.stringify(asked[0]));
      assert.equal(asked.filter(({ part }) => /\bquery\b/u.test(part)).length, 0);
      const ended = await api.delete(`/api/projects/${projectId}/search-console`);
      assert.equal(ended.status, 200, propertyId);
    });
});
