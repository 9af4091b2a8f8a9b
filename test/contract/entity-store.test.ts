import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeEntityStore } from '#providers/entity-store/make-entity-store.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { ENTITY_STORE_TOKEN } from '../../sandbox/entities/table.ts';
import { openSandbox } from '../support/sandbox-client.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const keyword = (text: string) => ({
  text,
  originalText: text.toUpperCase(),
  sources: ['domain_seed'],
  primaryIntent: 'commercial',
  secondaryIntents: ['informational'],
  brandFlag: false,
  categoryPaths: ['/Finance'],
  searchVolume: null,
  competition: 0.4,
  cpc: 1.2,
  trend: 'up',
  updatedAt: NOW,
});
const category = { id: 'cat_1', name: 'Finance', slug: 'finance', description: null, parentId: null, projectId: 'proj_1' };
const relation = { text: 'a', categoryId: 'cat_1', providerCategoryId: 10_012, confidence: 0.9, assignedBy: 'ai', assignedAt: NOW };

test('the client of the entity store', async (suite) => {
  const { sandbox, control } = await openSandbox(suite);
  const http = makeHttpClient({ logger: makeLogger('silent'), allowedPrivateOrigins: [sandbox.url] });
  suite.after(() => http.close());
  const open = (path: string, token = ENTITY_STORE_TOKEN) =>
    makeEntityStore({ http, config: { url: `${sandbox.url}${path}`, token, batchMax: 50 } });
  const store = open('/entity-store/apps/app-1/');

  await suite.test('writes each entity once, by its key, and says which items were refused', async () => {
    const dates = { providerCategoryId: null, createdAt: NOW, updatedAt: NOW };
    assert.deepEqual(await store.ensureCategories([{ ...category, ...dates }]), []);
    assert.deepEqual(await store.upsertKeywords([keyword('a'), keyword('B'), keyword('c')]), [
      { at: 1, error: '✖ must be normalized\n  → at text' },
    ]);
    assert.deepEqual(await store.upsertKeywords([{ ...keyword('a'), searchVolume: 20 }]), []);
    assert.deepEqual(await store.upsertKeywordCategories([relation, { ...relation, text: 'z' }]), [{ at: 1, error: 'no keyword z' }]);
    const added = { projectId: 'proj_1', text: 'c', runId: 'run_1', source: 'harvest_ai', addedAt: NOW };
    assert.deepEqual(await store.upsertProjectKeywords([added]), []);
    assert.deepEqual(await store.upsertKeywords([]), []);
    const { body } = await control<Record<string, readonly Record<string, unknown>[]>>('/_sandbox/entity-store');
    assert.deepEqual(
      body['keywords']?.map((row) => [row['text'], row['original_keyword_text'], row['latest_search_volume']]),
      [
        ['a', 'A', 20],
        ['c', 'C', null],
      ],
    );
    assert.deepEqual([body['categories']?.length, body['keyword_categories']?.length, body['project_keywords']?.length], [1, 1, 1]);
  });

  await suite.test('names both reasons of a 401: the token, and an address without the id of an app', async () => {
    for (const refused of [open('/entity-store/apps/app-1', 'expired'), open('/entity-store')])
      await assert.rejects(refused.upsertKeywords([keyword('a')]), (error) => {
        assert.ok(error instanceof OutsideError);
        assert.deepEqual([error.kind, error.code, error.retryable], ['credentials_refused', 401, false]);
        assert.match(error.message, /wrong or expired.+lacks the app id/u);
        return true;
      });
  });

  await suite.test('tells what can be tried again from what cannot, and shows the token nowhere', async () => {
    const CASES = { http_500: 'http', http_429: 'rate_limited', malformed: 'parse', truncated: 'parse', empty: 'parse', reset: 'network' };
    for (const [kind, is] of Object.entries(CASES)) {
      await control('/_sandbox/faults', { match: 'entity-store', kind, count: 1 });
      await assert.rejects(store.upsertKeywords([keyword('a')]), (error) => {
        assert.ok(error instanceof OutsideError);
        assert.deepEqual([error.kind, error.retryable], [is, true], kind);
        return true;
      });
    }
    await assert.rejects(open('/entity-store/apps/app-1/nowhere').upsertKeywords([keyword('a')]), /HTTP status 404/u);
    assert.ok(!JSON.stringify((await control('/_sandbox/calls')).body).includes(ENTITY_STORE_TOKEN));
  });
});
