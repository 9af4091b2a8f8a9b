import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';

const PROMPTS = ['What is the best invoicing software?', 'Which invoicing software suits an agency?', 'What invoicing software is cheap?'];

test('names that are perhaps a common word are decided by people, and that is learned', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const projectId = await makeProject(api, ['harrowlunar.co.uk'], 'org_unsure');
  const settle = async (workflowId: string) => await app.app.context.workflows.waitFor(workflowId, PATIENCE_MS);
  const { brands: world } = (
    await sandbox.get(`/_sandbox/truth/answers?${new URLSearchParams({ prompt: PROMPTS[0] ?? '', surface: 'chat_gpt' }).toString()}`)
  ).body;
  const generic = world
    .filter((one: any) => one.is_generic)
    .map(({ name, domain }: any) => ({ name, domains: [domain], role: 'competitor', is_generic: true }));
  const own = { name: 'Harrow Lunar', domains: ['harrowlunar.co.uk'], role: 'own' };
  const written = await api.put('/api/answers/brands', {
    project_id: projectId,
    brands: [own, ...generic.filter(({ name }: any) => name !== own.name)],
  });
  assert.equal(written.status, 200, JSON.stringify(written.body));
  await settle(written.body.workflow_id);
  const made = await api.post('/api/answers/prompts', { project_id: projectId, prompts: PROMPTS.map((text) => ({ text })) });
  const ask = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const asked = await api.post('/api/answers/ask', {
        project_id: projectId,
        prompt_ids: made.body.prompts.map(({ id }: any) => id),
        surfaces: ['ai_mode', 'chat_gpt', 'gemini'],
        samples: 20,
      });
      await settle(asked.body.workflow_id);
    }
  };
  await ask(4);
  const list = async (): Promise<any[]> => (await api.get(`/api/answers/unsure?project_id=${projectId}&limit=50`)).body.names;
  const read = async (sampleId: string, brandId: string) =>
    (await api.get(`/api/answers/samples/${sampleId}`)).body.mentions.find((one: any) => one.brand_id === brandId);
  const correct = async (one: any, isMention: boolean) =>
    await api.post('/api/answers/corrections', { sample_id: one.sample_id, brand_id: one.brand_id, is_mention: isMention });
  const countCalls = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.total;

  const names = await list();
  await t.test('the list has the names that the sandbox wrote as common words, with their sentences', async () => {
    const { rows } = await app.stores.postgres.query<{ id: string; taskId: string }>(
      `select s.id, q.task_id from answer_samples s join queued_checks q on q.id = s.task_id where s.status = 'answered'`,
    );
    const domainOf = new Map<string, string>(written.body.brands.map(({ id, domains }: any) => [id, domains[0]]));
    const watched = new Set(domainOf.values());
    const expected = new Set<string>();
    for (const { id, taskId } of rows) {
      const truth = (await sandbox.get(`/_sandbox/truth/answer?task_id=${taskId}`)).body;
      for (const { kind, domain } of truth.spans) if (kind === 'generic' && watched.has(domain)) expected.add(`${id} ${domain}`);
    }
    assert.ok(names.length > 5);
    assert.deepEqual(new Set(names.map((one) => `${one.sample_id} ${domainOf.get(one.brand_id)}`)), expected);
    for (const { sentence, written: name } of names) assert.ok(sentence.includes(name));
    const csv = await api.get(`/api/answers/unsure?project_id=${projectId}&format=csv`);
    assert.match(csv.body, /sample_id,.*sentence/u);
  });

  // The same brand in the same sentence is one case; the largest are decided.
  const cases = [...Map.groupBy(names, ({ brand, sentence }) => `${brand}: ${sentence}`).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  const [[first, ...others] = [], meant = []] = cases;
  const rest = cases.slice(2).flat();
  assert.ok(others.length > 0 && meant.length > 1 && rest.length > 0, JSON.stringify(cases.map(({ length }) => length)));
  await t.test('a person decides one answer at once, and the same case in the others', async () => {
    const calls = await countCalls();
    const { status, body } = await correct(first, false);
    assert.equal(status, 201, JSON.stringify(body));
    assert.ok(body.correction.case_key.includes(`[${first.written}]`) && body.correction.sentence === first.sentence);
    const mention = await read(first.sample_id, first.brand_id);
    assert.deepEqual([mention.kind, mention.witness], ['dismissed', 'person']);
    assert.ok((await list()).every(({ sample_id: id, brand_id: brand }) => id !== first.sample_id || brand !== first.brand_id));
    await settle(body.workflow_id);
    for (const { sample_id: id, brand_id: brand } of others) assert.equal((await read(id, brand)).kind, 'dismissed');
    const toIds = (some: readonly any[]): string[] => some.map(({ sample_id: id, brand_id: brand }) => `${id} ${brand}`).toSorted();
    assert.deepEqual(toIds(await list()), toIds([...meant, ...rest]), 'nothing else is decided');
    assert.equal(await countCalls(), calls, 'it asks nothing');
  });

  await t.test('what is the brand counts as named, between the same words alone', async () => {
    const { body } = await correct(meant[0], true);
    await settle(body.workflow_id);
    for (const { sample_id: id, brand_id: brand } of meant) {
      const { kind, witness } = await read(id, brand);
      assert.deepEqual([kind, witness], ['named', 'person']);
    }
    for (const { sample_id: id, brand_id: brand } of rest) assert.equal((await read(id, brand)).kind, 'unsure');
  });

  await t.test('answers to come are read by what was learned', async () => {
    const listTasks = async () =>
      (
        await app.stores.postgres.query<{ id: string; taskId: string }>(
          `select s.id, q.task_id from answer_samples s join queued_checks q on q.id = s.task_id where s.status = 'answered' order by s.id`,
        )
      ).rows;
    const before = new Set((await listTasks()).map(({ id }) => id));
    await ask(2);
    let seen = 0;
    for (const { id, taskId } of await listTasks()) {
      if (before.has(id)) continue;
      const { markdown } = (await sandbox.get(`/_sandbox/truth/answer?task_id=${taskId}`)).body;
      const decided = [
        { of: first, kind: 'dismissed' },
        { of: meant[0], kind: 'named' },
      ].filter(({ of }) => markdown.includes(of.sentence));
      for (const { of, kind } of decided) assert.equal((await read(id, of.brand_id)).kind, kind);
      seen += decided.length;
    }
    assert.ok(seen > 0);
  });

  await t.test('what was said is listed, replaced by the next word, and taken back', async () => {
    const corrections = async () => (await api.get(`/api/answers/corrections?project_id=${projectId}`)).body;
    assert.deepEqual(
      (await corrections()).corrections.map(({ is_mention: is }: any) => is),
      [true, false],
    );
    await settle((await correct(first, true)).body.workflow_id);
    assert.equal((await corrections()).total, 2);
    assert.equal((await read(others[0].sample_id, first.brand_id)).kind, 'named');
    const { id } = (await corrections()).corrections.find((one: any) => one.sample_id === first.sample_id);
    const removed = await api.delete(`/api/answers/corrections/${id}`);
    await settle(removed.body.workflow_id);
    assert.equal((await read(first.sample_id, first.brand_id)).kind, 'unsure');
    assert.equal((await api.delete(`/api/answers/corrections/${id}`)).status, 404);
  });

  await t.test('what cannot be said is refused by name, and strangers find nothing', async () => {
    const wrong = await correct({ sample_id: first.sample_id, brand_id: 'abr_none' }, true);
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'brand_id']);
    const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_strange' });
    for (const path of ['unsure', 'corrections'])
      assert.equal((await stranger.get(`/api/answers/${path}?project_id=${projectId}`)).status, 404);
    const body = { sample_id: first.sample_id, brand_id: first.brand_id, is_mention: true };
    assert.equal((await stranger.post('/api/answers/corrections', body)).status, 404);
    const { corrections } = (await api.get(`/api/answers/corrections?project_id=${projectId}`)).body;
    assert.equal((await stranger.delete(`/api/answers/corrections/${corrections[0].id}`)).status, 404);
  });
});
