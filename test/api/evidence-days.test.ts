import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, dispatch, trackStory } from '../support/dispatch-run.ts';
import { clearFaults, setFault } from '../support/queue-run.ts';
import { advanceDay, getTruth, PROVIDER, track, trueRank } from '../support/rankings-api.ts';

const KEYWORDS = 3;

interface Kept {
  readonly evidence: number;
  readonly answers: number;
}

async function countKept({ stores }: TestApp): Promise<Kept | undefined> {
  const { rows } = await stores.postgres.query<Kept>(
    'select (select count(*)::integer from serp_evidence) as evidence, (select count(*)::integer from serp_answers) as answers',
  );
  return rows[0];
}

/** Every run, as the operator of the service reads it. */
async function listRuns({ api, stores }: TestApp): Promise<any[]> {
  const { rows } = await stores.postgres.query<{ id: string }>('select id from serp_runs order by created_at, id');
  return await Promise.all(rows.map(async ({ id }) => (await api.get(`/api/rankings/runs/${id}`)).body));
}

test('answers that are kept for no day are gone with their reading, and runs say so', async (t) => {
  const app = await startTestApp(t, { environment: { SERP_EVIDENCE_DAYS: '0' } });
  const story = await trackStory(app, KEYWORDS);
  await t.test('of pages read live, which show every result', async () => {
    const runs = await listRuns(app);
    assert.equal(runs.length, KEYWORDS);
    for (const { run, results, raw, raw_state: state, raw_answers: answers } of runs) {
      assert.deepEqual([run.status, raw, state, answers], ['completed', null, 'not_kept', []]);
      const truth = await getTruth(app, run.keyword);
      assert.deepEqual(
        results.map((one: any) => [one.rank_absolute, one.url]),
        truth.map((one) => [one.rank_absolute, one.url]),
      );
    }
    await assertTrue(app, story);
  });

  await t.test('of pages that come through the queue', async () => {
    await advanceDay(app);
    assert.equal((await dispatch(app)).checked, KEYWORDS);
    const runs = await listRuns(app);
    assert.deepEqual(
      runs.map(({ run, results, raw_state: state }) => [run.status, results.length > 0, state]),
      Array.from({ length: 2 * KEYWORDS }, () => ['completed', true, 'not_kept']),
    );
    await assertTrue(app, story);
  });

  await t.test('of checks that failed, which are told from those that were read', async () => {
    await setFault(app, { match: PROVIDER, kind: 'http_500', rate: 1 });
    await track(app, story.projectId, ['a keyword that is never answered']);
    await clearFaults(app);
    const failed = (await listRuns(app)).filter(({ run }) => run.status === 'failed');
    assert.ok(failed.length > 0);
    for (const { run, raw, raw_state: state } of failed) assert.deepEqual([typeof run.error, raw, state], ['string', null, 'none']);
  });

  assert.deepEqual(await countKept(app), { evidence: 0, answers: 0 });
  await t.test('and a competitor gets its past from the results', async () => {
    const rival = story.competitors[0] ?? '';
    const asset = { project_id: story.projectId, type: 'website', value: rival, role: 'competitor', skip_onboarding: true };
    const { asset_id: assetId } = (await app.api.post('/api/assets', asset)).body;
    assert.equal((await app.api.post('/api/rankings/rematch', { project_id: story.projectId })).body.recomputed, 2 * KEYWORDS);
    const { rankings } = (await app.api.get(`/api/rankings?project_id=${story.projectId}&asset_id=${assetId}`)).body;
    const checked = rankings.filter((row: any) => story.keywords.includes(row.keyword));
    assert.equal(checked.length, KEYWORDS);
    for (const { keyword, rank } of checked) assert.equal(rank, trueRank(await getTruth(app, keyword), rival), keyword);
  });
});
