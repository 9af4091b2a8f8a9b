import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const CSV = '/api/admin/classifier/corrections/csv';

test('corrections as lines of CSV', async (t) => {
  const { api } = await startTestApp(t);
  const send = async (header: string, lines: readonly string[], more: object = {}) => await api.post(CSV, { header, lines, ...more });
  const told = (body: { details?: { path: string; message: string }[] }) => body.details?.map(({ path, message }) => `${path}: ${message}`);
  const countSaid = async (): Promise<number> => (await api.get('/api/admin/classifier/corrections/stats')).body.total;

  await t.test('every wrong cell is named by its line and column, and nothing of the lines is kept', async () => {
    const { status, body } = await send('Entity Type,Entity ID,Page type,Domain type,is_correct,Notes', [
      'url,https://a.example.com/x,product page,,,"sold, and ""dear"""',
      'url,https://a.example.com/y,nonsense,,,',
      '',
      'site,b.example.com,,news,,',
      'keyword,red shoes,article,,,',
      'domain,,,news,,',
      'domain,c.example.com,,,,only a note',
      'domain,d.example.com,,news,maybe,',
      'domain,e.example.com,,news,,,,more',
      'domain,"f.example.com,,news,,',
      'domain,no host,,news,,',
    ]);
    assert.equal(status, 400);
    assert.deepEqual(told(body), [
      'lines[1].Page type: must be a label of page_type; GET /api/admin/classifier/vocabularies lists them',
      'lines[3].Entity Type: must be one of domain, url, keyword',
      'lines[4].Page type: is no dimension of a keyword',
      'lines[5].Entity ID: is required',
      'lines[6].is_correct: must be true, or a corrected label must be given',
      'lines[7].is_correct: must be true or false',
      'lines[8]: has 8 cells, and the header 6',
      'lines[9]: has a quotation mark that nothing closes',
      'lines[10].Entity ID: names nothing that is known',
    ]);
    assert.equal(await countSaid(), 0);
  });

  await t.test('a header that names no correction is refused with everything that is wrong with it', async () => {
    const { status, body } = await send('name,pagetype,notes,Notes', ['a.com,news,,']);
    assert.equal(status, 400);
    assert.deepEqual(told(body), [
      'header: has the column "name", which is none of a correction',
      'header: has the column "pagetype", which is none of a correction',
      'header: has the column "Notes" more than once',
      'header: must name what is corrected: entity_type and entity_id, or domain, url or keyword',
      'header: must have a column of a dimension, for example page_type, or is_correct',
    ]);
    assert.equal((await send('domain,domain_type', [])).status, 400);
    const many = await send(
      'domain,domain_type',
      Array.from({ length: 201 }, (_none, at) => `many-${at}.com,news`),
    );
    assert.deepEqual([many.status, many.body.details[0].path], [400, 'lines']);
  });

  await t.test('what is checked is not recorded, what is sent is, and the same again is the same', async () => {
    const lines = ['reader.example.com;;;Newspaper;;', ';https://reader.example.com/a;;;case_study;', ';;2024;;;commercial'];
    const header = '\uFEFFdomain;url;keyword;domain_type;page_type;corrected_intent_type';
    const checked = await send(header, lines, { check: true });
    assert.deepEqual([checked.status, checked.body.lines, checked.body.recorded], [200, 3, 0]);
    assert.equal(await countSaid(), 0);
    const sent = await send(header, lines);
    assert.deepEqual([sent.status, sent.body.recorded], [200, 3], JSON.stringify(sent.body));
    assert.equal((await send(header, lines)).body.recorded, 3);
    assert.equal(await countSaid(), 3);
    const classified = await api.post('/api/admin/classifier/domain', { domain: 'reader.example.com', skip_fetch: true, skip_llm: true });
    assert.deepEqual([classified.body.classification.domain_type, classified.body.classification.tier1_type], ['news', 'information']);
    const keyword = await api.post('/api/admin/classify-keyword', { keyword: '2024', skip_llm: true });
    assert.equal(keyword.body.classification.intent_type, 'commercial');
    const both = await send('domain,url,page_type', ['a.com,https://a.com/x,article'], { check: true });
    assert.deepEqual(told(both.body), ['lines[0].url: stands beside domain: a line corrects one thing']);
  });

  await t.test('a field that is misspelt is no check', async () => {
    const { status, body } = await send('domain,domain_type', ['misspelt.example.com,news'], { chek: true });
    assert.deepEqual([status, body.details[0].path], [400, 'chek']);
  });
});
