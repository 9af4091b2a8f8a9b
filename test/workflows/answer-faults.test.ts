import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPeriod } from '#areas/answers/asking/weeks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';
import { reachMonday, runRound } from '../support/answers-world.ts';
import { setFault } from '../support/queue-run.ts';

const PROMPTS = 20;
const SURFACE = 'chat_gpt';
const OWN = 'invoicenest.com';
const WEEK_DAYS = 7;

test('failures and refusals are counted as that, and leave the rates as they are', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox, stores } = app;
  await sandbox.post('/_sandbox/assistants', { drift: 0 });
  await sandbox.post('/_sandbox/assistants', { refusal_rate: 0 });
  await reachMonday(app);
  const projectId = await makeProject(api, [OWN], 'org_faults');
  await api.put('/api/answers/brands', {
    project_id: projectId,
    brands: [{ name: 'Invoice Nest', aliases: ['Invoicenest'], domains: [OWN], role: 'own' }],
  });
  const prompts = Array.from({ length: PROMPTS }, (_none, at) => ({ text: `Which invoicing software suits a team of ${at + 2}?` }));
  await api.post('/api/answers/prompts', { project_id: projectId, prompts });
  await api.put('/api/answers/plan', { project_id: projectId, surfaces: [SURFACE], samples_per_week: 5 });
  const runDays = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      await advanceDay(app);
      await runRound(app);
    }
  };
  const readWeeks = async () => (await api.get(`/api/answers/series?project_id=${projectId}`)).body.weeks;
  const countTasks = async (): Promise<{ posted: number; paid: number }> => {
    const { entries, paid_tasks: paid } = (await sandbox.get('/_sandbox/calls')).body;
    const posts = entries.filter(({ path }: any) => path.endsWith('llm_scraper/task_post'));
    return { posted: posts.reduce((sum: number, { body }: any) => sum + JSON.parse(body).length, 0), paid };
  };

  await t.test('a fifth of failures and a twentieth of refusals move no rate, and stand in no denominator', async () => {
    // From Monday to the Monday after it: the rounds of a Monday ask what the night before it was due for.
    await runDays(WEEK_DAYS);
    const before = await countTasks();
    // Every second task of two posts in five comes to nothing.
    await setFault(app, { match: 'chat_gpt/llm_scraper/task_post', kind: 'task_40501', rate: 0.4 });
    await setFault(app, { match: 'chat_gpt/llm_scraper', kind: 'refusal', rate: 0.05 });
    await runDays(WEEK_DAYS);
    const { faults } = (await sandbox.get('/_sandbox/faults')).body;
    await sandbox.post('/_sandbox/faults', {});
    const after = await countTasks();

    const { rows } = await stores.postgres.query<{ period: string; status: string; samples: number }>(
      `select period::text as period, status, count(*)::integer as samples from answer_samples
       where project_id = $1 and reason is distinct from 'missed' group by period, status`,
      [projectId],
    );
    const sum = (status: string): number => rows.filter((row) => row.status === status).reduce((total, { samples }) => total + samples, 0);
    assert.equal(sum('failed'), after.posted - before.posted - (after.paid - before.paid), 'what failed is what the provider did not do');
    assert.equal(sum('refused'), faults.find(({ kind }: any) => kind === 'refusal').hits);
    assert.ok(sum('failed') >= 15 && sum('refused') >= 1, JSON.stringify(rows));

    const weeks = await readWeeks();
    for (const { week, samples, mention_rate: rate } of weeks) {
      const own = rows.filter(({ period, status }) => period === week && status !== 'pending');
      assert.deepEqual(samples, Object.fromEntries(own.map(({ status, samples: count }) => [status, count])));
      assert.equal(rate.n, samples.answered);
    }
    const [clean, faulty] = weeks.filter(({ samples }: any) => samples.answered > PROMPTS);
    // Each week against the truth: a second sample leaves the interval of a first one in 16 of 100 cases.
    const truth = await readTrueRate(app, prompts);
    for (const { mention_rate: rate } of [clean, faulty])
      assert.ok(rate.low <= truth && truth <= rate.high, `${truth} ${JSON.stringify(rate)}`);
  });

  await t.test('a model that changes within a week breaks the line in that week, and no verdict is given across it', async () => {
    await runDays(3);
    await sandbox.post('/_sandbox/assistants', { surface: SURFACE, model: 'gpt-6-test' });
    const changedIn = toPeriod(app.app.context.clock.now());
    await runDays(3);
    const broken = (await readWeeks()).filter(({ model_break: isBreak }: any) => isBreak);
    assert.deepEqual(
      broken.map(({ week }: any) => week),
      [changedIn],
    );
    assert.ok(broken[0].models.includes('gpt-6-test') && broken[0].models.length === 2);
    const { groups } = (await api.get(`/api/answers/summary?project_id=${projectId}&from=${changedIn}&to=${changedIn}`)).body;
    const { mention_rate: mentions, citation_rate: citations } = groups[0].change;
    assert.deepEqual([mentions.verdict, citations.verdict], ['model_changed', 'model_changed']);
  });
});

/** How often an answer names the own site, by the sandbox's chances. */
async function readTrueRate({ sandbox }: TestApp, prompts: readonly { readonly text: string }[]): Promise<number> {
  const chances = await Promise.all(
    prompts.map(async ({ text }) => {
      const asked = new URLSearchParams({ prompt: text, surface: SURFACE });
      const { brands } = (await sandbox.get(`/_sandbox/truth/answers?${asked.toString()}`)).body;
      return Number(brands.find(({ domain }: any) => domain === OWN)?.named ?? 0);
    }),
  );
  return chances.reduce((sum, chance) => sum + chance, 0) / prompts.length;
}
