import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { makeUrl } from '../support/classified-rows.ts';

const CORRECTIONS = '/api/admin/classifier/corrections';

test('corrections change the entity, are kept, and become examples that items like them are judged by', async (t) => {
  const { api, stores } = await startTestApp(t);
  const sql = stores.postgres;
  const learn = async () => (await api.post(`${CORRECTIONS}/learn`)).body;

  await t.test('learning from nothing answers zeros', async () => {
    const { processed, added_to_index: added, patterns_updated: patterns } = await learn();
    assert.deepEqual([processed, added, patterns], [0, 0, 0]);
  });

  await t.test('a page has its corrected label at once, and the history tells', async () => {
    const id = await makeUrl(sql, 'https://shop.example.com/guide/red-shoes', { page_type: 'article', confidence: 55, source: 'rules' });
    const corrected = await api.post(CORRECTIONS, {
      url_id: String(id),
      is_correct: false,
      corrected_page_type: 'Product Page',
      notes: 'it sells',
    });
    assert.equal(corrected.status, 200);
    assert.equal(corrected.body.classification.page_type, 'product_page');
    const { rows } = await sql.query('select page_type, classification_source as source, confidence from urls where id = $1', [id]);
    assert.deepEqual(rows, [{ page_type: 'product_page', source: 'human_feedback', confidence: 100 }]);
    const history = await api.get(`${CORRECTIONS}/history/url/${id}`);
    const [entry] = history.body.history;
    assert.deepEqual(
      [history.body.total, entry.original_value, entry.corrected_value, entry.confidence_before, entry.notes, entry.processed_at],
      [1, 'article', 'product_page', 55, 'it sells', null],
    );
    assert.equal((await learn()).processed, 1);
  });
});
