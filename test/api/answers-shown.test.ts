import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { startTestApp } from '../support/app.ts';
import { runRound, watchWeek } from '../support/answers-world.ts';
import { joinAs } from '../support/people-world.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';

const ORGANIZATION = 'org_answers_shown';
const PROMPTS = ['freelancers', 'an agency', 'a shop', 'a bakery', 'a studio', 'a clinic', 'a school'].map(
  (who) => `Which invoicing software suits ${who}?`,
);
const WATCHED = {
  prompts: PROMPTS,
  surfaces: ['chat_gpt', 'gemini'],
  samplesPerWeek: 5,
  brands: [
    { name: 'Harrow Lunar', domains: ['harrowlunar.co.uk'], role: 'own' },
    { name: 'Comet Wren', domains: ['cometwren.net'], role: 'competitor' },
  ],
  sites: ['harrowlunar.co.uk'],
  organization: ORGANIZATION,
};
/** Names of fields, and what names things: no reader of a share may ever see them. */
const SECRETS = /"(?:[a-z_]*_id|id|[a-z_]*cost[a-z_]*|[a-z_]*usd[a-z_]*)":|prm_|asm_|proj_|invoicing/u;
const WEEK_DAYS = 7;

const toPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test('answers of assistants in shares and digests', async (t) => {
  const app = await startTestApp(t);
  const { api, anonymous, sandbox } = app;
  const { projectId, from: first } = await watchWeek(app, WATCHED);
  const second = addDays(first, WEEK_DAYS);
  assert.equal((await sandbox.post('/_sandbox/assistants', { surface: 'chat_gpt', model: 'gpt-6-test' })).status, 200);
  for (let day = 0; day < WEEK_DAYS; day += 1) {
    await advanceDay(app);
    await runRound(app);
  }
  const today = addDays(second, WEEK_DAYS);
  const empty = await makeProject(api, ['ledgerwise.app'], ORGANIZATION);
  const summary = async (from: string, to: string) =>
    (await api.get(`/api/answers/summary?project_id=${projectId}&from=${from}&to=${to}`)).body;
  const share = async (more: object = {}): Promise<string> => {
    const body = { project_id: projectId, name: 'For the client', sections: ['answers'], allow_csv: true, ...more };
    const { status, body: made } = await api.post('/api/shares', body);
    assert.equal(status, 201, JSON.stringify(made));
    return made.token;
  };
  const read = async (token: string) => {
    const { status, body } = await anonymous.get(`/api/public/shares/${token}/data?section=answers`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const week = { from: second, to: addDays(second, WEEK_DAYS - 1) };

  await t.test('a share has the figures of its whole weeks, and nothing of what they cost or of the answers', async () => {
    const body = await read(await share({ ...week, compare: 'previous' }));
    const { groups } = await summary(week.from, week.to);
    assert.deepEqual([body.weeks, body.compared_weeks, body.pending], [week, { from: first, to: addDays(first, WEEK_DAYS - 1) }, 0]);
    assert.deepEqual(
      body.surfaces,
      groups.map((one: any) =>
        Object.fromEntries(
          ['surface', 'surface_kind', 'samples', 'models', 'mention_rate', 'citation_rate', 'share_of_voice', 'change'].map((name) => [
            name,
            one[name],
          ]),
        ),
      ),
    );
    const [chatGpt, gemini] = body.surfaces;
    assert.deepEqual([chatGpt.surface, chatGpt.change.mention_rate.verdict], ['chat_gpt', 'model_changed']);
    assert.equal(gemini.surface, 'gemini');
    assert.ok(['within_noise', 'moved_up', 'moved_down'].includes(gemini.change.mention_rate.verdict), gemini.change.mention_rate.verdict);
    assert.doesNotMatch(JSON.stringify(body), SECRETS);
  });

  await t.test('weeks that a share shows in part are not counted, but for the one of today', async () => {
    const none = await read(await share({ from: addDays(first, 1), to: addDays(first, 3) }));
    assert.deepEqual([none.weeks, none.surfaces, none.pending], [null, [], 0]);
    const whole = await read(await share({ from: addDays(first, -2), to: addDays(second, 3) }));
    assert.deepEqual(whole.weeks, { from: first, to: addDays(first, WEEK_DAYS - 1) });
    const running = await read(await share({ days: 10 }));
    assert.deepEqual(running.weeks, { from: second, to: addDays(today, WEEK_DAYS - 1) });
    assert.deepEqual([running.compared_weeks, running.surfaces[0].change], [null, null]);
  });

  await t.test('prompts of another place or language are left out, and a filter of keywords does not go with answers', async () => {
    const other = await read(await share({ ...week, filter: { location_code: 2276 } }));
    assert.deepEqual([other.weeks, other.surfaces, other.pending], [week, [], 0]);
    const same = await read(await share({ ...week, filter: { location_code: 2840, language_code: 'en' } }));
    assert.equal(same.surfaces.length, 2);
    const refused = await api.post('/api/shares', {
      project_id: projectId,
      name: 'No',
      sections: ['answers'],
      filter: { device: 'mobile' },
    });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /must not have answers while the filter has device/u);
  });

  await t.test('the weeks of a year before are another year, of which nothing is known', async () => {
    const body = await read(await share({ ...week, compare: 'year' }));
    assert.deepEqual(body.compared_weeks, { from: addDays(second, -364), to: addDays(second, -358) });
    assert.deepEqual(
      body.surfaces.map(({ change }: any) => change.mention_rate.verdict),
      ['too_few', 'too_few'],
    );
  });

  await t.test('a project that asked none has no surface, and no rate', async () => {
    const body = await read(await share({ ...week, project_id: empty }));
    assert.deepEqual([body.weeks, body.surfaces, body.pending], [week, [], 0]);
  });

  await t.test('CSV has a row for each assistant', async () => {
    const token = await share({ ...week, compare: 'previous' });
    const { body } = await anonymous.get(`/api/public/shares/${token}/csv?section=answers`);
    const [head = '', ...rows] = String(body).trim().split('\r\n');
    const at = head.replace('\uFEFF', '').split(',').indexOf('mention_rate_n');
    const { groups } = await summary(week.from, week.to);
    assert.deepEqual(
      rows.map((row) => [row.split(',')[0], Number(row.split(',')[at])]),
      groups.map((one: any) => [one.surface, one.mention_rate.n]),
    );
  });

  const preview = async (id: string, more = ''): Promise<any> => {
    const { status, body } = await api.get(`/api/digests/${id}/preview${more}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const digest = async (more: object = {}): Promise<string> => {
    const scope = { kind: 'project', project_ids: [projectId] };
    const { status, body } = await api.post('/api/digests', { name: 'Digest', scope, every: 'week', sections: ['answers'], ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.digest.id;
  };

  await t.test('a digest of the week has the same figures, and says of each change whether it is one', async () => {
    const { text, html, period } = await preview(await digest());
    assert.deepEqual(period, week);
    const { groups } = await summary(week.from, week.to);
    for (const { mention_rate: rate, samples } of groups) {
      const said = `${toPercent(rate.value)} (${toPercent(rate.low)} to ${toPercent(rate.high)}, ${rate.successes} of ${rate.n} answers)`;
      assert.ok(text.includes(said) && html.includes(said), `${said}\n${text}`);
      assert.ok(text.includes(`${samples.answered} answered`), text);
    }
    assert.match(text, /ChatGPT: mentions not to be compared \(the model changed\)/u);
    assert.match(text, /Gemini: mentions (?:within noise,|up by|down by) [+-]?\d+\.\d points/u);
    assert.doesNotMatch(text, /\$|USD|cost/u);
  });

  await t.test('a period without the end of a week says so, and who asked no assistant reads that', async () => {
    const daily = await preview(await digest({ every: 'day' }), `?period=${addDays(first, 2)}`);
    assert.match(daily.text, /none ended in this period/u);
    const none = await preview(await digest({ scope: { kind: 'project', project_ids: [empty] } }));
    assert.match(none.text, /No planned answers of the prompts counted here from/u);
    assert.doesNotMatch(none.text, /0\.0 %/u);
  });

  await t.test('a member who has no answers gets a digest without them, and clients have them', async () => {
    const id = await digest({ scope: { kind: 'client', project_ids: [projectId] } });
    const limited = await joinAs(app, ORGANIZATION, { role: 'editor', screens: ['overview', 'work'] });
    const own = (await limited.browser.get(`/api/digests/${id}/preview`)).body;
    assert.doesNotMatch(own.text, /Answers of assistants/u);
    assert.match((await preview(id, '?as=client')).text, /Answers of assistants/u);
  });

  await t.test('answers still to come are said, in the share and in the mail', async () => {
    await app.stores.postgres.query(
      `update answer_samples set status = 'pending' where id in (
         select id from answer_samples where project_id = $1 and period = $2::date and status = 'answered' order by id limit 2)`,
      [projectId, second],
    );
    assert.equal((await read(await share(week))).pending, 2);
    assert.match((await preview(await digest())).text, /2 planned answers of these weeks still to come\./u);
  });
});
