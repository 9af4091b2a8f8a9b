import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';

const PROMPTS = [
  'What is the best invoicing software for freelancers?',
  'Which accounting app should a small agency use?',
  'Is Invoicenest any good?',
];
const SURFACES = ['ai_mode', 'chat_gpt', 'gemini'];

test('answers of assistants', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_answers');
  const theirs = await makeProject(api, ['ledgerwise.app'], 'org_theirs');
  const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_theirs' });
  const settle = async (workflowId: string) => await app.app.context.workflows.waitFor(workflowId, PATIENCE_MS);
  const brands = [
    { name: 'Invoice Nest', aliases: ['Invoicenest'], domains: ['https://www.invoicenest.com'], role: 'own', is_generic: true },
    { name: 'Ledger Wise', aliases: ['Ledgerwise'], domains: ['ledgerwise.app'], role: 'competitor', is_generic: true },
  ];

  await t.test('nothing is asked before brands are written, and faults of brands are named all at once', async () => {
    const plan = { project_id: projectId, surfaces: SURFACES };
    assert.equal((await api.put('/api/answers/plan', plan)).status, 409);
    const wrong = await api.put('/api/answers/brands', {
      project_id: projectId,
      brands: [
        { id: 'abr_x', name: 'A', role: 'competitor' },
        { name: 'a', role: 'competitor' },
      ],
    });
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.body.details.map(({ path }: any) => path).toSorted(), ['brands', 'brands.0.id', 'brands.1.name']);
    const { status, body } = await api.put('/api/answers/brands', { project_id: projectId, brands });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.brands.map(({ domains }: any) => domains),
      [['invoicenest.com'], ['ledgerwise.app']],
    );
    await settle(body.workflow_id);
  });

  let promptIds: string[] = [];
  await t.test('prompts are added once, and a dry run adds none', async () => {
    const body = { project_id: projectId, prompts: [...PROMPTS, PROMPTS[0]?.toUpperCase()].map((text) => ({ text })) };
    const dry = await api.post('/api/answers/prompts', { ...body, dry_run: true });
    assert.deepEqual([dry.status, dry.body.prompts.length, dry.body.known], [201, 3, 1]);
    assert.equal((await api.get(`/api/answers/prompts?project_id=${projectId}`)).body.total, 0);
    const made = await api.post('/api/answers/prompts', body);
    promptIds = made.body.prompts.map(({ id }: any) => id);
    assert.equal(promptIds.length, 3);
    assert.equal((await api.post('/api/answers/prompts', body)).body.known, 4);
    assert.equal((await stranger.get(`/api/answers/prompts/${promptIds[0]}`)).status, 404);
  });

  await t.test('a plan says what it costs and how exactly it measures, before it is written', async () => {
    const plan = { project_id: projectId, surfaces: SURFACES, samples_per_week: 5, dry_run: true };
    const { body } = await api.put('/api/answers/plan', plan);
    assert.deepEqual(
      [body.estimate.answers_per_week, body.estimate.monthly_cost_usd, body.estimate.precision.n_per_week],
      [45, Number((45 * 0.0012 * 4.348_125).toFixed(6)), 15],
    );
    assert.equal((await api.get(`/api/answers/plan?project_id=${projectId}`)).body.plan.enabled, false);
  });

  await t.test('Copilot is unavailable with the reason wherever a surface can be named, and has no number anywhere', async () => {
    const { surfaces, unavailable } = (await api.get('/api/answers/surfaces')).body;
    assert.deepEqual(
      surfaces
        .filter(({ surface_kind: kind }: any) => kind === 'seen')
        .map(({ surface, cost_usd_max: usd, assumed }: any) => [surface, usd, assumed]),
      SURFACES.map((surface) => [surface, 0.0012, surface === 'gemini']),
    );
    assert.deepEqual(
      unavailable.map(({ surface, status }: any) => [surface, status]),
      [['copilot', 'unavailable']],
    );
    const [{ reason }] = unavailable;
    assert.match(reason, /does not read answers of Copilot/u);
    assert.ok(!/\d/u.test(JSON.stringify(unavailable)));
    const named = { project_id: projectId, surfaces: ['copilot'] };
    const asked = [
      await api.put('/api/answers/plan', named),
      await api.put('/api/answers/plan', { ...named, surfaces: ['gemini', 'copilot'], dry_run: true }),
      await api.post('/api/answers/ask', { ...named, prompt_ids: promptIds }),
      ...(await Promise.all(
        ['samples', 'sources', 'gaps', 'fan-outs'].map((path) => api.get(`/api/answers/${path}?project_id=${projectId}&surface=copilot`)),
      )),
    ];
    for (const { status, body } of asked) {
      assert.equal(status, 400, JSON.stringify(body));
      assert.ok(
        body.details.some(({ message }: any) => message.includes(reason)),
        JSON.stringify(body),
      );
    }
    const summary = (await api.get(`/api/answers/summary?project_id=${projectId}`)).body;
    assert.deepEqual(summary.unavailable, unavailable);
    assert.ok(summary.groups.every(({ surface }: any) => surface !== 'copilot'));
    assert.equal((await api.get(`/api/answers/samples?project_id=${projectId}`)).body.total, 0);
    assert.match(
      (await api.get(`/api/answers/samples?project_id=${projectId}&surface=perplexity`)).body.message,
      /ai_mode, chat_gpt, gemini/u,
    );
  });

  await t.test('a dry run of asking calls nobody; asking makes as many calls as samples, booked to the cent', async () => {
    const ask = { project_id: projectId, prompt_ids: promptIds, surfaces: SURFACES, samples: 2 };
    const before = (await app.sandbox.get('/_sandbox/calls')).body.total;
    const dry = await api.post('/api/answers/ask', { ...ask, dry_run: true });
    assert.deepEqual([dry.status, dry.body.samples, dry.body.cost_usd_max], [200, 18, 0.0216]);
    assert.equal((await app.sandbox.get('/_sandbox/calls')).body.total, before);
    const asked = await api.post('/api/answers/ask', ask);
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    await settle(asked.body.workflow_id);
    const { samples, total } = (await api.get(`/api/answers/samples?project_id=${projectId}&limit=100`)).body;
    assert.equal(total, 18);
    assert.ok(
      samples.every(({ status }: any) => ['answered', 'refused'].includes(status)),
      JSON.stringify(samples),
    );
    assert.equal(new Set(samples.map(({ answer_hash }: any) => answer_hash)).size, 18, 'no answer is counted twice');
    const { rows } = await app.stores.postgres.query<{ usd: number }>(
      `select sum(cost_usd) as usd from api_costs where service = 'provider_answers'`,
    );
    assert.equal(Number(rows[0]?.usd).toFixed(6), samples.reduce((sum: number, { cost_usd }: any) => sum + cost_usd, 0).toFixed(6));
  });

  await t.test('what an answer names and cites is what the sandbox wrote into it', async () => {
    const { samples } = (await api.get(`/api/answers/samples?project_id=${projectId}&status=answered&limit=100`)).body;
    const { brands: known } = (await api.get(`/api/answers/brands?project_id=${projectId}`)).body;
    const domainOf = new Map(known.map(({ id, domains }: any) => [id, domains[0]]));
    const { rows } = await app.stores.postgres.query<{ id: string; taskId: string }>(
      `select s.id, q.task_id from answer_samples s join queued_checks q on q.id = s.task_id`,
    );
    const taskOf = new Map(rows.map(({ id, taskId }) => [id, taskId]));
    for (const { id } of samples) {
      const shown = (await api.get(`/api/answers/samples/${id}`)).body;
      const truth = (await app.sandbox.get(`/_sandbox/truth/answer?task_id=${taskOf.get(id)}`)).body;
      const named = shown.mentions.filter(({ kind }: any) => kind === 'named').map(({ brand_id }: any) => domainOf.get(brand_id));
      const expected = truth.brands.filter(({ domain }: any) => [...domainOf.values()].includes(domain)).map(({ domain }: any) => domain);
      assert.deepEqual(named.toSorted(), expected.toSorted(), JSON.stringify({ text: shown.text, truth }));
      for (const { spans } of shown.mentions)
        for (const { from, to } of spans) assert.match(shown.text.slice(from, to), /invoice ?nest|ledger ?wise/iu);
    }
    assert.equal((await stranger.get(`/api/answers/samples/${samples[0].id}`)).status, 404);
    const raw = await api.get(`/api/answers/samples/${samples[0].id}/raw`);
    assert.equal(raw.body.tasks[0].result.length, 1);
  });

  await t.test('what belongs to others is as if it were not there', async () => {
    for (const path of [
      'prompts',
      'brands',
      'plan',
      'summary',
      'series',
      'sources',
      'samples',
      'gaps',
      'fan-outs',
      'unsure',
      'corrections',
    ])
      assert.equal((await stranger.get(`/api/answers/${path}?project_id=${projectId}`)).status, 404, path);
    assert.equal((await api.post('/api/answers/ask', { project_id: theirs, prompt_ids: promptIds, surfaces: ['gemini'] })).status, 400);
  });
});
