import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { PATIENCE_MS } from '../support/patience.ts';
import { reachMonday, runRound } from '../support/answers-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';

const PROMPTS = [
  'What is the best invoicing software?',
  'Which accounting software suits an agency?',
  'Is Invoice Nest good?',
  'What payroll software is cheap?',
];
const SURFACES = ['chat_gpt', 'gemini'];
const WEEK_DAYS = 7;

const READINGS = {
  name: 'test-read-answers',
  sql: 'select sample_id, named, cited_urls from answer_results final where project_id = {id:String} order by sample_id',
  params: z.object({ id: z.string() }),
  row: z.object({ sample_id: z.string(), named: z.array(z.string()), cited_urls: z.array(z.string()) }),
};

interface Watched {
  readonly projectId: string;
  readonly promptIds: readonly string[];
}

async function watch({ api }: TestApp, organization: string, plan: object = {}): Promise<Watched> {
  const projectId = await makeProject(api, ['invoicenest.com'], organization);
  await api.put('/api/answers/brands', {
    project_id: projectId,
    brands: [
      { name: 'Invoice Nest', domains: ['invoicenest.com'], role: 'own' },
      { name: 'Ledger Wise', domains: ['ledgerwise.app'], role: 'competitor' },
    ],
  });
  const { body } = await api.post('/api/answers/prompts', { project_id: projectId, prompts: PROMPTS.map((text) => ({ text })) });
  const { status } = await api.put('/api/answers/plan', { project_id: projectId, surfaces: SURFACES, samples_per_week: 5, ...plan });
  assert.equal(status, 200);
  return { projectId, promptIds: body.prompts.map(({ id }: any) => id) };
}

async function runDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await advanceDay(app);
    await runRound(app);
  }
}

async function listSamples({ stores }: TestApp, projectId: string) {
  const { rows } = await stores.postgres.query<any>(
    `select id, prompt_id, surface, period::text as period, slot, status, reason, cost_usd, answer_hash, planned_for, task_id
     from answer_samples where project_id = $1 order by planned_for, id`,
    [projectId],
  );
  return rows;
}

test('assistants are asked by plan', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const countCalls = async (): Promise<number> => {
    const { by_endpoint: calls } = (await sandbox.get('/_sandbox/calls')).body;
    return Object.entries<number>(calls).reduce((sum, [path, count]) => sum + (path.includes('llm_scraper/task_post') ? count : 0), 0);
  };
  await reachMonday(app);
  const first = await watch(app, 'org_first');
  const second = await watch(app, 'org_second');
  const poor = await watch(app, 'org_poor', { monthly_usd: 0.024 });

  await t.test(
    'each prompt is asked as often as the plan says, on different days, and projects share an answer and its price',
    async () => {
      // The plans began within this week: only the next one is whole.
      await runDays(app, 2 * WEEK_DAYS);
      const [own, others] = [await listSamples(app, first.projectId), await listSamples(app, second.projectId)];
      const weeks = [...new Set<string>(own.map(({ period }: any) => period))].toSorted();
      const whole = own.filter(({ period }: any) => period === weeks[1]);
      assert.equal(whole.length, PROMPTS.length * SURFACES.length * 5);
      for (const id of first.promptIds)
        for (const surface of SURFACES) {
          const mine = whole.filter((one: any) => one.promptId === id && one.surface === surface);
          assert.equal(mine.length, 5);
          assert.ok(
            new Set(mine.map(({ plannedFor: at }: any) => at.toISOString().slice(0, 10))).size >= 4,
            'samples lie on different days',
          );
          assert.equal(new Set(mine.map(({ answerHash: hash }: any) => hash)).size, 5, 'no answer is a second sample');
        }
      const asked = whole.filter(({ status }: any) => status !== 'skipped');
      const shared = new Set(others.map(({ taskId: task }: any) => task));
      assert.ok(
        asked.every(({ taskId: task }: any) => shared.has(task)),
        'the second project has the same answers',
      );
      const { rows } = await app.stores.postgres.query<any>(
        `select (select sum(cost_usd) from api_costs where service = 'provider_answers') as ledger, (select sum(cost_usd) from answer_samples) as samples,
         (select count(distinct task_id) from answer_samples where task_id is not null) as tasks`,
      );
      assert.equal(Number(rows[0].ledger).toFixed(6), Number(rows[0].samples).toFixed(6));
      assert.ok((await countCalls()) > 0);
      const { rows: posted } = await app.stores.postgres.query<any>(
        `select count(*) as total from queued_checks where app_task ->> 'question' = 'assistant-answers'`,
      );
      assert.equal(posted[0].total, rows[0].tasks, 'one task for each answer');
      const { rows: split } = await app.stores.postgres.query<any>(
        `select count(*)::integer as samples, count(distinct cost_usd)::integer as prices, sum(cost_usd)::text as usd from answer_samples
         where task_id is not null and status <> 'pending' group by task_id`,
      );
      assert.ok(split.some(({ samples }: any) => samples >= 2) && split.every(({ prices }: any) => prices === 1));
      assert.deepEqual([...new Set(split.map(({ usd }: any) => Number(usd).toFixed(6)))], ['0.001200'], 'the parts are the price');
      const { entries } = (await sandbox.get('/_sandbox/calls')).body;
      const posts = entries.filter(({ path }: any) => path.endsWith('llm_scraper/task_post'));
      const postedTasks = posts.reduce((sum: number, { body }: any) => sum + JSON.parse(body).length, 0);
      assert.equal(postedTasks, rows[0].tasks, 'the provider was asked once for each');
    },
  );

  await t.test('a budget that ends leaves every prompt with as many answers as the others, or one less', async () => {
    const samples = await listSamples(app, poor.projectId);
    const skipped = samples.filter(({ reason }: any) => reason === 'answers_monthly_usd');
    assert.ok(skipped.length > 0 && skipped.every(({ status }: any) => status === 'skipped'));
    const month = (at: Date): string => at.toISOString().slice(0, 7);
    const months = new Set(samples.map(({ plannedFor: at }: any) => month(at)));
    for (const one of months) {
      const spent = samples
        .filter(({ plannedFor: at }: any) => month(at) === one)
        .reduce((sum: number, { costUsd: usd }: any) => sum + Number(usd), 0);
      assert.ok(spent <= 0.024 + 1e-9, `${one}: ${spent}`);
    }
  });

  await t.test('the summary counts answered samples alone, and says with its interval what they say', async () => {
    const since = `project_id=${first.projectId}&from=${(await listSamples(app, first.projectId))[0].period}`;
    const { body } = await api.get(`/api/answers/summary?${since}`);
    assert.deepEqual(
      body.groups.map(({ surface }: any) => surface),
      SURFACES,
    );
    for (const group of body.groups) {
      const { rows } = await app.stores.postgres.query<any>(
        `select status, count(*)::int as total from answer_samples where project_id = $1 and surface = $2 and status <> 'pending' and reason is distinct from 'missed' group by status`,
        [first.projectId, group.surface],
      );
      assert.deepEqual(group.samples, Object.fromEntries(rows.map(({ status, total }: any) => [status, total])));
      const { value, low, high, n, successes } = group.mention_rate;
      assert.equal(n, group.samples.answered);
      assert.ok(Math.abs(value - successes / n) < 1e-4 && low <= value && value <= high);
      assert.ok(group.share_of_voice.answers <= n && group.share_of_voice.own <= group.share_of_voice.all);
      assert.equal(group.change.mention_rate.verdict, 'too_few', 'there is no week before');
    }
    const { weeks } = (await api.get(`/api/answers/series?project_id=${first.projectId}`)).body;
    assert.equal(
      weeks.reduce((sum: number, { mention_rate: rate }: any) => sum + rate.n, 0),
      body.groups.reduce((sum: number, one: any) => sum + one.mention_rate.n, 0),
    );
    const { sources, total } = (await api.get(`/api/answers/sources?${since}`)).body;
    assert.ok(total > 0 && sources[0].rate.successes >= sources.at(-1).rate.successes);
  });

  await t.test('where a model changes the line breaks, and nothing is judged across it', async () => {
    assert.equal((await sandbox.post('/_sandbox/assistants', { surface: 'chat_gpt', model: 'gpt-6-test' })).status, 200);
    await runDays(app, WEEK_DAYS);
    const { weeks } = (await api.get(`/api/answers/series?project_id=${first.projectId}`)).body;
    const broken = weeks.filter(({ model_break: isBreak }: any) => isBreak);
    assert.ok(
      broken.length > 0 && broken.every(({ surface }: any) => surface === 'chat_gpt'),
      JSON.stringify(weeks.map(({ surface, week, models }: any) => [surface, week, models])),
    );
  });

  await t.test('a new rival gets its past out of kept answers, at no cost, and a second reading changes nothing', async () => {
    const calls = await countCalls();
    const known = (await api.get(`/api/answers/brands?project_id=${first.projectId}`)).body.brands;
    const rival = { name: 'Zephyr House', domains: ['zephyrhouse.com'], role: 'competitor' };
    const brands = [...known.map(({ created_at: _at, ...brand }: any) => brand), rival];
    const written = await api.put('/api/answers/brands', { project_id: first.projectId, brands });
    await app.app.context.workflows.waitFor(written.body.workflow_id, PATIENCE_MS);
    const read = async () => {
      await app.stores.outbox.flush();
      return await app.stores.clickhouse.query(READINGS, { id: first.projectId });
    };
    const before = await read();
    const id = written.body.brands.at(-1).id;
    assert.ok(
      before.some(({ named }) => named.includes(id)),
      'answers of the past name it',
    );
    const again = await api.post('/api/answers/rematch', { project_id: first.projectId });
    await app.app.context.workflows.waitFor(again.body.workflow_id, PATIENCE_MS);
    assert.deepEqual(await read(), before);
    assert.equal(await countCalls(), calls);
  });
});
