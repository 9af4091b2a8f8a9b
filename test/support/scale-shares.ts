import assert from 'node:assert/strict';
import type { PositionScale } from '#areas/projects/index.ts';
import { parseCsv } from './parse-csv.ts';
import { LAST, SCALES, sumUp, type ScaleWorld } from './scale-world.ts';

const SECTIONS = ['overview', 'keywords', 'chart', 'pages', 'competitors'] as const;

/** Readers of a share see the world's places too, counted in the scale of the project, on the page and as CSV. */
export async function assertShares(world: ScaleWorld, scale: PositionScale): Promise<void> {
  const { api, test, projectId, mine, rival, dates, placeOf } = world;
  const { token } = (await api.post('/api/shares', { project_id: projectId, name: `Shared ${scale}`, sections: SECTIONS, allow_csv: true }))
    .body;
  const read = async (section: string): Promise<any> => {
    const { status, body } = await test.anonymous.get(`/api/public/shares/${token}/data?section=${section}`);
    assert.deepEqual([status, body.position_scale, body.position_scale_pending], [200, scale, null], `${section} ${JSON.stringify(body)}`);
    return body;
  };
  const { days } = await read('overview');
  assert.equal(days.at(-1).date, dates[LAST]);
  for (const [name, value] of Object.entries(sumUp(world, LAST, scale))) assert.deepEqual(days.at(-1)[name], value, name);

  const { keywords } = await read('keywords');
  assert.equal(keywords.length, world.keywords.length);
  const bests = new Map<string, number>();
  for (const row of keywords) {
    const places = dates.map((_date, at) => placeOf(row.keyword, mine, at, scale)).filter((place) => place !== null);
    const now = SCALES.map((one) => placeOf(row.keyword, mine, LAST, one));
    assert.deepEqual([row.position, row.rank_absolute, row.best], [...now, places.length === 0 ? null : Math.min(...places)], row.keyword);
    const place = placeOf(row.keyword, mine, LAST, scale);
    if (row.page !== null && place !== null) bests.set(row.page, Math.min(place, bests.get(row.page) ?? place));
  }
  const { pages } = await read('pages');
  assert.deepEqual(new Map(pages.map((page: any) => [page.page, page.best_position])), bests);

  const chart = await read('chart');
  const values = Buffer.from(chart.values, 'base64');
  for (const [row, { keyword }] of chart.rows.entries())
    assert.equal(values[(row + 1) * chart.days.length - 1], placeOf(keyword, mine, LAST, scale) ?? 0, keyword);

  const { sites } = await read('competitors');
  for (const site of [mine, rival]) {
    const places = world.keywords.map((keyword) => placeOf(keyword, site, LAST, scale) ?? Infinity);
    const { days: ofSite } = sites.find(({ domain }: any) => domain === site);
    assert.equal(ofSite.at(-1).top_10, places.filter((place) => place <= 10).length, site);
  }
  const [names = [], ...lines] = parseCsv((await test.anonymous.get(`/api/public/shares/${token}/csv?section=keywords`)).body);
  assert.equal(lines.length, keywords.length);
  for (const line of lines) assert.equal(line[names.indexOf('position_scale')], scale);
}
