import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { makePlannerFile } from '../support/foreign-files/keyword-planner.ts';
import { makeOpenSeoFile } from '../support/foreign-files/openseo.ts';
import { makeSerpBearFile } from '../support/foreign-files/serpbear.ts';
import { makeSerposcopeBackup } from '../support/foreign-files/serposcope.ts';
import { makeZip } from '../support/foreign-files/zip.ts';
import { makeImportClient } from '../support/import-client.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUERIES =
  'H\u00e4ufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nred shoes,10,40,25%,3.2\nblue shoes,1,60,"1,67%",12.5\nof no shape,-,-,-,-\n';
const PAGES = 'Seiten,Klicks,Impressionen,CTR,Position\nhttps://example.com/a,11,90,12.22%,5.1\n';
const COUNTRIES = 'Land,Klicks,Impressionen,CTR,Position\nDeutschland,11,100,11%,6\n';
const DATES = 'Datum,Klicks,Impressionen,CTR,Position\n2026-01-03,5,50,10%,6\n2026-01-04,6,50,12%,6\n';

test('what files say beside positions', async (t) => {
  const { api, url } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const folder = makeForeignFolder(t);
  const makeProject = async (): Promise<string> => {
    const { project_id: id } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_facts' })).body;
    await api.post('/api/assets', { project_id: id, type: 'website', value: 'example.com', skip_onboarding: true });
    return id;
  };
  const listKeywords = async (id: string) => (await api.get(`/api/imports/${id}/keywords`)).body.keywords;
  const listTracked = async (projectId: string) =>
    (await api.get(`/api/project-keywords?project_id=${projectId}`)).body.keywords.map((one: any) => [
      one.keyword,
      one.tags.map(({ name }: any) => name),
      one.starred,
    ]);

  await t.test(
    'tags, stars and searches of SerpBear are listed, given when its keywords are tracked, and gone from the list by undo',
    async () => {
      const projectId = await makeProject();
      await api.post('/api/tags', { project_id: projectId, name: 'Shop' });
      const path = join(folder, 'database.sqlite');
      makeSerpBearFile(path, { keywords: 2, days: 5, first: '2025-01-01' });
      const database = new DatabaseSync(path);
      database.exec(`update keyword set volume = 480, tags = '["shop","new tag"]' where ID = 1`);
      database.close();
      const id = await client.bring(projectId, 'a.zip', makeZip([{ name: 'database.sqlite', bytes: readFileSync(path) }]), {
        language_code: 'de',
      });
      const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
      assert.deepEqual(preview.keyword_facts, { tagged: 2, starred: 1, volumes: 1, ranges: 0 });
      const [first, second] = await listKeywords(id);
      assert.deepEqual(
        [first.keyword, first.tags, first.starred, first.volume, first.volume_day, first.language_code],
        ['keyword 0', ['shop', 'new tag'], true, 480, '2025-01-02', 'de'],
      );
      assert.deepEqual([second.tags, second.starred, second.volume, second.volume_day], [['shop'], false, null, null]);
      const tracked = await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' });
      const { keywords_tagged: tagged, keywords_starred: starred, tags_refused: refused } = tracked.body;
      assert.deepEqual([tagged, starred, refused], [2, 1, []], JSON.stringify(tracked.body));
      assert.deepEqual((await listTracked(projectId)).toSorted(), [
        ['keyword 0', ['new tag', 'Shop'], true],
        ['keyword 1', ['Shop'], false],
      ]);
      await api.delete(`/api/imports/${id}`);
      assert.deepEqual(await listKeywords(id), []);
    },
  );

  await t.test('saved keywords of OpenSEO come with their tags, those of its other projects do not', async () => {
    const projectId = await makeProject();
    const path = join(folder, 'openseo.sqlite');
    makeOpenSeoFile(path, { isSaving: true });
    const id = await client.bring(projectId, 'openseo.sqlite', readFileSync(path), { time_zone: 'Europe/Berlin' });
    assert.deepEqual(
      (await listKeywords(id)).map(({ keyword, tags, location_code: code }: any) => [keyword, tags, code]),
      [['blue shoes', ['Shop', 'brand'], 2276]],
    );
    const { body } = await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' });
    assert.deepEqual([body.keywords_tracked, body.keywords_tagged], [3, 1]);
  });

  await t.test(
    'the Keyword Planner brings keywords with their searches: ranges stay ranges, figures have their day and their months',
    async () => {
      const projectId = await makeProject();
      const file = makePlannerFile([
        { keyword: 'red shoes', average: '5000', months: null },
        { keyword: 'blue shoes', average: '0', months: null },
        { keyword: 'green shoes', average: '50', months: ['40', '60', null, '50'] },
        { keyword: 'black shoes', average: '1K – 10K', months: null },
        { keyword: 'white shoes', average: '720', months: null },
        { keyword: 'pink shoes', average: '', months: null },
        { keyword: 'wrong shoes', average: 'many', months: null },
      ]);
      const upload = await client.upload(projectId, 'Keyword Stats.csv', file);
      const { import: detected } = (await api.post(`/api/imports/${upload}/detect`)).body;
      assert.deepEqual([detected.kind, detected.detection.questions], ['keyword_planner', ['location_code', 'language_code', 'device']]);
      assert.ok(
        detected.detection.notes.some((note: string) => note.includes('stay ranges')),
        detected.detection.notes,
      );
      const mapped = await api.put(`/api/imports/${upload}/mapping`, { ...detected.mapping, location_code: 2276, language_code: 'de' });
      assert.equal(mapped.status, 200, JSON.stringify(mapped.body));
      const { preview } = (await api.get(`/api/imports/${upload}/preview`)).body;
      assert.deepEqual(
        [preview.keyword_facts, preview.points, preview.keywords, preview.rejected],
        [{ tagged: 0, starred: 0, volumes: 2, ranges: 3 }, { ranked: 0, not_found: 0, unknown: 0 }, { new: 6, known: 0 }, 1],
      );
      assert.match((await api.get(`/api/imports/${upload}/rejects.csv`)).body, /""many"" is no number of searches/u);
      assert.equal((await api.post(`/api/imports/${upload}/commit`, {})).status, 202);
      assert.equal((await client.waitForEnd(upload)).status, 'committed');
      const none = { volume: null, volume_min: null, volume_max: null, monthly_searches: null, volume_day: '2025-12-31' };
      const months = [
        { month: '2025-01', searches: 40 },
        { month: '2025-02', searches: 60 },
        { month: '2025-04', searches: 50 },
      ];
      assert.deepEqual(
        (await listKeywords(upload)).map(
          ({ keyword, volume, volume_min, volume_max, monthly_searches, volume_day }: any) =>
            [keyword, { volume, volume_min, volume_max, monthly_searches, volume_day }] as const,
        ),
        [
          ['black shoes', { ...none, volume_min: 1_000, volume_max: 10_000 }],
          ['blue shoes', { ...none, volume_min: 0, volume_max: 10 }],
          ['green shoes', { ...none, volume: 50, monthly_searches: months }],
          ['pink shoes', { ...none, volume_day: null }],
          ['red shoes', { ...none, volume_min: 1_000, volume_max: 10_000 }],
          ['white shoes', { ...none, volume: 720 }],
        ],
      );
      const [header = [], ...lines] = parseCsv((await api.get(`/api/imports/${upload}/keywords?format=csv`)).body);
      const red = lines.find((line) => line.includes('red shoes')) ?? assert.fail();
      assert.deepEqual(
        ['volume', 'volume_min', 'volume_max'].map((name) => red[header.indexOf(name)]),
        ['', '1000', '10000'],
      );
      const tracked = await api.post(`/api/imports/${upload}/track`, { check_interval: 'manual' });
      assert.equal(tracked.body.keywords_tracked, 6, JSON.stringify(tracked.body));
    },
  );

  await t.test('a column that is mapped to tags gives each keyword all tags of its cell', async () => {
    const projectId = await makeProject();
    const text = 'phrase;when;rank;themes\nred shoes;2025-01-03;4;"summer, sale|own brand"\nblue shoes;2025-01-03;9;\n';
    const id = await client.bring(projectId, 'table.csv', Buffer.from(text), {
      columns: { keyword: 'phrase', date: 'when', position: 'rank', tags: 'themes' },
      scale: 'organic',
    });
    assert.deepEqual(
      (await listKeywords(id)).map(({ keyword, tags }: any) => [keyword, tags]),
      [['red shoes', ['summer', 'sale', 'own brand']]],
    );
    assert.equal((await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' })).body.keywords_tagged, 1);
    assert.deepEqual((await listTracked(projectId)).toSorted(), [
      ['blue shoes', [], false],
      ['red shoes', ['own brand', 'sale', 'summer'], false],
    ]);
  });

  await t.test('notes of Serposcope become annotations, and undo removes these alone', async () => {
    const projectId = await makeProject();
    const own = await api.post('/api/annotations', { project_id: projectId, scope: 'project', date: '2025-01-02', text: 'our own' });
    assert.equal(own.status, 201, JSON.stringify(own.body));
    const list = async () =>
      (await api.get(`/api/annotations?project_id=${projectId}`)).body.annotations
        .filter(({ scope }: any) => scope === 'project')
        .map((one: any) => [one.date, one.text]);
    const backup = makeSerposcopeBackup({
      EVENT: [
        [1, '2025-01-01', "It's new", 'a "relaunch", all pages'],
        [1, '2025-01-03', 'no more', null],
      ],
      RUN: [[1, 0, '2025-01-01', '2025-01-01 03:00:00.0', null, 100, 0, 0, 1, 0]],
      GOOGLE_SEARCH: [[1, 'red shoes', 'de', null, 0, null, 'hl=de']],
      GOOGLE_TARGET: [[1, 1, 'shop', 0, 'example.com']],
      GOOGLE_RANK: [[1, 1, 1, 1, 2, 2, 0, 'https://example.com/shoes']],
    });
    const id = await client.bring(projectId, 'backup.sql', Buffer.from(backup));
    assert.equal((await api.get(`/api/imports/${id}/preview`)).body.preview.notes, 2);
    await waitUntil(async () => (await list()).length === 3, 'the annotations');
    assert.deepEqual(await list(), [
      ['2025-01-03', 'no more'],
      ['2025-01-02', 'our own'],
      ['2025-01-01', 'It\'s new: a "relaunch", all pages'],
    ]);
    await api.delete(`/api/imports/${id}`);
    await waitUntil(async () => (await list()).length === 1, 'the annotations to be removed');
    assert.deepEqual(await list(), [['2025-01-02', 'our own']]);
  });

  await t.test('totals of Search Console in any language are shown, and no day is made of them', async () => {
    const projectId = await makeProject();
    const files = {
      'Suchanfragen.csv': QUERIES,
      'Seiten.csv': PAGES,
      'L\u00e4nder.csv': COUNTRIES,
      'Diagramm.csv': DATES,
      'Filter.csv': 'Filter,Wert\nTyp,Web\n',
    };
    const zip = makeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
    const id = await client.bring(projectId, 'example.com-Performance.zip', zip);
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    assert.deepEqual(
      preview.totals.map(({ table, rows, clicks, impressions }: any) => [table, rows, clicks, impressions]),
      [
        ['query', 2, 11, 100],
        ['page', 1, 11, 90],
        ['other', 1, 11, 100],
        ['day', 2, 11, 100],
      ],
    );
    assert.deepEqual(preview.totals[0].first[1], { name: 'blue shoes', clicks: 1, impressions: 60, ctr: 0.0167, position: 12.5 });
    assert.deepEqual(
      [preview.points, preview.keywords],
      [
        { ranked: 0, not_found: 0, unknown: 0 },
        { new: 2, known: 0 },
      ],
    );
    assert.equal((await api.get(`/api/imports/${id}`)).body.import.points, 0);
    assert.equal((await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' })).body.keywords_tracked, 2);
  });
});
