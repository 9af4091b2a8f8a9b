import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ApiClient } from './api-client.ts';
import { startTestApp, type TestApp } from './app.ts';
import { parseCsv } from './parse-csv.ts';
import { advanceDay, getTruth, makeProject, trueRank, waitForPending, type TruthItem } from './rankings-api.ts';

const KEYWORDS = 12;
const DAYS = 3;
export const SCALES = ['organic', 'page'] as const;

export interface PositionRecord {
  readonly keyword: string;
  readonly domain: string;
  readonly position: number | null;
  readonly rank: number | null;
  readonly rank_group: number | null;
  readonly rank_absolute: number | null;
  readonly previous_position: number | null;
  readonly previous_rank: number | null;
  readonly change: number | null;
  readonly check_date: string;
}

export interface ScaleWorld {
  readonly api: ApiClient;
  readonly test: TestApp;
  readonly projectId: string;
  readonly mine: string;
  readonly rival: string;
  readonly keywords: readonly string[];
  /** The days of the checks, oldest first. */
  readonly dates: readonly string[];
  /** Where a site stands by the world's own word. */
  readonly placeOf: (keyword: string, domain: string, at: number, scale: PositionScale) => number | null;
}

/** A project with a site and a competitor whose keywords were checked on a few days. */
export async function openScaleWorld(t: TestContext): Promise<ScaleWorld> {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const story = (await sandbox.get(`/_sandbox/world/story?keywords=${KEYWORDS}`)).body;
  const keywords: string[] = story.keywords.map(({ keyword }: { keyword: string }) => keyword);
  const [mine, rival]: string[] = [story.site.domain, story.site.competitors[0]];
  const projectId = await makeProject(api, [mine ?? '', rival ?? ''], 'org_scales');
  await api.post('/api/keywords/track', {
    project_id: projectId,
    keywords: keywords.map((keyword) => ({ keyword_text: keyword, check_interval: 'manual' })),
  });
  const days: { readonly date: string; readonly truths: ReadonlyMap<string, readonly TruthItem[]> }[] = [];
  for (let at = 0; at < DAYS; at += 1) {
    if (at > 0) await advanceDay(app);
    const { body } = await api.post('/api/rankings/track', {
      project_id: projectId,
      force: true,
      keywords: keywords.map((keyword) => ({ keyword_text: keyword })),
    });
    await waitForPending(app, body.results);
    const truths = await Promise.all(keywords.map(async (keyword) => [keyword, await getTruth(app, keyword)] as const));
    days.push({ date: app.app.context.clock.now().toISOString().slice(0, 10), truths: new Map(truths) });
  }
  await app.app.context.outbox.flush();
  return {
    api,
    test: app,
    projectId,
    mine: mine ?? '',
    rival: rival ?? '',
    keywords,
    dates: days.map(({ date }) => date),
    placeOf: (keyword, domain, at, scale) => trueRank(days[at]?.truths.get(keyword) ?? [], domain, scale),
  };
}

/** The place of the newest day. */
export const LAST = DAYS - 1;

/** The body of an answer, which says in which scale it counts. */
async function ask({ api }: ScaleWorld, path: string, scale: PositionScale): Promise<any> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, `${path} ${JSON.stringify(body).slice(0, 300)}`);
  assert.deepEqual([body.position_scale, body.position_scale_pending], [scale, null], path);
  return body;
}

/** Both places of a record are those of the world, whatever the project counts in. */
function assertPlaces(world: ScaleWorld, row: PositionRecord, at: number): void {
  const places = SCALES.map((scale) => world.placeOf(row.keyword, row.domain, at, scale));
  assert.deepEqual([row.position, row.rank_absolute], places, `${row.keyword} ${row.domain} on day ${at}`);
}

/** Every record of positions says the world's places; what is compared is counted in the scale. */
async function assertRecords(world: ScaleWorld, scale: PositionScale): Promise<void> {
  const { projectId, keywords, dates } = world;
  const newest = (await ask(world, `/api/rankings?project_id=${projectId}&limit=200`, scale)).rankings as PositionRecord[];
  assert.equal(newest.length, keywords.length * 2);
  const history = (await ask(world, `/api/rankings?project_id=${projectId}&start_date=2020-01-01&limit=200`, scale))
    .rankings as PositionRecord[];
  const ofRival = `/api/rankings?project_id=${projectId}&domain=${world.rival}&start_date=2020-01-01&limit=200`;
  const rivals = (await ask(world, ofRival, scale)).rankings as PositionRecord[];
  assert.deepEqual([history.length, rivals.length], [keywords.length * DAYS, keywords.length * DAYS]);
  for (const row of [...newest, ...history, ...rivals]) {
    const at = dates.indexOf(row.check_date);
    assertPlaces(world, row, at);
    assert.deepEqual([row.rank, row.rank_group], [row.position, row.position]);
    const before = at === 0 ? null : world.placeOf(row.keyword, row.domain, at - 1, scale);
    const now = scale === 'organic' ? row.position : row.rank_absolute;
    assert.deepEqual([row.previous_position, row.previous_rank], [before, before], `${row.keyword} ${row.check_date}`);
    assert.equal(row.change, now === null || before === null ? null : before - now);
  }
}

async function assertGrid(world: ScaleWorld, scale: PositionScale): Promise<void> {
  const { api, projectId, mine, rival, placeOf } = world;
  const { columns, spark, competitors } = await ask(world, `/api/rankings/grid?project_id=${projectId}&competitors=true`, scale);
  const bytes = Buffer.from(spark, 'base64');
  for (const [row, keyword] of (columns.keyword as string[]).entries()) {
    const places = Array.from({ length: DAYS }, (_none, at) => placeOf(keyword, mine, at, scale));
    const now = places[LAST] ?? null;
    const before = places[LAST - 1] ?? null;
    assert.deepEqual(
      [columns.position[row], columns.rank_absolute[row]],
      SCALES.map((one) => placeOf(keyword, mine, LAST, one)),
    );
    assert.deepEqual([columns.previous[row], columns.change[row]], [before, now === null || before === null ? null : before - now]);
    const known = places.filter((place) => place !== null);
    assert.equal(columns.best[row], known.length === 0 ? null : Math.min(...known));
    assert.deepEqual(
      [...bytes.subarray(row * 30 + 30 - DAYS, (row + 1) * 30)],
      places.map((place) => place ?? 0),
    );
    assert.deepEqual(
      [competitors[0].position[row], competitors[0].rank_absolute[row]],
      SCALES.map((one) => placeOf(keyword, rival, LAST, one)),
    );
  }
  const yesterday = world.dates[LAST - 1];
  const past = await ask(world, `/api/rankings/grid?project_id=${projectId}&to=${yesterday}&compare=none&competitors=true`, scale);
  for (const [row, keyword] of (past.columns.keyword as string[]).entries()) {
    const truth = (domain: string) => SCALES.map((one) => placeOf(keyword, domain, LAST - 1, one));
    assert.deepEqual([past.columns.position[row], past.columns.rank_absolute[row]], truth(mine));
    assert.deepEqual([past.competitors[0].position[row], past.competitors[0].rank_absolute[row]], truth(rival));
  }
  const csv = parseCsv((await api.get(`/api/rankings/grid?project_id=${projectId}`, { accept: 'text/csv' })).body);
  const [names = [], ...lines] = csv;
  for (const line of lines) {
    const read = (name: string): string | undefined => line[names.indexOf(name)];
    const truth = SCALES.map((one) => String(placeOf(read('keyword') ?? '', mine, LAST, one) ?? ''));
    assert.deepEqual([read('position'), read('rank_absolute'), read('position_scale')], [...truth, scale]);
  }
  const series = await ask(world, `/api/rankings/series?project_id=${projectId}&domains=${mine},${rival}`, scale);
  const values = Buffer.from(series.values, 'base64');
  for (const [row, { keyword, domain }] of (series.rows as { keyword: string; domain: string }[]).entries())
    for (let at = 0; at < DAYS; at += 1)
      assert.equal(values[(row + 1) * 30 - DAYS + at], placeOf(keyword, domain, at, scale) ?? 0, `${keyword} ${domain}`);
}

/** What is added up, by the world's own places. */
export function sumUp(world: ScaleWorld, at: number, scale: PositionScale) {
  const places = world.keywords.map((keyword) => world.placeOf(keyword, world.mine, at, scale)).filter((place) => place !== null);
  const before = world.keywords.map((keyword) => (at === 0 ? null : world.placeOf(keyword, world.mine, at - 1, scale)));
  const now = world.keywords.map((keyword) => world.placeOf(keyword, world.mine, at, scale));
  const moved = (fits: (place: number, then: number) => boolean): number =>
    now.filter((place, row) => fits(place ?? 0, before[row] ?? 0)).length;
  return {
    top_3: places.filter((place) => place <= 3).length,
    top_10: places.filter((place) => place <= 10).length,
    top_100: places.filter((place) => place <= 100).length,
    average_position: Number((places.reduce((sum, place) => sum + place, 0) / places.length).toFixed(2)),
    movers: {
      up: moved((place, then) => place > 0 && place < then),
      down: moved((place, then) => then > 0 && place > then),
      // Before the first day nothing was measured.
      new: at === 0 ? 0 : moved((place, then) => place > 0 && then === 0),
      lost: moved((place, then) => place === 0 && then > 0),
      unchanged: moved((place, then) => place > 0 && place === then),
    },
  };
}

async function assertSums(world: ScaleWorld, scale: PositionScale): Promise<void> {
  const { projectId, dates, placeOf, mine } = world;
  const span = `start_date=${dates[0]}&end_date=${dates[LAST]}`;
  const summary = await ask(world, `/api/rankings/summary?project_id=${projectId}&${span}`, scale);
  for (const [at, day] of summary.days.entries()) {
    const { top_3, top_10, top_100, average_position, movers } = day;
    assert.deepEqual({ top_3, top_10, top_100, average_position, movers }, sumUp(world, at, scale), `${scale} on day ${at}`);
    assert.equal(day.position_scale, scale);
  }
  const visibility = await ask(world, `/api/projects/${projectId}/visibility?${span}`, scale);
  assert.deepEqual(
    visibility.days.map((day: any) => day.site.average_position),
    dates.map((_date, at) => sumUp(world, at, scale).average_position),
  );
  const overview = await ask(world, `/api/projects/${projectId}/overview?from=${dates[0]}&to=${dates[LAST]}&compare=none`, scale);
  assert.equal(overview.days.at(-1).average_position, sumUp(world, LAST, scale).average_position);
  const movers = (['up', 'down', 'new', 'lost'] as const).flatMap((move) => overview.moves[move]);
  for (const row of movers) {
    assert.deepEqual(
      [row.position, row.rank_absolute],
      SCALES.map((one) => placeOf(row.keyword, mine, LAST, one)),
    );
    assert.equal(row.previous_position, placeOf(row.keyword, mine, 0, scale));
  }
  const pages = await ask(world, `/api/rankings/pages?project_id=${projectId}`, scale);
  for (const page of pages.pages) {
    const places = page.keyword_list.map(({ keyword }: PositionRecord) => placeOf(keyword, mine, LAST, scale) ?? 0);
    assert.deepEqual([page.best_position, page.keyword_list.length], [Math.min(...places), page.keywords]);
    assert.equal(page.average_position, Number((places.reduce((sum: number, one: number) => sum + one, 0) / places.length).toFixed(2)));
    for (const one of page.keyword_list)
      assert.deepEqual(
        [one.position, one.rank_absolute],
        SCALES.map((which) => placeOf(one.keyword, mine, LAST, which)),
      );
  }
  const glance = (await world.api.get('/api/overview')).body.projects.find(({ id }: { id: string }) => id === projectId);
  assert.deepEqual([glance.position_scale, glance.average_position], [scale, sumUp(world, LAST, scale).average_position]);
}

/** Every answer about positions says what the world says, counted in the scale. */
export async function assertAll(world: ScaleWorld, scale: PositionScale): Promise<void> {
  await assertRecords(world, scale);
  await assertGrid(world, scale);
  await assertSums(world, scale);
}
