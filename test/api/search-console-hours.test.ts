import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { bindProject, connect, getTruth } from '../support/search-console-world.ts';

const HOUR_MS = 3_600_000;

test('hours are asked for as Google has them, with those that it counts on', { timeout: 300_000 }, async (t) => {
  const world = await startTestApp(t);
  const { api, sandbox } = world;
  const connectionId = await connect(world);
  const { projectId, siteUrl } = await bindProject(world, connectionId);
  const path = `/api/projects/${projectId}/search-console/hours`;

  await t.test('each hour of the days is there until now, and is what is true', async () => {
    for (const days of [2, 10]) {
      const { status, body } = await api.get(`${path}?days=${days}`);
      assert.equal(status, 200, JSON.stringify(body));
      const now = world.app.context.clock.now().getTime();
      const starts: number[] = body.hours.map(({ hour }: { hour: string }) => Date.parse(hour));
      assert.ok(starts.every((at, index) => index === 0 || at - (starts[index - 1] ?? 0) === HOUR_MS));
      const last = starts.at(-1) ?? 0;
      assert.ok(last <= now && now - last < HOUR_MS + 60_000, body.hours.at(-1).hour);
      const [first, today] = [body.hours[0].hour.slice(0, 10), body.hours.at(-1).hour.slice(0, 10)];
      assert.equal((Date.parse(today) - Date.parse(first)) / (24 * HOUR_MS), days - 1);
      const truth = await getTruth(world, siteUrl, { from: first, to: today, hours: 'true' });
      const counted = body.hours.filter(({ clicks }: { clicks: number | null }) => clicks !== null);
      assert.deepEqual(
        counted.map(({ hour, clicks, impressions }: any) => ({ hour, clicks, impressions })),
        truth.days.flatMap((day: any) => day.hours.map(({ hour, clicks, impressions }: any) => ({ hour, clicks, impressions }))),
      );
      const openDay = truth.days.find(({ state }: { state: string }) => state === 'partial').day;
      if (days === 10) assert.equal(body.first_incomplete_hour.slice(0, 10), openDay);
      for (const { hour, state } of body.hours)
        assert.equal(state, Date.parse(hour) >= Date.parse(body.first_incomplete_hour) ? 'partial' : 'final', hour);
      if (days === 10) assert.equal(new Set(body.hours.map(({ state }: { state: string }) => state)).size, 2);
    }
  });

  await t.test('they are asked for in one call, and as CSV too', async () => {
    const { body } = await sandbox.get('/_sandbox/calls');
    const hourly = body.entries.filter(({ body: text }: { body: string }) => text?.includes('hourly_all'));
    assert.equal(hourly.length, 2);
    assert.deepEqual(JSON.parse(hourly[0].body).dimensions, ['hour']);
    const csv = await api.get(`${path}?format=csv`);
    assert.equal(csv.status, 200);
  });

  await t.test('a kind without places has none in its hours', async () => {
    const bound = (await api.get(`/api/projects/${projectId}/search-console`)).body;
    await api.put(`/api/projects/${projectId}/search-console`, { property_id: bound.property.id, type: 'discover' });
    const { body } = await api.get(path);
    assert.deepEqual([body.type, body.lacks], ['discover', ['query', 'device', 'position']]);
    assert.ok(body.hours.some(({ clicks }: { clicks: number | null }) => clicks !== null));
    assert.ok(body.hours.every(({ position }: { position: number | null }) => position === null));
  });

  await t.test('wrong days are named, a refusal has its step, and a project without a property has no hours', async () => {
    for (const days of ['0', '11', 'x']) {
      const { status, body } = await api.get(`${path}?days=${days}`);
      assert.deepEqual([status, body.details?.[0]?.path], [400, 'days'], days);
    }
    await sandbox.post('/_sandbox/search-console', { broken: 'api_off' });
    const refused = await api.get(path);
    assert.deepEqual([refused.status, refused.body.details.fault], [409, 'api_off']);
    assert.match(refused.body.hint, /^Switch it on at /u);
    await api.delete(`/api/projects/${projectId}/search-console`);
    assert.equal((await api.get(path)).status, 404);
  });
});
