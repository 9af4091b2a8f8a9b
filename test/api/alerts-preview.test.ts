import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Command } from 'commander';
import { ALERT_COMMANDS } from '../../src/cli/remote/alerts.ts';
import { addRemoteCommands } from '../../src/cli/remote/remote-command.ts';
import { liveDay, preview, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { clearFaults, setFault } from '../support/queue-run.ts';
import { PROVIDER } from '../support/rankings-api.ts';

const PREVIEW = '/api/alert-rules/preview';

test('the preview of a rule', async (t) => {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const world = await trackForAlerts(app, { keywords: 4, devices: ['desktop'], depth: 20 });
  await liveDay(app, world);
  await settle(app);
  const { projectId, keywords, days } = world;
  const ask = async (rule: object, more: object = {}) => await api.post(PREVIEW, { project_id: projectId, rule, ...more });

  await t.test('says what it looked at, and what it takes to be so', async () => {
    const body = await preview(app, projectId, { event: 'dropped' }, { confirm: 'recheck' });
    assert.equal(
      body.sentence,
      'Tell me when a keyword dropped 3 places or more from 1 to 10, 5 places or more from 11 to 30, 10 places or more from 31 on, once a second check agrees.',
    );
    assert.equal(body.considered, keywords.length);
    assert.deepEqual([body.to, body.known_from, body.by_day.length], [days[1], days[0], 90]);
    assert.equal(body.days_not_measured.length, 88);
    assert.equal(body.suppressed.first, keywords.length);
    assert.equal(typeof body.recheck_cost_usd, 'number');
    assert.ok(body.assumes.some((text: string) => text.includes('second check')));
  });

  await t.test('names all that is wrong with a rule at once', async () => {
    const { status, body } = await ask(
      { when: { event: 'dropped', by: 0, strange: 1 }, where: { device: 'fridge', strange: true }, confirm: 'maybe', min_keywords: 0 },
      { from: 'yesterday' },
    );
    assert.equal(status, 400);
    const paths = body.details.map(({ path }: { path: string }) => path);
    for (const path of ['rule.when.by', 'rule.where.device', 'rule.confirm', 'rule.min_keywords', 'from'])
      assert.ok(paths.includes(path), `${path} in ${paths.join(', ')}`);
    assert.match(JSON.stringify(body.details), /strange/u);
    for (const [when, path] of [
      [{ event: 'moon_landing' }, 'rule.when.event'],
      [{ event: 'left_top' }, 'rule.when.n'],
      [{ event: 'left_top', n: 101 }, 'rule.when.n'],
      [{ event: 'dropped', by: { '10-1': 3 } }, 'rule.when.by'],
      [{ event: 'dropped', by: {} }, 'rule.when.by'],
      [{ event: 'feature_lost' }, 'rule.when.feature'],
    ] as const) {
      const refused = await ask({ when });
      assert.equal(refused.status, 400, JSON.stringify(when));
      assert.ok(
        refused.body.details.some((problem: { path: string }) => problem.path.startsWith(path)),
        JSON.stringify(refused.body.details),
      );
    }
  });

  await t.test('refuses a top that the checks cannot see, with the first keywords', async () => {
    const { status, body } = await ask({ when: { event: 'left_top', n: 50 } });
    assert.equal(status, 400);
    assert.match(body.message, /left_top 50 cannot be seen by checks to depth 20/u);
    assert.ok(keywords.some((keyword) => body.message.includes(keyword)));
    assert.equal((await ask({ when: { event: 'left_top', n: 20 } })).status, 200);
  });

  await t.test('refuses more than 400 days, and days in the wrong order', async () => {
    const rule = { when: { event: 'lost' } };
    assert.equal((await ask(rule, { from: '2020-01-01' })).status, 400);
    assert.equal((await ask(rule, { from: days[1], to: days[0] })).status, 400);
  });

  await t.test('knows no project, tag or site of others', async () => {
    const rule = { when: { event: 'lost' } };
    assert.equal((await api.post(PREVIEW, { project_id: 'proj_other', rule })).status, 404);
    assert.equal((await ask({ ...rule, where: { tag: 'tag_other' } })).status, 404);
    assert.equal((await ask({ ...rule, where: { asset_id: 'ast_other' } })).status, 404);
  });

  await t.test('takes the filters of the grid', async () => {
    const rule = { when: { event: 'lost' } };
    const keyword = keywords.toSorted((one, other) => other.length - one.length)[0] ?? '';
    const { body } = await ask({ ...rule, where: { q: keyword.toUpperCase(), device: 'desktop', position: { max: 100 } } });
    assert.ok(body.considered >= 1 && body.considered < keywords.length);
    assert.equal((await ask({ ...rule, where: { device: 'mobile' } })).body.considered, 0);
    assert.equal((await ask({ ...rule, min_volume: 1 })).body.considered, 0, 'no volume is known');
  });

  await t.test('counts as twenty requests', async () => {
    const key = (await api.post('/api/admin/api-keys', { name: 'counted', scopes: ['read'], tier: 'pro' })).body.key as string;
    const counted = async (): Promise<number> => {
      const answer = await fetch(`${app.url}/api/alert-rules/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ project_id: projectId, rule: { when: { event: 'lost' } } }),
      });
      assert.equal(answer.status, 200);
      return Number(answer.headers.get('x-ratelimit-remaining'));
    };
    const before = await counted();
    assert.equal(before - (await counted()), 20);
  });

  await t.test('is what the command line shows', async () => {
    const file = join(stores.dataDir, 'rule.json');
    await writeFile(file, JSON.stringify({ when: { event: 'lost' }, confirm: 'next' }));
    const lines: string[] = [];
    const run = async (...words: readonly string[]): Promise<string> => {
      const program = new Command('sightline').exitOverride();
      addRemoteCommands(program, ALERT_COMMANDS, (text) => void lines.push(text));
      await program.parseAsync(['node', 'sightline', 'preview', ...words, '--url', app.url, '--key', TEST_ADMIN_KEY]);
      return lines.splice(0).join('\n');
    };
    const shown = await run(file, '--project', projectId);
    assert.match(shown, /^Tell me when a keyword was lost, once the next check agrees\./u);
    assert.match(shown, new RegExp(`compared +${keywords.length} checks`, 'u'));
    assert.equal(JSON.parse(await run(file, '--project', projectId, '--json')).considered, keywords.length);
    await assert.rejects(run(file), /--project/u);
    await assert.rejects(run(join(stores.dataDir, 'none.json'), '--project', projectId), /none\.json cannot be read/u);
  });

  await t.test('a day on which all checks failed is not measured, and no past', async () => {
    await setFault(app, { match: '/v3/serp', kind: 'http_500', rate: 1 });
    await setFault(app, { match: PROVIDER, kind: 'http_500', rate: 1 });
    await liveDay(app, world).finally(() => clearFaults(app));
    await settle(app);
    const body = await preview(app, projectId, { event: 'dropped', by: 1 });
    const last = body.by_day.at(-1);
    assert.deepEqual([last.day, last.measured, last.alerts], [world.days[2], false, 0]);
  });
});
