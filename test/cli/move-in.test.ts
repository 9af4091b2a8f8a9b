import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { runMoveIn, type MoveInFlags } from '../../src/cli/move-in/run.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { startSerpBear } from '../support/foreign-files/serpbear-server.ts';
import { makeSerpBearFile } from '../support/foreign-files/serpbear.ts';

test('sightline move-in', async (t) => {
  const { api, url } = await startTestApp(t);
  const project: string = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_moving' })).body.project_id;
  await api.post('/api/assets', { project_id: project, type: 'website', value: 'example.com', skip_onboarding: true });
  const folder = makeForeignFolder(t);
  const run = async (file: string, flags: Partial<MoveInFlags>, answer?: string): Promise<string> => {
    const said: string[] = [];
    const ask = answer === undefined ? undefined : async () => answer;
    await runMoveIn(join(folder, file), { project, url, key: TEST_ADMIN_KEY, ...flags }, { say: (text) => void said.push(text), ask });
    return said.join('\n');
  };
  const list = async () => (await api.get(`/api/imports?project_id=${project}`)).body.imports;
  makeSerpBearFile(join(folder, 'database.sqlite'), { keywords: 3, days: 20, first: '2025-01-01' });
  writeFileSync(join(folder, 'a.csv'), 'keyword,date,position\nshoes,03/04/2025,OTR\nboots,03/04/2025,7\n');

  await t.test('shows what would become of the file, and writes nothing without a yes', async () => {
    for (const [flags, answer] of [
      [{ dryRun: true }, undefined],
      [{}, 'n'],
      [{}, undefined],
    ] as const) {
      const said = await run('database.sqlite', flags, answer);
      assert.match(said, /3 keywords, 0 of them tracked; 20 days from 2025-01-01 to 2025-01-20/u);
      assert.match(said, /3 keywords with tags, 1 with a star: --track takes them over/u);
      assert.match(said, /Nothing was written\./u);
    }
    assert.deepEqual(await list(), []);
  });

  await t.test('writes it after a yes, and says how to undo it', async () => {
    const said = await run('database.sqlite', { timeZone: 'UTC', language: 'de' }, 'y');
    assert.match(said, /60 points are written\.\nDELETE \/api\/imports\/imp_\w+ undoes it/u);
    assert.equal((await list())[0].status, 'committed');
  });

  await t.test('takes the newest days from the file beside a database, and leaves both as they are', async () => {
    const path = join(folder, 'running.sqlite');
    makeSerpBearFile(path, { keywords: 2, days: 10, first: '2025-01-01' });
    const running = new DatabaseSync(path);
    running.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
    running.exec(`update keyword set history = json_set(history, '$."2025-1-11"', 3), lastUpdated = '2025-01-11T10:00:00.000Z'`);
    const before = [path, `${path}-wal`].map((name) => readFileSync(name));
    const said = await run('running.sqlite', { dryRun: true, timeZone: 'UTC' });
    assert.match(said, /2 keywords, 0 of them tracked; 11 days from 2025-01-01 to 2025-01-11/u);
    assert.deepEqual(
      [path, `${path}-wal`].map((name) => readFileSync(name)),
      before,
    );
    running.close();
  });

  await t.test('asks a running SerpBear by its API, which gives the same days', async (asked) => {
    const before = (await list())[0].id;
    await api.delete(`/api/imports/${before}`);
    const bear = await startSerpBear(asked, join(folder, 'database.sqlite'), 'bear-key');
    const runAt = (flags: Partial<MoveInFlags>) =>
      runMoveIn(
        bear.url,
        { project, url, key: TEST_ADMIN_KEY, timeZone: 'UTC', language: 'de', yes: true, ...flags },
        { say, ask: undefined },
      );
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    await assert.rejects(runAt({}), /--serpbear-key/u);
    await assert.rejects(runAt({ serpbearKey: 'wrong' }), /refused \/api\/domains with 401/u);
    await runAt({ serpbearKey: 'bear-key' });
    assert.match(said.join('\n'), /serpbear_api: .*\n.*\n3 keywords, 0 of them tracked; 20 days from 2025-01-01 to 2025-01-20/u);
    assert.match(said.join('\n'), /60 points are written/u);
    const { preview } = (await api.get(`/api/imports/${(await list())[0].id}/preview`)).body;
    const { preview: ofFile } = (await api.get(`/api/imports/${before}/preview`)).body;
    assert.deepEqual([preview.points, preview.sample], [ofFile.points, ofFile.sample]);
  });

  await t.test('names what only the user knows, and takes it as options', async () => {
    await assert.rejects(run('a.csv', { yes: true }), /not said yet: date_order/u);
    assert.equal((await list()).length, 2, 'what was not written is deleted again');
    assert.match(await run('a.csv', { yes: true, dateOrder: 'dmy', meaning: ['OTR=not_found:20'] }), /2 points are written/u);
    await assert.rejects(run('a.csv', { meaning: ['OTR'] }), /is no meaning/u);
  });
});
