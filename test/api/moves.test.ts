import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { makeExport, runExport } from '../support/export-world.ts';
import { makeFallenWorld } from '../support/fallen-world.ts';
import { parseCsv } from '../support/parse-csv.ts';

type Counts = Record<'up' | 'down' | 'new' | 'lost' | 'unchanged', number>;
const pickCounts = ({ up, down, new: entered, lost, unchanged }: Counts): Counts => ({ up, down, new: entered, lost, unchanged });

test('a fall is found with its day, and every answer counts moves alike', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const world = await makeFallenWorld(app);
  const { projectId, keywords, site, rival } = world;
  const moves = (await api.get(`/api/rankings/moves?project_id=${projectId}&since=week&sites=true`)).body;

  await t.test('the worst fall comes first, with the two checks between which it happened', async () => {
    const [worst] = moves.fell;
    assert.equal(worst.keyword, keywords[0]);
    assert.deepEqual([worst.turn.from.date, worst.turn.to.date], [world.before, world.after]);
    assert.deepEqual([worst.turn.from.place, worst.turn.to.place], [world.from, world.to]);
    const { body } = await api.get(`/api/projects/${projectId}/runs/${worst.turn.to.run_id}`);
    const own = body.results.find(
      (result: { gives_position: boolean; relationship: string }) => result.gives_position && result.relationship === 'MINE',
    );
    assert.equal(own.rank_group, world.to);
    const places = moves.fell.map((mover: { places: number }) => mover.places);
    assert.deepEqual(
      places,
      places.toSorted((one: number, other: number) => other - one),
    );
  });

  await t.test('the moves of a week are the same for the project, its site, the list of projects and the work table', async () => {
    const { projects, week_before: before } = (await api.get('/api/overview?organization_id=org_rankings')).body;
    assert.equal(before, moves.before);
    assert.deepEqual(projects.find(({ id }: { id: string }) => id === projectId).week_moves, moves.counts);
    const own = moves.sites.find(({ domain }: { domain: string }) => domain === site);
    assert.deepEqual(pickCounts(own), moves.counts);
    assert.deepEqual(
      moves.sites.map(({ domain, relationship }: Record<string, string>) => [domain, relationship]),
      [
        [site, 'MINE'],
        [rival, 'COMPETITOR'],
      ],
    );
    const { overview } = { overview: (await api.get(`/api/projects/${projectId}/overview?from=${moves.before}&compare=none`)).body };
    assert.deepEqual(overview.moves.counts, moves.counts, 'the overview of the same two days');
    const grid = (await api.get(`/api/rankings/grid?project_id=${projectId}&compare=week`)).body;
    const counted: Counts = { up: 0, down: 0, new: 0, lost: 0, unchanged: 0 };
    for (const at of grid.columns.movement) if (at !== null) counted[grid.lists.movement[at] as keyof Counts] += 1;
    assert.deepEqual(counted, moves.counts);
    const isTop = (position: number | null): boolean => position !== null && position <= 10;
    const { position: now, previous: then }: Record<'position' | 'previous', (number | null)[]> = grid.columns;
    const countTop = (wasTop: boolean): number =>
      now.filter((position, at) => isTop(then[at] ?? null) === wasTop && isTop(position) !== wasTop).length;
    assert.deepEqual([overview.moves.left_top_10, overview.moves.entered_top_10], [countTop(true), countTop(false)]);
    assert.ok(overview.moves.left_top_10 > 0, 'the fall leads out of the first ten');
    assert.equal(
      Object.values(moves.counts as Counts).reduce((sum, count) => sum + count, 0),
      keywords.length,
    );
  });

  await t.test('since the check before, the fall of the day before is over', async () => {
    const { body } = await api.get(`/api/rankings/moves?project_id=${projectId}&since=check`);
    assert.equal(body.before, null);
    assert.equal(
      Object.values(body.counts as Counts).reduce((sum, count) => sum + count, 0),
      keywords.length,
    );
    const worst = body.fell.find(({ keyword }: { keyword: string }) => keyword === keywords[0]);
    assert.ok(worst === undefined || worst.turn.from.date === world.after);
  });

  await t.test('as CSV it has a line for each keyword that moved, what fell first, and an export saves the same', async () => {
    const path = `/api/rankings/moves?project_id=${projectId}&since=week`;
    const { body, headers } = await api.get(`${path}&limit=500&format=csv`);
    const [header = [], ...lines] = parseCsv(body);
    const read = (line: readonly string[], name: string): string => line[header.indexOf(name)] ?? assert.fail(name);
    const { up, down, new: entered, lost } = moves.counts;
    assert.equal(moves.total, up + down + entered + lost);
    assert.deepEqual([lines.length, headers.get('x-total-count')], [moves.total, String(moves.total)]);
    assert.deepEqual(
      lines.map((line) => [read(line, 'keyword'), read(line, 'move'), read(line, 'places')]),
      [...moves.fell, ...moves.rose].map(({ keyword, move, places }) => [keyword, move, String(places)]),
    );
    const [worst = []] = lines;
    assert.deepEqual(
      ['keyword', 'turn.from.date', 'turn.to.date', 'turn.from.place', 'turn.to.place', 'position_scale'].map((name) => read(worst, name)),
      [keywords[0], world.before, world.after, String(world.from), String(world.to), moves.position_scale],
    );
    const id = await makeExport(api, { list: '/api/rankings/moves', query: { project_id: projectId, since: 'week' } });
    const run = await runExport(api, id);
    assert.deepEqual([run.status, run.rows, run.total], ['done', moves.total, moves.total]);
    assert.equal((await api.get(`/api/exports/${id}/runs/${run.id}/file`)).body, body);
  });

  await t.test('the history of keywords is a line for each day with a check, and what the list leaves out is said', async () => {
    const query = { project_id: projectId, from: world.before, to: world.after };
    const path = `/api/rankings/series?${new URLSearchParams(query).toString()}`;
    const { body } = await api.get(`${path}&readings=true&pages=true&format=csv`);
    const [header = [], ...lines] = parseCsv(body);
    const read = (line: readonly string[], name: string): string => line[header.indexOf(name)] ?? assert.fail(name);
    const days = lines.filter((line) => read(line, 'keyword') === keywords[0]);
    assert.deepEqual(
      days.map((line) => [read(line, 'date'), read(line, 'outcome'), read(line, 'position')]),
      [
        [world.before, 'ranked', String(world.from)],
        [world.after, 'ranked', String(world.to)],
      ],
    );
    for (const line of days) {
      assert.ok(read(line, 'page').includes(site), read(line, 'page'));
      assert.ok(Number(read(line, 'cost_usd')) > 0 && read(line, 'checked_at').startsWith(read(line, 'date')));
      assert.deepEqual(
        ['source', 'place', 'scale', 'row'].map((name) => read(line, name)),
        ['', '', '', ''],
      );
    }
    const list = { list: '/api/rankings/series', query };
    const run = await runExport(api, await makeExport(api, list));
    assert.deepEqual([run.status, run.rows, run.total], ['done', lines.length, null]);
    assert.ok(lines.length >= 2 * (keywords.length - 1) && lines.length <= 2 * keywords.length, String(lines.length));
    const empty = parseCsv(
      (await api.get(`${path.replace(world.before, '2020-01-01').replace(world.after, '2020-01-02')}&format=csv`)).body,
    );
    assert.equal(empty.length, 1, 'days without a check have no line');
  });

  await t.test('a day that goes with nothing, or comes after the other one, is refused', async () => {
    for (const query of ['since=day', 'since=week&before=2026-01-01', 'since=day&before=2026-02-01&to=2026-01-01'])
      assert.equal((await api.get(`/api/rankings/moves?project_id=${projectId}&${query}`)).status, 400, query);
    assert.equal((await api.get('/api/rankings/moves?project_id=proj_none')).status, 404);
  });
});
