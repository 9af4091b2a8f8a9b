import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeKeyword } from '#kernel/text.ts';
import { listTrueAnswers, watchWeek } from '../support/answers-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp } from '../support/app.ts';
import { getTruth, track, trueRank } from '../support/rankings-api.ts';

const OWN = 'harrowlunar.co.uk';
const WATCHED = {
  prompts: ['What is the best invoicing software?', 'Which invoicing software suits an agency?', 'Is invoicing software worth it?'],
  surfaces: ['chat_gpt', 'gemini'],
  samplesPerWeek: 5,
  brands: [
    { name: 'Harrow Lunar', domains: [OWN], role: 'own' },
    { name: 'Comet Wren', domains: ['cometwren.net'], role: 'competitor' },
  ],
  sites: [OWN],
  organization: 'org_searches',
};

test('what assistants search for', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const { projectId, from } = await watchWeek(app, WATCHED);
  const query = `project_id=${projectId}&from=${from}&limit=500`;
  const get = async (more = '') => (await api.get(`/api/answers/fan-outs?${query}${more}`)).body;
  // Gemini does not say what it searches for.
  const saying = (await listTrueAnswers(app, projectId)).filter(({ surface, searched }) => surface === 'chat_gpt' && searched.length > 0);
  const texts = [...new Set(saying.flatMap(({ searched }) => searched.map(normalizeKeyword)))];

  await t.test('is what the sandbox searched, as often, over as many prompts', async () => {
    const { fan_outs: found, total } = await get();
    assert.ok(texts.length > 3);
    assert.equal(total, texts.length);
    const expected = texts.map((text) => {
      const answers = saying.filter(({ searched }) => searched.some((one) => normalizeKeyword(one) === text));
      return [text, answers.length, new Set(answers.map(({ promptId }) => promptId)).size] as const;
    });
    assert.deepEqual(
      found.map(({ query: text, rate, prompts }: any) => [normalizeKeyword(text), rate.successes, prompts]),
      expected.toSorted((one, other) => other[1] - one[1] || other[2] - one[2] || one[0].localeCompare(other[0])),
    );
    assert.ok(found.every(({ rate, surfaces }: any) => rate.n === saying.length && surfaces.join() === 'chat_gpt'));
    assert.equal((await get('&surface=gemini')).total, 0);
  });

  await t.test('has the price of tracking, which is that of the dry run, and asks nothing outside', async () => {
    const calls = (await app.sandbox.get('/_sandbox/calls')).body.total;
    const [first] = (await get()).fan_outs;
    assert.equal((await app.sandbox.get('/_sandbox/calls')).body.total, calls);
    assert.deepEqual([first.tracked, first.trackable], [null, true]);
    const { body } = await api.post('/api/keywords/track', { project_id: projectId, keyword_text: first.query, dry_run: true });
    assert.equal(first.track_monthly_usd, body.estimate.monthly_cost_usd);
    assert.ok(first.track_monthly_usd > 0);
    const reader = await app.withKey({ scopes: ['read'], organization_id: 'org_strange' });
    assert.equal((await reader.get(`/api/answers/fan-outs?${query}`)).status, 404);
  });

  await t.test('has our position where it is tracked, and says where a site is not found', async () => {
    const [first, second] = (await get()).fan_outs;
    await track(app, projectId, [first.query.toUpperCase()]);
    const found = await get('&tracked=true');
    assert.equal(found.total, 1);
    const [{ tracked, track_monthly_usd: price }] = found.fan_outs;
    const rank = trueRank(await getTruth(app, normalizeKeyword(first.query)), OWN);
    assert.deepEqual([tracked.outcome, tracked.position], [rank === null ? 'not_found' : 'ranked', rank]);
    assert.ok(tracked.checked_at !== null && price === null);
    const open = await get('&tracked=false');
    assert.deepEqual([open.total, open.fan_outs[0].query], [texts.length - 1, second.query]);
    const [head, ...lines] = (await api.get(`/api/answers/fan-outs?${query}&format=csv`)).body.trim().split(/\r?\n/u);
    assert.match(head, /query,.*tracked\.position.*track_monthly_usd/u);
    assert.equal(lines.length, texts.length);
  });

  await t.test('a rematch finds the same searches in kept answers, at no cost', async () => {
    const before = await get();
    const calls = (await app.sandbox.get('/_sandbox/calls')).body.total;
    await app.stores.clickhouse.command(
      `alter table answer_results update fan_outs = [] where project_id = '${projectId}' settings mutations_sync = 1`,
    );
    assert.equal((await get()).total, 0);
    const { body } = await api.post('/api/answers/rematch', { project_id: projectId });
    await app.app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    assert.deepEqual(await get(), before);
    assert.equal((await app.sandbox.get('/_sandbox/calls')).body.total, calls);
  });
});
