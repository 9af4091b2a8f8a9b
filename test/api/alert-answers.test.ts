import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { sweepNow } from '../support/alert-rules.ts';
import { listTrueAnswers, runRound, watchWeek } from '../support/answers-world.ts';
import { startTestApp } from '../support/app.ts';
import { advanceDay } from '../support/rankings-api.ts';

const OWN = 'invoicenest.com';
const SURFACE = 'chat_gpt';
const MODEL = 'gpt-6-test';
const PROMPTS = [
  'What is the best invoicing software?',
  'Which accounting software suits an agency?',
  'What payroll software is cheap?',
  'Which tool sends invoices for freelancers?',
  'What do small shops use for their books?',
  'Which software tracks expenses of a team?',
];
const BRANDS = [
  { name: 'Invoice Nest', domains: [OWN], role: 'own' },
  { name: 'Ledger Wise', domains: ['ledgerwise.app'], role: 'competitor' },
];
const RULES = {
  up: { event: 'answers_moved', rate: 'mention_rate', direction: 'up' },
  down: { event: 'answers_moved', rate: 'mention_rate', direction: 'down' },
  elsewhere: { event: 'answers_moved', direction: 'either', surface: 'gemini' },
  model: { event: 'answers_model_changed' },
  site: { event: 'answers_cited_first_time', of: 'site' },
};

test('rules about answers of assistants', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox, stores } = app;
  await sandbox.post('/_sandbox/assistants', { drift: 0 });
  const shift = async (of: string, points: number, from?: string): Promise<void> => {
    const { status } = await sandbox.post('/_sandbox/assistants', { surface: SURFACE, shift: { domain: OWN, points, of }, from });
    assert.equal(status, 200);
  };
  await shift('cited', -90);
  const watching = { prompts: PROMPTS, surfaces: [SURFACE], samplesPerWeek: 10, brands: BRANDS, sites: [OWN], organization: 'org_said' };
  const { projectId, from } = await watchWeek(app, watching);
  const mondays = [0, 1, 2, 3].map((week) => addDays(from, week * WEEK_DAYS));
  const [, second = '', third = '', fourth = ''] = mondays;
  const ids: Record<string, string> = {};
  for (const [name, when] of Object.entries(RULES)) {
    const { status, body } = await api.post('/api/alert-rules', { project_id: projectId, name, when });
    assert.equal(status, 201, JSON.stringify(body));
    ids[name] = body.rule.id;
  }
  const sweep = async (): Promise<void> => assert.equal((await sweepNow(app, 'weekly')).failed, 0);
  const runWeek = async (): Promise<void> => {
    for (let day = 0; day < WEEK_DAYS; day += 1) {
      await runRound(app);
      await advanceDay(app);
    }
    await runRound(app);
    await sweep();
  };
  const read = async (rule: string): Promise<any[]> => {
    const { alerts } = (await api.get(`/api/alerts?project_id=${projectId}&rule_id=${ids[rule]}`)).body;
    const details = [];
    for (const { id } of alerts) details.push((await api.get(`/api/alerts/${id}`)).body.alert);
    return details;
  };
  const listAll = async (): Promise<number[]> => {
    const counts = [];
    for (const rule of Object.keys(RULES)) counts.push((await read(rule)).length);
    return counts;
  };
  const preview = async (when: object) => {
    const rule = { when, cool_down_hours: 0 };
    const { status, body } = await api.post('/api/alert-rules/preview', {
      project_id: projectId,
      rule,
      from: second,
      to: addDays(fourth, 1),
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  await t.test('the first week is what later ones are compared with, and says nothing', async () => {
    await sweep();
    assert.deepEqual(await listAll(), [0, 0, 0, 0, 0]);
  });

  await t.test('a rate that moved, and a site that is cited for the first time, are said once, with their intervals', async () => {
    await shift('named', 60, second);
    for (const points of [90, 60]) await shift('cited', points, second);
    await runWeek();
    await sweep();
    assert.deepEqual(await listAll(), [1, 0, 0, 0, 1]);
    const [{ items }] = await read('up');
    const [{ label, day, from: before, to }] = items;
    const summary = (await api.get(`/api/answers/summary?project_id=${projectId}&from=${second}&to=${second}`)).body.groups[0];
    assert.equal(summary.change.mention_rate.verdict, 'moved_up');
    const percent = (value: number): number => Math.round(value * 1_000) / 10;
    assert.deepEqual([label, day, to.week, before.week], ['ChatGPT', third, second, from]);
    assert.deepEqual(
      [to.mention_rate_percent, to.low_percent, to.high_percent, to.answers, to.moved_points],
      [
        percent(summary.mention_rate.value),
        percent(summary.mention_rate.low),
        percent(summary.mention_rate.high),
        summary.mention_rate.n,
        percent(summary.change.mention_rate.difference),
      ],
    );
    const { rows: later } = await stores.postgres.query<{ id: string }>(
      'select id from answer_samples where project_id = $1 and period >= $2',
      [projectId, third],
    );
    const isLater = new Set(later.map(({ id }) => id));
    const truth = (await listTrueAnswers(app, projectId)).filter(({ sampleId }) => !isLater.has(sampleId));
    const named = truth.filter((one) => one.named.includes(OWN)).length;
    const said = (to.mention_rate_percent * to.answers + before.mention_rate_percent * before.answers) / 100;
    assert.equal(Math.round(said * 10) / 10, named);
    assert.equal(to.answers + before.answers, truth.length);
    const [{ items: cited }] = await read('site');
    assert.equal(cited.length, 1);
    assert.equal(cited[0].to.cited, OWN);
    const first = truth.find(({ sampleId }) => sampleId === cited[0].to.sample_id);
    assert.ok(first?.cited.includes(OWN), 'the answer that it names cites the site');
  });

  await t.test('another model is said once, and is neither a rise nor a fall', async () => {
    await sandbox.post('/_sandbox/assistants', { surface: SURFACE, model: MODEL, from: addDays(third, 3) });
    await runWeek();
    await sweep();
    assert.deepEqual(await listAll(), [1, 0, 0, 1, 1]);
    const [{ items }] = await read('model');
    assert.deepEqual([items.length, items[0].to.model, items[0].label], [1, MODEL, 'ChatGPT']);
    assert.notEqual(items[0].from.model, MODEL);
    assert.ok(items[0].day >= addDays(third, 3) && items[0].day < fourth, items[0].day);
    await runWeek();
    assert.deepEqual(await listAll(), [1, 0, 0, 1, 1], 'a whole week of the new model is no further change');
  });

  await t.test('a preview of these weeks says the same, and leaves out a week with answers that are still to come', async () => {
    assert.equal((await preview(RULES.up)).alerts.length, 1);
    assert.equal((await preview(RULES.down)).alerts.length, 0);
    assert.equal((await preview(RULES.model)).alerts.length, 1);
    const { considered } = await preview(RULES.up);
    await stores.postgres.query(
      `update answer_samples set status = 'pending' where id = (select id from answer_samples where project_id = $1 and period = $2 limit 1)`,
      [projectId, second],
    );
    const less = await preview(RULES.up);
    assert.equal(less.alerts.length, 0);
    assert.ok(less.considered < considered, `${less.considered} of ${considered}`);
  });

  await t.test('a rule that names no assistant that is read is refused with what is wrong', async () => {
    const wrong = { event: 'answers_moved', rate: 'sentiment', direction: 'sideways', surface: 'copilot' };
    const { status, body } = await api.post('/api/alert-rules', { project_id: projectId, name: 'Wrong', when: wrong });
    assert.equal(status, 400);
    assert.deepEqual(body.details.map(({ path }: { path: string }) => path).toSorted(), ['when.direction', 'when.rate', 'when.surface']);
  });
});
