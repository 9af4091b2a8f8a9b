import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRawAnswers } from '#areas/rankings/evidence/raw-answers.ts';
import { listTrueAnswers, watchWeek } from '../support/answers-world.ts';
import { startTestApp } from '../support/app.ts';
import { getTruth, track } from '../support/rankings-api.ts';

const WATCHED = {
  prompts: ['What is the best invoicing software?', 'Which invoicing software suits an agency?'],
  surfaces: ['chat_gpt'],
  samplesPerWeek: 5,
  brands: [{ name: 'Harrow Lunar', domains: ['harrowlunar.co.uk'], role: 'own' }],
  sites: ['harrowlunar.co.uk'],
  organization: 'org_suggest',
};
const KEYWORDS = ['how to choose running shoes', 'invoicing software', 'best running shoes', 'how to write an invoice'];
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[?？]$/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

test('prompts are suggested out of what is kept', async (t) => {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const { projectId } = await watchWeek(app, WATCHED);
  await track(app, projectId, KEYWORDS);
  const suggest = async (more: object = {}) =>
    (await api.post('/api/answers/prompts/suggest', { project_id: projectId, limit: 500, ...more })).body;
  /** Questions on the pages that came, as the sandbox sent them, by keyword. */
  const sent = new Map<string, string[]>();
  for (const keyword of KEYWORDS) {
    if (!(await getTruth(app, keyword)).some(({ type }) => type === 'people_also_ask')) continue;
    const { rows } = await stores.postgres.query<{ id: string }>(
      `select run.id from serp_runs run join queries query on query.id = run.query_id where query.keyword = $1`,
      [keyword],
    );
    const [raw] = await listRawAnswers(stores, rows[0]?.id ?? '');
    const { items } = JSON.parse(raw?.text ?? '').tasks[0].result[0];
    sent.set(
      keyword,
      items.find(({ type }: any) => type === 'people_also_ask').items.map(({ title }: any) => title),
    );
  }

  await t.test('questions of result pages, each with its keyword', async () => {
    const { suggestions, pages } = await suggest({ sources: ['question'] });
    assert.ok(sent.size > 0 && sent.size <= KEYWORDS.length);
    assert.deepEqual(pages, { found: sent.size, unread: 0 });
    const asked = new Set(WATCHED.prompts.map(fold));
    const expected = new Set([...sent.values()].flat().map(fold)).difference(asked);
    assert.ok(expected.size < new Set([...sent.values()].flat()).size, 'one of them is asked already');
    assert.deepEqual(new Set(suggestions.map(({ text }: any) => fold(text))), expected);
    for (const { text, from, topic, source } of suggestions) {
      assert.ok(
        sent.get(from)?.some((title) => fold(title) === fold(text)),
        `${text} of ${from}`,
      );
      assert.deepEqual([topic, source], [from, 'question']);
    }
  });

  await t.test('tracked keywords as people would ask them, and what assistants searched for', async () => {
    const { suggestions, pages } = await suggest({ sources: ['keyword'] });
    assert.equal(pages, null);
    assert.deepEqual(suggestions.map(({ from }: any) => from).toSorted(), KEYWORDS.toSorted());
    assert.ok(suggestions.some(({ text }: any) => text === 'How to choose running shoes?'));
    const searched = (await listTrueAnswers(app, projectId)).flatMap((one) => one.searched.map((query) => ({ query, prompt: one.prompt })));
    const found = (await suggest({ sources: ['fan_out'] })).suggestions;
    assert.deepEqual(new Set(found.map(({ text }: any) => fold(text))), new Set(searched.map(({ query }) => fold(query))));
    for (const { text, from } of found)
      assert.ok(
        searched.some(({ query, prompt }) => fold(query) === fold(text) && prompt === from),
        text,
      );
  });

  await t.test('what is asked already, or was and is ended, is left out; nothing is called or written', async () => {
    const before = await suggest();
    const [one, other] = before.suggestions;
    const count = async () => (await api.get(`/api/answers/prompts?project_id=${projectId}`)).body.total;
    const [calls, prompts] = [(await app.sandbox.get('/_sandbox/calls')).body.total, await count()];
    await suggest();
    assert.deepEqual([(await app.sandbox.get('/_sandbox/calls')).body.total, await count()], [calls, prompts]);
    const made = await api.post('/api/answers/prompts', {
      project_id: projectId,
      prompts: [one, other].map(({ text }: any) => ({ text })),
    });
    assert.equal(made.body.prompts.length, 2);
    await api.delete(`/api/answers/prompts/${made.body.prompts[0].id}`);
    const after = await suggest();
    const gone = new Set([one, other].map(({ text }: any) => text));
    // One that was never asked leaves nothing behind, and is suggested again.
    assert.equal(after.total, before.total - 1);
    assert.equal(after.suggestions.filter(({ text }: any) => gone.has(text)).length, 1);
    assert.equal((await suggest({ language_code: 'de' })).total, 0, 'another market has its own');
    assert.equal((await suggest({ limit: 2 })).suggestions.length, 2);
  });

  await t.test('faults are named, and strangers find nothing', async () => {
    const wrong = await api.post('/api/answers/prompts/suggest', { project_id: projectId, sources: ['model'], location_code: 1, limit: 0 });
    assert.equal(wrong.status, 400);
    const names = wrong.body.details.map(({ path }: any) => path);
    assert.ok(names.some((name: string) => name.startsWith('sources')) && names.includes('limit'), names.join());
    const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_strange' });
    assert.equal((await stranger.post('/api/answers/prompts/suggest', { project_id: projectId })).status, 404);
  });
});
