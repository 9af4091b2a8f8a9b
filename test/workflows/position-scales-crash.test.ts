import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setScene } from '../support/crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { forgetOrganicPast } from '../support/scale-past.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { startTracking, waitForEnd, withApp } from '../support/tracking-run.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

const KEYWORDS = 45;
const DAYS = 2;
const STEP_NAME = /^rematch \d+ of \d+$/u;

interface Row {
  readonly keyword: string;
  readonly position: number | null;
  readonly rank_absolute: number | null;
  readonly previous_position: number | null;
}

test(
  'a kill while the past of a project is worked out leaves it on the page, and the next life finishes it exactly',
  { skip: skipOutOfTurn(1, CRASH_TURNS) },
  async (t) => {
    const { world, place } = await setScene(t);
    const { api } = place;
    let service = await startService(place, PATIENCE_MS);
    t.after(() => service.kill('SIGKILL'));
    const { projectId, statusUrl } = await startTracking({ world, api }, KEYWORDS);
    await waitForEnd(api, statusUrl, PATIENCE_MS);
    await world.post('/_sandbox/faults', {});
    const list = async (): Promise<Row[]> => (await api.get(`/api/rankings?project_id=${projectId}&limit=200`)).body.rankings;
    const first = await list();
    for (let day = 1; day < DAYS; day += 1) {
      await world.post('/_sandbox/clock', { advance_days: 1 });
      const keywords = first.map(({ keyword }) => ({ project_id: projectId, keyword_text: keyword }));
      for (let open = keywords; open.length > 0;) {
        const { body } = await api.post('/api/rankings/track', { force: true, keywords: open });
        const failed = new Set(body.results.filter(({ success }: { success: boolean }) => !success).map((row: Row) => row.keyword));
        open = open.filter(({ keyword_text: keyword }) => failed.has(keyword));
      }
    }
    const right = await list();
    const readSums = async () => (await api.get(`/api/rankings/summary?project_id=${projectId}`)).body.days.map(toSums);
    const sums = await readSums();
    assert.ok(right.some(({ previous_position: before, position }) => before !== null && before !== position));
    await stopService(service);

    const before = await withApp(place, async ({ context }) => {
      await forgetOrganicPast(context);
      return await context.workflows.start('rankings-rematch', { project_id: projectId }, { id: 'rankings-rematch:killed' });
    });
    service = await startService(place, PATIENCE_MS);
    const countSteps = async (): Promise<number> => {
      const { body } = await api.get(`/api/admin/workflow/rankings-rematch/${before}`);
      return (body.steps ?? []).filter(
        ({ name, status }: { name: string; status: string }) => STEP_NAME.test(name) && status === 'completed',
      ).length;
    };
    for (const end = performance.now() + PATIENCE_MS; (await countSteps()) === 0; await sleep(5)) assert.ok(performance.now() < end);
    await killService(service);
    service = await startService(place, PATIENCE_MS);
    const readScale = async () => (await api.get(`/api/projects/${projectId}`)).body.project;
    for (const end = performance.now() + PATIENCE_MS; ; await sleep(50)) {
      const { position_scale: scale, position_scale_pending: pending } = await readScale();
      assert.equal(pending, scale === 'page' ? 'organic' : null, 'it counts on the page until all of it is done');
      if (scale === 'organic') break;
      assert.ok(performance.now() < end, 'the past is worked out');
    }
    assert.deepEqual((await list()).map(toPlaces), right.map(toPlaces));
    assert.deepEqual(await readSums(), sums);
    const { annotations } = (await api.get(`/api/annotations?project_id=${projectId}&tag=position_scale`)).body;
    assert.ok(annotations.length <= 1, 'the day is noted once');
  },
);

function toPlaces({ keyword, position, rank_absolute: absolute, previous_position: previous }: Row) {
  return [keyword, position, absolute, previous];
}

/** Search volumes become known meanwhile, and are none of this. */
function toSums({ date, ranked, top_3, top_10, average_position, movers }: Readonly<Record<string, unknown>>) {
  return { date, ranked, top_3, top_10, average_position, movers };
}
