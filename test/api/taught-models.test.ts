import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const CORRECTIONS = '/api/admin/classifier/corrections';

/** Pages that are jobs and do not say so, each on a site of its own. */
const JOBS = (
  'senior-welder night-nurse forklift-driver payroll-clerk line-cook dental-assistant warehouse-picker ' +
  'bus-mechanic junior-accountant shift-electrician crane-operator head-chef machine-fitter lorry-driver'
)
  .split(' ')
  .map((job, at) => `https://maker-${at}works.com/${job}`);

const LIKE = 'https://thorngroup.net/staff-midwife';

test('what corrections teach is kept, judges items like them by meaning, and goes when they are taken back', async (t) => {
  const { api, stores } = await startTestApp(t);
  const say = async (pageType: string): Promise<void> => {
    const corrections = JOBS.map((url) => ({ entity_type: 'url', entity_id: url, page_type: pageType }));
    const { status, body } = await api.post(`${CORRECTIONS}/batch`, { corrections });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const learn = async () => {
    const { body } = await api.post(`${CORRECTIONS}/learn`);
    assert.equal(body.processed, JOBS.length, JSON.stringify(body));
    return body.blends[0];
  };
  const classify = async (url: string) =>
    (await api.post('/api/admin/classifier/classify', { url, skip_fetch: true, skip_llm: true })).body;
  const countKept = async (): Promise<number> =>
    (await stores.postgres.query(`select 1 from learned_blends where taught is not null and taught <> '{}'`)).rows.length;

  const before = await classify(LIKE);
  assert.notEqual(before.classification.page_type, 'job_posting');

  await say('job_posting');
  const { taught } = await learn();
  assert.deepEqual(
    taught.map(({ dimension, corrections, labels }: Record<string, unknown>) => [dimension, corrections, labels]),
    [['page_type', JOBS.length, ['job_posting']]],
  );
  assert.equal(await countKept(), 1);
  const after = await classify(LIKE);
  assert.equal(after.classification.page_type, 'job_posting', JSON.stringify(after));
  assert.ok(after.verdicts.page_type.confidence < 70, 'it ends no pipeline');
  assert.match(after.verdicts.page_type.evidence[0], /^like what people corrected/u);
  assert.equal((await classify(JOBS[0] ?? '')).source, 'human_feedback');

  await say('article');
  const { taught: left } = await learn();
  assert.deepEqual(left, [], 'people disagree');
  assert.equal(await countKept(), 0);
  const again = await classify(LIKE);
  assert.equal(again.classification.page_type, before.classification.page_type);
});
