import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_TOPICS } from '../../sandbox/world/sample-topics.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';

const TOPICS = ['invoicing software', 'running shoes', 'project management software', 'payroll software', 'accounting software'];
const PROMPTS = TOPICS.flatMap((topic) => [`What is the best ${topic}?`, `Which ${topic} would you pick for a small team?`]);
/** Answers of each prompt and surface; 67 make the 2,000 of the acceptance. */
const SAMPLES = Number(process.env['ANSWER_SAMPLES'] ?? 10);
const SURFACES = ['ai_mode', 'chat_gpt', 'gemini'];

test('names in answers with traps are told from what only looks like one, and citations are exact', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_answers');
  const sites = new Map<string, { name: string; isGeneric: boolean }>();
  /** Prompts of topics whose phrases the rules were tried on; of others the sandbox writes in other phrases. */
  const tried = new Set<string>();
  for (const prompt of PROMPTS) {
    const query = new URLSearchParams({ prompt, surface: 'chat_gpt' });
    const { body } = await sandbox.get(`/_sandbox/truth/answers?${query.toString()}`);
    if (SAMPLE_TOPICS.includes(body.topic)) tried.add(prompt);
    for (const { domain, name, is_generic: isGeneric } of body.brands) sites.set(domain, { name, isGeneric });
  }
  // Two sites of the world may have one name.
  const names = [...sites.values()].map(({ name }) => name);
  const own = [...sites].filter(([, { name }]) => names.indexOf(name) === names.lastIndexOf(name));
  const brands = own.slice(0, 50).map(([domain, { name, isGeneric }], at) => ({
    name,
    aliases: [],
    domains: [domain],
    role: at === 0 ? 'own' : 'competitor',
    is_generic: isGeneric,
  }));
  const written = await api.put('/api/answers/brands', { project_id: projectId, brands });
  assert.equal(written.status, 200, JSON.stringify(written.body));
  const domainOf = new Map<string, string>(written.body.brands.map(({ id, domains }: any) => [id, domains[0]]));
  const watched = new Set(domainOf.values());
  const made = await api.post('/api/answers/prompts', { project_id: projectId, prompts: PROMPTS.map((text) => ({ text })) });
  const promptIds: string[] = made.body.prompts.map(({ id }: any) => id);
  for (const [id, samples] of promptIds.flatMap((prompt) => splitRounds(SAMPLES).map((size) => [prompt, size] as const))) {
    const asked = await api.post('/api/answers/ask', {
      project_id: projectId,
      prompt_ids: [id],
      surfaces: SURFACES,
      samples,
    });
    await app.app.context.workflows.waitFor(asked.body.workflow_id, PATIENCE_MS);
  }

  const { rows } = await app.stores.postgres.query<{ id: string; taskId: string; status: string }>(
    `select s.id, q.task_id, s.status from answer_samples s join queued_checks q on q.id = s.task_id order by s.id`,
  );
  const none = () => ({ answers: 0, right: 0, wrong: 0, missed: 0, traps: 0, trapped: 0 });
  const all = { tried: none(), unseen: none() };
  for (const { id, taskId, status } of rows) {
    const truth = (await sandbox.get(`/_sandbox/truth/answer?task_id=${taskId}`)).body;
    assert.equal(status, truth.state === 'refused' ? 'refused' : truth.state === 'empty' ? 'empty' : 'answered', JSON.stringify(truth));
    if (status !== 'answered') continue;
    const counts = all[tried.has(truth.prompt) ? 'tried' : 'unseen'];
    counts.answers += 1;
    const shown = (await api.get(`/api/answers/samples/${id}`)).body;
    const named = new Set(shown.mentions.filter(({ kind }: any) => kind === 'named').map(({ brand_id }: any) => domainOf.get(brand_id)));
    const expected = new Set(truth.brands.map(({ domain }: any) => domain).filter((domain: string) => watched.has(domain)));
    for (const domain of named) {
      if (expected.has(domain)) counts.right += 1;
      else counts.wrong += 1;
    }
    for (const domain of expected) if (!named.has(domain)) counts.missed += 1;
    const trapped = truth.spans.filter(
      ({ domain, kind, is_mention: isMention }: any) => !isMention && kind !== 'url' && watched.has(domain) && !expected.has(domain),
    );
    counts.traps += trapped.length;
    counts.trapped += trapped.filter(({ domain }: any) => named.has(domain)).length;
    assert.deepEqual(
      [...new Set<string>(shown.sources?.map(({ url }: any) => url) ?? [])].toSorted(),
      [...new Set<string>(truth.cited?.map(({ url }: any) => url) ?? [])].toSorted(),
      'citations are exact',
    );
  }
  t.diagnostic(JSON.stringify(all));
  for (const { right, wrong, missed, trapped } of Object.values(all)) {
    assert.ok(right / (right + wrong) >= 0.98, JSON.stringify(all));
    assert.ok(right / (right + missed) >= 0.97, JSON.stringify(all));
    assert.equal(trapped, 0, JSON.stringify(all));
  }
});

/** As many as one call asks at most. */
function splitRounds(total: number, most = 20): number[] {
  return Array.from({ length: Math.ceil(total / most) }, (_round, at) => Math.min(most, total - at * most));
}
