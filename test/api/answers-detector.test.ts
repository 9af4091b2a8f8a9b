import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { watchWeek, runRound } from '../support/answers-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startTestApp } from '../support/app.ts';
import { advanceDay } from '../support/rankings-api.ts';

const PROMPTS = Array.from({ length: 8 }, (_none, at) => `Which invoicing software suits a team of ${at + 2}?`);

test('no verdict crosses a change of the rules by which names are found', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox, stores } = app;
  await sandbox.post('/_sandbox/assistants', { drift: 0 });
  const { projectId, from } = await watchWeek(app, {
    prompts: PROMPTS,
    surfaces: ['chat_gpt'],
    samplesPerWeek: 5,
    brands: [{ name: 'Invoice Nest', domains: ['invoicenest.com'], role: 'own' }],
    sites: ['invoicenest.com'],
    organization: 'org_detector',
  });
  for (let day = 0; day < 6; day += 1) {
    await advanceDay(app);
    await runRound(app);
  }
  const next = addDays(from, 7);
  const verdicts = async (): Promise<string[]> => {
    const { groups } = (await api.get(`/api/answers/summary?project_id=${projectId}&from=${next}&to=${next}`)).body;
    return ['mention_rate', 'citation_rate'].map((rate) => groups[0].change[rate].verdict);
  };
  const listBreaks = async (): Promise<string[]> => {
    const { weeks } = (await api.get(`/api/answers/series?project_id=${projectId}`)).body;
    return weeks.filter(({ detector_break: isBreak }: any) => isBreak).map(({ week }: any) => week);
  };

  await t.test('weeks that were read by the same rules are compared', async () => {
    for (const verdict of await verdicts()) assert.ok(['within_noise', 'moved_up', 'moved_down'].includes(verdict), verdict);
    assert.deepEqual(await listBreaks(), []);
  });

  await t.test('where the earlier week was read by other rules that is said, and the line breaks', async () => {
    await stores.outbox.flush();
    // As answers that an earlier release read: no interface writes a version.
    await stores.clickhouse.command(
      `insert into answer_results select * replace (toUInt16(1) as detector_version, read_at + 1 as read_at) from answer_results final
       where project_id = '${projectId}' and period = '${from}'`,
    );
    assert.deepEqual(await verdicts(), ['detector_changed', 'detector_changed']);
    assert.deepEqual(await listBreaks(), [next]);
  });

  await t.test('both sides read again are compared again', async () => {
    const { body } = await api.post('/api/answers/rematch', { project_id: projectId });
    await app.app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    for (const verdict of await verdicts()) assert.ok(['within_noise', 'moved_up', 'moved_down'].includes(verdict), verdict);
    assert.deepEqual(await listBreaks(), []);
  });
});
