import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addDays } from '#kernel/days.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { listAppTweakLines, makeAppTweakAnswer } from '../support/foreign-files/apptweak.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { makeSerposcopeBackup } from '../support/foreign-files/serposcope.ts';
import { makeZip } from '../support/foreign-files/zip.ts';
import { makeImportClient } from '../support/import-client.ts';

const MANY = 120_000;

function toTable(lines: readonly string[], header = 'keyword,date,position'): Buffer {
  return Buffer.from([header, ...lines, ''].join('\n'));
}

test('bad input of imports', async (t) => {
  const { api, url, app } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_bad' })).body;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', skip_onboarding: true });
  const today = app.context.clock.now().toISOString().slice(0, 10);
  const map = async (id: string, said: object = {}): Promise<void> => {
    const { body } = await api.post(`/api/imports/${id}/detect`);
    const mapped = await api.put(`/api/imports/${id}/mapping`, { ...body.import.mapping, ...said });
    assert.equal(mapped.status, 200, JSON.stringify(mapped.body));
  };

  await t.test(
    'places of apps by AppTweak are refused with the reason and the next step, as JSON and as CSV, and nothing is kept',
    async () => {
      const before = (await api.get(`/api/imports?project_id=${projectId}&status=detected`)).body.total;
      for (const text of [makeAppTweakAnswer(5), listAppTweakLines(5).join('\n')]) {
        const id = await client.upload(projectId, 'history.json', Buffer.from(text));
        const { status, body } = await api.post(`/api/imports/${id}/detect`);
        assert.equal(status, 422, JSON.stringify(body));
        assert.match(body.message, /^The file is of AppTweak\. It holds places of apps for search terms\. .+ of websites/u);
        assert.match(body.hint, /POST \/api\/apps\/keywords\/track/u);
        const { import: found } = (await api.get(`/api/imports/${id}`)).body;
        assert.deepEqual([found.status, found.kind, found.points], ['uploading', null, 0]);
        assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 409);
        await api.delete(`/api/imports/${id}`);
      }
      assert.equal((await api.get(`/api/imports?project_id=${projectId}&status=detected`)).body.total, before);
    },
  );

  await t.test(
    'a file that is broken, cut, packed to do harm, or of no known kind is 422 with what was seen, and nothing of it is kept',
    async () => {
      const folder = makeForeignFolder(t);
      const lacking = new DatabaseSync(join(folder, 'lacking'));
      lacking.exec('create table keyword (ID, keyword, lastUpdateError, lastResult)');
      lacking.close();
      const dump = makeSerposcopeBackup({ GOOGLE_SEARCH: [[1, 'red shoes', 'de', null, 0, null, '']] });
      const bomb = Buffer.concat([Buffer.from('keyword,date,position\n'), Buffer.alloc(16 * 1_048_576, 'shoes,2026-01-03,4\n')]);
      const broken: readonly (readonly [name: string, bytes: Buffer, why: RegExp])[] = [
        ['a.bin', Buffer.from([1, 2, 3, 255]), /of no known kind: it begins with the bytes 010203ff/u],
        ['a.txt', Buffer.from('a letter'), /of no known kind: it begins with "a letter"/u],
        ['a.gz', gzipSync('keyword,date,position\nshoes,2025-01-03,4\n').subarray(0, -10), /broken or cut/u],
        ['bomb.gz', gzipSync(bomb), /200 times/u],
        ['bomb.zip', makeZip([{ name: 'a.csv', bytes: bomb }]), /200 times/u],
        ['lacking.sqlite', readFileSync(join(folder, 'lacking')), /no such column|cannot read/u],
        [
          'cut.sql',
          Buffer.from(dump.slice(0, dump.indexOf("'red shoes'") + 5)),
          /cut; the last good statement is .*SET FOREIGN_KEY_CHECKS/iu,
        ],
      ];
      for (const [name, bytes, why] of broken) {
        const id = await client.upload(projectId, name, bytes);
        const detected = await api.post(`/api/imports/${id}/detect`);
        if (detected.status === 200) await api.put(`/api/imports/${id}/mapping`, detected.body.import.mapping);
        const refused = detected.status === 200 ? await api.get(`/api/imports/${id}/preview`) : detected;
        assert.deepEqual([refused.status, refused.body.error], [422, 'File cannot be read'], `${name} ${JSON.stringify(refused.body)}`);
        assert.match(refused.body.message, why, name);
        assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status === 202, false);
        assert.equal((await api.delete(`/api/imports/${id}`)).status, 200);
        assert.equal((await api.get(`/api/imports/${id}`)).status, 404, 'nothing of it is left');
      }
    },
  );

  await t.test(
    'a row with a day to come or before 1998, with decimals, no date, or a website of others is rejected with its reason',
    async () => {
      const rows = [
        `shoes,${addDays(today, 2)},3,`,
        'shoes,1997-12-31,3,',
        'shoes,2025-01-03,3.4,',
        'shoes,2025-13-03,3,',
        'shoes,soon,3,',
        'shoes,2025-01-03,3,other.net',
        ',2025-01-03,3,',
        'shoes,2025-01-04,5,www.example.com',
      ];
      const id = await client.upload(projectId, 'rows.csv', toTable(rows, 'keyword,date,position,domain'));
      await map(id);
      const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
      assert.deepEqual([preview.rejected, preview.points.ranked], [7, 1]);
      const csv: string = (await api.get(`/api/imports/${id}/rejects.csv`)).body;
      for (const [row, why] of [
        [2, 'lies in the future'],
        [3, 'lies before 1998'],
        [4, 'an average'],
        [5, 'is no day'],
        [6, 'is no date'],
        [7, 'other.net is no website of the project'],
        [8, 'keyword is empty'],
      ] as const)
        assert.match(csv, new RegExp(`^${row},.*${why}`, 'mu'));
      await api.delete(`/api/imports/${id}`);
    },
  );

  await t.test('dates that can be read in two ways are asked; one date that cannot decides for all, and it is said', async () => {
    const ask = async (dates: readonly string[]) => {
      const id = await client.upload(projectId, 'dates.csv', toTable(dates.map((date) => `shoes,${date},4`)));
      const { import: found } = (await api.post(`/api/imports/${id}/detect`)).body;
      return { id, questions: found.detection.questions, notes: found.detection.notes, mapping: found.mapping };
    };
    const open = await ask(['03/04/2026', '04/04/2026']);
    assert.ok(open.questions.includes('date_order'));
    assert.match(open.notes.join(' '), /03\/04\/2026 can be read in two ways/u);
    await api.put(`/api/imports/${open.id}/mapping`, open.mapping);
    const refused = await api.post(`/api/imports/${open.id}/commit`, { accept_rejects: true });
    assert.deepEqual([refused.status, refused.body.details.questions], [409, ['date_order']]);
    const decided = await ask(['03/04/2026', '13/04/2026']);
    assert.deepEqual([decided.questions.includes('date_order'), decided.mapping.date_order], [false, 'dmy']);
    assert.match(decided.notes.join(' '), /day, month, year: .*13\/04/u);
    for (const { id } of [open, decided]) await api.delete(`/api/imports/${id}`);
  });

  await t.test('every text that is no plain place is listed with its count, and commit waits for the meaning of each', async () => {
    const cells = ['-', '-', 'OTR', '>100', 'NR', 'NR', 'NR', '0', '0', '501', '501', '4', '9', ''];
    const id = await client.upload(projectId, 'tokens.csv', toTable(cells.map((cell, at) => `shoes,${addDays('2025-02-01', at)},${cell}`)));
    await map(id);
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    const counted = Object.fromEntries(preview.tokens.map(({ token, count }: any) => [token, count]));
    assert.deepEqual(counted, { '-': 2, OTR: 1, '>100': 1, NR: 3, '0': 2, '501': 2 });
    const meanings: Record<string, object> = {};
    const { mapping } = (await api.get(`/api/imports/${id}`)).body.import;
    for (const token of Object.keys(counted)) {
      const refused = await api.post(`/api/imports/${id}/commit`, {});
      assert.equal(refused.status, 409);
      assert.deepEqual(new Set(refused.body.details.tokens), new Set(Object.keys(counted).filter((one) => !(one in meanings))));
      meanings[token] = { outcome: 'unknown' };
      await api.put(`/api/imports/${id}/mapping`, { ...mapping, meanings });
    }
    assert.equal((await api.post(`/api/imports/${id}/commit`, { dry_run: true })).status, 200);
    await api.delete(`/api/imports/${id}`);
  });

  await t.test('commit without a mapping, a second time, and undo while points are written are 409', async () => {
    const lines = Array.from(
      { length: MANY },
      (_none, at) => `keyword ${Math.floor(at / 365)},${addDays('2024-01-01', at % 365)},${1 + (at % 90)}`,
    );
    const id = await client.upload(projectId, 'many.csv', toTable(lines));
    const early = await api.post(`/api/imports/${id}/commit`, {});
    assert.equal(early.status, 409);
    await map(id);
    assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 202);
    const [undone, again, mapped] = await Promise.all([
      api.delete(`/api/imports/${id}`),
      api.post(`/api/imports/${id}/commit`, {}),
      api.put(`/api/imports/${id}/mapping`, {}),
    ]);
    assert.deepEqual([undone.status, undone.body.error], [409, 'Import is being committed']);
    assert.deepEqual([again.status, mapped.status], [409, 409]);
    assert.equal((await client.waitForEnd(id)).points, MANY);
    assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 409);
    assert.equal((await api.delete(`/api/imports/${id}`)).status, 200);
    assert.equal((await api.delete(`/api/imports/${id}`)).status, 409);
  });
});
