import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { PATIENCE_MS } from '../support/patience.ts';
import { listTrueModels, makeWatcher, runRound } from '../support/answers-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { advanceDay } from '../support/rankings-api.ts';

const MODELS = ['chat_gpt_api', 'claude_api', 'gemini_api', 'perplexity_api'];
const PROMPTS = [
  'What is the best invoicing software for freelancers?',
  'Which accounting app should a small agency use?',
  'Is Invoice Nest any good?',
];
const WATCHED = ['invoicenest.com', 'ledgerwise.app'];
const LIVE = /llm_responses\/live$/u;

interface Watched {
  readonly projectId: string;
  readonly promptIds: readonly string[];
}

async function open(t: TestContext): Promise<{ app: TestApp; watched: Watched }> {
  const app = await startTestApp(t);
  return { app, watched: await makeWatcher(app, 'org_models', PROMPTS) };
}

async function listCalls({ sandbox }: TestApp): Promise<readonly any[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body;
  return entries.filter(({ path }: any) => LIVE.test(path));
}

async function ask({ api, app }: TestApp, { projectId, promptIds }: Watched, body: object) {
  const asked = await api.post('/api/answers/ask', { project_id: projectId, prompt_ids: promptIds, ...body });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  await app.context.workflows.waitFor(asked.body.workflow_id, PATIENCE_MS);
  return asked.body;
}

const listSamples = async ({ api }: TestApp, projectId: string, more = ''): Promise<any[]> =>
  (await api.get(`/api/answers/samples?project_id=${projectId}&limit=200${more}`)).body.samples;

const sumUsd = (rows: readonly { cost_usd: number }[]): number => rows.reduce((sum, { cost_usd: usd }) => sum + usd, 0);

async function readLedger({ stores }: TestApp): Promise<number> {
  const { rows } = await stores.postgres.query<{ usd: number | null }>(
    `select sum(cost_usd) as usd from api_costs where service = 'provider_model_answers'`,
  );
  return rows[0]?.usd ?? 0;
}

test('models are asked by their interface', async (t) => {
  const { app, watched } = await open(t);
  const { api } = app;

  await t.test('they are listed apart from what people see, with a price that is assumed', async () => {
    const { surfaces } = (await api.get('/api/answers/surfaces')).body;
    const asked = surfaces.filter(({ surface_kind: kind }: any) => kind === 'asked');
    assert.deepEqual(
      asked.map(({ surface, assumed, prompt_length_max: max }: any) => [surface, assumed, max]),
      MODELS.map((surface) => [surface, true, 500]),
    );
    assert.ok(asked.every(({ cost_usd_max: usd }: any) => usd > 0.0006));
  });

  await t.test('each sample is one call and one answer, booked as the provider charges it and below the estimate', async () => {
    const { cost_usd_max: most, samples: count } = await ask(app, watched, { surfaces: MODELS, samples: 2 });
    const samples = await listSamples(app, watched.projectId);
    assert.equal(samples.length, count);
    assert.ok(
      samples.every(({ status, surface_kind: kind }) => ['answered', 'refused'].includes(status) && kind === 'asked'),
      JSON.stringify(samples),
    );
    assert.equal(new Set(samples.map(({ answer_hash: hash }) => hash)).size, count);
    const calls = await listCalls(app);
    assert.equal(calls.length, count);
    const charged = calls.reduce((sum, { cost_usd: usd }) => sum + usd, 0);
    assert.equal((await readLedger(app)).toFixed(6), charged.toFixed(6));
    assert.equal(sumUsd(samples).toFixed(6), charged.toFixed(6));
    assert.ok(charged <= most, `${charged} of ${most}`);
    const { rows } = await app.stores.postgres.query<{ left: number }>('select count(*)::integer as left from model_asks');
    assert.equal(rows[0]?.left, 0, 'what is stored is not kept twice');
  });

  await t.test('what an answer says is what the sandbox wrote into it', async () => {
    let compared = 0;
    for (const { sampleId, truth } of await listTrueModels(app, watched.projectId)) {
      const shown = (await api.get(`/api/answers/samples/${sampleId}`)).body;
      assert.equal(`${truth.surface} ${truth.surface_kind}`, `${shown.sample.surface} asked`);
      assert.equal(shown.text, truth.markdown);
      assert.deepEqual(
        shown.sources?.map(({ url }: any) => url),
        truth.cited?.map(({ url }: any) => url),
      );
      assert.equal(shown.sample.model, truth.model);
      assert.deepEqual(shown.fan_outs ?? [], truth.fan_out_queries);
      // Words that only look like the name are the work of the detector's own tests.
      const spans = truth.spans.filter(({ domain }: any) => WATCHED.includes(domain));
      if (shown.sample.status === 'answered' && spans.every(({ is_mention: isMention }: any) => isMention)) {
        compared += 1;
        assert.equal(
          shown.mentions.some(({ kind }: any) => kind === 'named'),
          truth.brands.some(({ domain }: any) => WATCHED.includes(domain)),
          shown.text,
        );
      }
      const raw = await api.get(`/api/answers/samples/${sampleId}/raw`);
      assert.equal(raw.body.tasks[0].id, truth.task_id);
    }
    assert.ok(compared >= 12, `${compared} answers`);
  });

  await t.test('a prompt of more than 500 characters is refused by name wherever a model would be asked it', async () => {
    const long = `What suits a team that ${'works a lot and '.repeat(40)}sends invoices?`;
    const other = await makeWatcher(app, 'org_long', ['Which invoicing software is cheap?', long, `${long} Really?`]);
    const { projectId, promptIds } = other;
    const plan = { project_id: projectId, samples_per_week: 5 };
    for (const more of [{}, { dry_run: true }]) {
      const { status, body } = await api.put('/api/answers/plan', { ...plan, ...more, surfaces: ['chat_gpt', 'claude_api'] });
      assert.equal(status, 400);
      const said = body.details.map(({ message }: any) => message);
      assert.deepEqual(
        promptIds.map((id) => said.filter((message: string) => message.startsWith(`${id} `)).length),
        [0, 1, 1],
      );
      assert.ok(said.every((message: string) => message.includes('claude_api takes at most 500')));
    }
    const asked = await api.post('/api/answers/ask', { project_id: projectId, prompt_ids: promptIds, surfaces: ['gemini_api'] });
    assert.deepEqual([asked.status, asked.body.details.map(({ path }: any) => path)], [400, ['prompt_ids.1', 'prompt_ids.2']]);
    assert.equal((await api.put('/api/answers/plan', { ...plan, surfaces: ['chat_gpt'] })).status, 200);
    const { projectId: mine } = watched;
    const planned = { project_id: mine, samples_per_week: 5, surfaces: ['perplexity_api', 'gemini'] };
    assert.equal((await api.put('/api/answers/plan', planned)).status, 200);
    const added = await api.post('/api/answers/prompts', { project_id: mine, prompts: [{ text: 'Short enough?' }, { text: long }] });
    assert.deepEqual([added.status, added.body.details.map(({ path }: any) => path)], [400, ['prompts.1.text']]);
    assert.equal((await api.get(`/api/answers/prompts?project_id=${mine}`)).body.total, PROMPTS.length);
  });

  await t.test('by a plan both kinds are asked, and no figure holds both', async () => {
    for (let day = 0; day < 7; day += 1) {
      await advanceDay(app);
      await runRound(app);
    }
    const samples = (await listSamples(app, watched.projectId)).filter(({ is_planned: isPlanned }) => isPlanned);
    const { groups, from } = (await api.get(`/api/answers/summary?project_id=${watched.projectId}&from=${samples.at(-1).period}`)).body;
    assert.deepEqual(
      groups.map((group: any) => [group.surface, group.surface_kind]),
      [
        ['gemini', 'seen'],
        ['perplexity_api', 'asked'],
      ],
    );
    const countOf = (kind: string): number => samples.filter((one) => one.surface_kind === kind && one.status === 'answered').length;
    for (const [kind, surface] of [
      ['seen', 'gemini'],
      ['asked', 'perplexity_api'],
    ] as const) {
      assert.ok(countOf(kind) > 0);
      assert.equal(groups.find((group: any) => group.surface === surface).mention_rate.n, countOf(kind));
      const span = `project_id=${watched.projectId}&from=${from}`;
      const sources = (await api.get(`/api/answers/sources?${span}&surface_kind=${kind}`)).body;
      assert.deepEqual([sources.surface_kind, sources.sources[0].rate.n], [kind, countOf(kind)]);
      assert.ok(sources.sources.every(({ surfaces }: any) => surfaces.join() === surface));
      const gaps = (await api.get(`/api/answers/gaps?${span}&surface_kind=${kind}`)).body;
      assert.deepEqual([gaps.surface_kind, gaps.answers], [kind, countOf(kind)]);
      const { fan_outs: searched } = (await api.get(`/api/answers/fan-outs?${span}&surface_kind=${kind}`)).body;
      assert.ok(searched.every(({ surfaces }: any) => surfaces.join() === surface));
    }
    const plain = (await api.get(`/api/answers/sources?project_id=${watched.projectId}&from=${from}`)).body;
    assert.deepEqual([plain.surface_kind, plain.sources[0].rate.n], ['seen', countOf('seen')]);
    const wrong = await api.get(`/api/answers/gaps?project_id=${watched.projectId}&surface=gemini&surface_kind=asked`);
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'surface_kind']);
  });

  await t.test('not more than five are asked at once', async () => {
    await app.sandbox.post('/_sandbox/faults', { match: 'llm_responses/live', kind: 'slow', delay_ms: 400, count: 18 });
    const before = (await listCalls(app)).length;
    await ask(app, watched, { surfaces: ['claude_api'], samples: 6 });
    const calls = (await listCalls(app)).slice(before);
    assert.equal(calls.length, 18);
    const starts = calls.map(({ ts }): number => ts).toSorted((one, other) => one - other);
    for (const [at, start] of starts.entries()) if (at >= 5) assert.ok(start - (starts[at - 5] ?? 0) >= 300, JSON.stringify(starts));
    await app.sandbox.post('/_sandbox/faults', {});
  });
});

test('what the provider or a budget refuses of models is said, and costs nothing', async (t) => {
  const { app, watched } = await open(t);

  await t.test('what it could not do it is asked again, and answers', async () => {
    await app.sandbox.post('/_sandbox/faults', { match: 'llm_responses/live', kind: 'provider_50301', count: 2 });
    await ask(app, watched, { surfaces: ['perplexity_api'] });
    const samples = await listSamples(app, watched.projectId);
    assert.deepEqual(
      samples.map(({ status }) => status),
      ['answered', 'answered', 'answered'],
    );
    assert.equal((await readLedger(app)).toFixed(6), sumUsd(samples).toFixed(6));
  });

  await t.test('an answer that cannot be read is failed with the reason, is paid, and is not asked again', async () => {
    const before = (await listCalls(app)).length;
    await app.sandbox.post('/_sandbox/faults', { match: 'llm_responses/live', kind: 'malformed', count: 1 });
    await ask(app, watched, { surfaces: ['gemini_api'] });
    const samples = await listSamples(app, watched.projectId, '&surface=gemini_api');
    const failed = samples.filter(({ status }) => status === 'failed');
    assert.equal(failed.length, 1, JSON.stringify(samples));
    assert.ok(failed[0].reason.length > 10);
    assert.equal((await listCalls(app)).length - before, samples.length);
  });

  await t.test('no text is empty, and a refusal is refused', async () => {
    await app.sandbox.post('/_sandbox/faults', { match: 'llm_responses/live', kind: 'empty_answer', count: 3 });
    await ask(app, watched, { surfaces: ['claude_api'] });
    await app.sandbox.post('/_sandbox/faults', { match: 'llm_responses/live', kind: 'refusal', count: 3 });
    await ask(app, watched, { surfaces: ['chat_gpt_api'] });
    const statuses = async (surface: string) =>
      (await listSamples(app, watched.projectId, `&surface=${surface}`)).map(({ status }) => status);
    assert.deepEqual([...new Set(await statuses('claude_api'))], ['empty']);
    assert.deepEqual([...new Set(await statuses('chat_gpt_api'))], ['refused']);
  });

  await t.test('without room in a budget nothing is asked', async () => {
    await app.sandbox.post('/_sandbox/faults', {});
    const before = (await listCalls(app)).length;
    const set = await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: 0 } });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    await ask(app, watched, { surfaces: ['perplexity_api'] });
    const [newest] = await listSamples(app, watched.projectId, '&surface=perplexity_api');
    assert.deepEqual([newest.status, newest.reason], ['skipped', 'budget_exceeded']);
    assert.equal((await listCalls(app)).length, before);
  });
});
