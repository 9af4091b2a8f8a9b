import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { toDay } from '#kernel/clock.ts';
import { addWeeks, toFirstDay, toWeekKey } from '#kernel/weeks.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const PROMPTS = 8;
const SURFACES = ['chat_gpt', 'gemini'];
const SAMPLES = 5;
const PRICE_USD = 0.0012;
const SHARE = 0.6;
/** Longer than the rounds of a week take. */
const NEVER_MS = 600_000;

async function setClock({ app, sandbox }: TestApp, now: string): Promise<void> {
  await sandbox.post('/_sandbox/clock', { now });
  await waitUntil(async () => toDay(app.context.clock.now()) === now.slice(0, 10), `the day of ${now}`);
}

/** The next Monday whose week lies in one month. */
function findWeek(now: Date): string {
  for (let weeks = 1; ; weeks += 1) {
    const monday = toFirstDay(addWeeks(toWeekKey(toDay(now)), weeks));
    if (monday.slice(0, 7) === addDays(monday, 6).slice(0, 7)) return monday;
  }
}

test('a budget for 60 % of a week leaves all prompts with as many answers, or one less, also while answers are still to come', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const { workflows, clock } = app.app.context;
  const monday = findWeek(clock.now());
  await setClock(app, `${addDays(monday, -1)}T23:50:00Z`);
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_budget');
  await api.put('/api/answers/brands', {
    project_id: projectId,
    brands: [{ name: 'Invoice Nest', domains: ['invoicenest.com'], role: 'own' }],
  });
  const prompts = Array.from({ length: PROMPTS }, (_none, at) => ({ text: `Which invoicing software suits a team of ${at + 2}?` }));
  await api.post('/api/answers/prompts', { project_id: projectId, prompts });
  const all = PROMPTS * SURFACES.length * SAMPLES;
  const paid = Math.round(SHARE * all);
  const plan = { project_id: projectId, surfaces: SURFACES, samples_per_week: SAMPLES, monthly_usd: paid * PRICE_USD };
  assert.equal((await api.put('/api/answers/plan', plan)).status, 200);

  // No answer comes before the budget has ended: what is under way counts as well.
  await sandbox.post('/_sandbox/queue', { delay_ms: NEVER_MS });
  for (let day = 0; day < 7; day += 1) {
    await setClock(app, `${addDays(monday, day)}T23:59:00Z`);
    const round = await workflows.start('answer-round', {});
    await workflows.waitFor(round, PATIENCE_MS);
  }
  const { rows } = await app.stores.postgres.query<{ pair: string; status: string; reason: string | null; samples: number }>(
    `select prompt_id || ' ' || surface as pair, status, reason, count(*)::integer as samples from answer_samples
     where project_id = $1 group by prompt_id, surface, status, reason`,
    [projectId],
  );
  const sum = (some: typeof rows): number => some.reduce((total, { samples }) => total + samples, 0);
  const [asked, skipped] = [rows.filter(({ status }) => status !== 'skipped'), rows.filter(({ status }) => status === 'skipped')];
  assert.deepEqual([sum(asked), sum(skipped)], [paid, all - paid], JSON.stringify(rows));
  assert.ok(skipped.every(({ reason }) => reason === 'answers_monthly_usd'));
  const counts = [...Map.groupBy(rows, ({ pair }) => pair).values()].map((some) => sum(some.filter(({ status }) => status !== 'skipped')));
  assert.equal(counts.length, PROMPTS * SURFACES.length);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, counts.join());
  const shown = (await api.get(`/api/answers/samples?project_id=${projectId}&status=skipped&limit=100`)).body;
  assert.equal(shown.total, all - paid);
  assert.ok(
    shown.samples.every(({ reason }: any) => reason === 'answers_monthly_usd'),
    'the list says why',
  );
});
