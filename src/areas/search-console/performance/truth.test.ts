import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listGoogleCounts } from '#areas/rankings/index.ts';
import { listDays } from '#kernel/days.ts';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { openSandbox } from '../../../../test/support/sandbox-client.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { readTwinDays } from '../../../../test/support/twin-days.ts';
import { getPerformance } from './get-performance.ts';

const SPAN = { from: '2026-10-20', to: '2026-11-16' };

interface Truth {
  readonly noise_places: number;
  readonly totals: { readonly clicks: number; readonly impressions: number; readonly hidden_clicks: number };
  readonly named_share: number;
}

/** The place of a site among everything but advertisements; a pack is one place. */
interface TrueItem {
  readonly type: string;
  readonly domain: string | null;
}

test('what Search Console counted, as its twin knows it', async (t) => {
  const world = await openGridWorld(t);
  const twin = await openSandbox(t);
  await twin.control('/_sandbox/clock', { now: '2026-11-20T20:00:00Z' });
  world.moveTo('2026-11-20T20:00:00Z');
  const { body: console } = await twin.control<{ properties: { site_url: string }[] }>('/_sandbox/search-console');
  const siteUrl = console.properties[0]?.site_url ?? '';
  const days = await readTwinDays(twin, siteUrl, SPAN);
  const property = await bindProperty(world.postgres, world.projectId, siteUrl);
  await writeDays(world, property, days);
  const { body: truth } = await twin.control<Truth>(
    `/_sandbox/truth/search-console?property=${encodeURIComponent(siteUrl)}&from=${SPAN.from}&to=${SPAN.to}`,
  );
  const read = (group: 'date' | 'query' | 'page') =>
    getPerformance(world.ctx, {
      projectId: world.projectId,
      ...SPAN,
      group,
      filter: {},
      sort: 'clicks',
      isDescending: true,
      limit: 5_000,
      offset: 0,
    });

  await t.test('totals are the true ones; the sum over queries is less, and says how much of them it is', async () => {
    const [byDay, byQuery] = [await read('date'), await read('query')];
    assert.deepEqual([byDay.totals?.clicks, byDay.totals?.impressions], [truth.totals.clicks, truth.totals.impressions]);
    const sum = byQuery.rows.reduce((clicks, { now }) => clicks + (now?.clicks ?? 0), 0);
    const answered = days.flatMap(({ queries = [] }) => queries).reduce((clicks, row) => clicks + row.clicks, 0);
    // A query whose property was clicked and never shown on that day has no row at Google.
    assert.ok(sum === answered && sum <= truth.totals.clicks - truth.totals.hidden_clicks);
    assert.ok(sum > 0 && sum < truth.totals.clicks);
    assert.ok(Math.abs((byQuery.named?.share ?? 0) - truth.named_share) < 0.001, `${byQuery.named?.share} ${truth.named_share}`);
    assert.equal(byDay.named, undefined);
    assert.ok((await read('page')).total > 0);
  });

  await t.test(
    'average positions of keywords are those of the result pages within the noise, and what was not counted has none',
    async () => {
      const found = days.flatMap(({ queries = [] }) => queries).filter(({ country, device }) => country === 'usa' && device === 'desktop');
      const texts = [...new Set(found.map(({ query = '' }) => query))].slice(0, 6);
      const asked = [...texts, 'a query that is never asked'].map((keyword) => ({
        keyword,
        locationCode: 2840,
        device: 'desktop',
        engine: 'engine_a',
        channel: 'seo',
      }));
      const counted = await listGoogleCounts(world.ctx, { projectId: world.projectId, days: 7 }, asked);
      assert.ok(counted && texts.length > 0);
      assert.deepEqual([counted.to, counted.read, counted.counts.at(-1)], [SPAN.to, 7, null]);
      const domain = siteUrl.replace('sc-domain:', '');
      let compared = 0;
      for (const [at, keyword] of texts.entries()) {
        const places: number[] = [];
        for (const day of listDays(counted.from, counted.to)) places.push(await truePlace(keyword, day, domain));
        const known = places.filter((place) => place > 0);
        const position = counted.counts[at]?.position;
        if (position === undefined || known.length < 7) continue;
        compared += 1;
        const [low, high] = [Math.min(...known) - truth.noise_places, Math.max(...known) + truth.noise_places];
        assert.ok(position >= low && position <= high, `${keyword}: ${position}, not within ${low} to ${high}`);
      }
      assert.ok(compared > 0);
    },
  );

  async function truePlace(keyword: string, day: string, domain: string): Promise<number> {
    const { body } = await twin.control<{ items: TrueItem[] }>(`/_sandbox/truth/serp?keyword=${encodeURIComponent(keyword)}&date=${day}`);
    const shown = body.items.filter(({ type }) => type !== 'paid' && type !== 'knowledge_graph');
    const places = shown.filter(({ type }, at) => type !== 'local_pack' || shown[at - 1]?.type !== 'local_pack');
    return 1 + places.findIndex((item) => item.type === 'organic' && (item.domain?.endsWith(domain) ?? false));
  }
});
