import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchHit } from '#client';
import { screens } from '#screens/index.ts';
import { HIT_TYPES, toFoundHits } from './hits.ts';

const hit = (change: Partial<SearchHit>): SearchHit => ({
  type: 'keyword',
  id: 'kw_1',
  label: 'invoice app',
  detail: null,
  project_id: 'proj_1',
  project_name: 'Demo',
  platform: null,
  workflow_type: null,
  match: 'begins',
  ...change,
});

test('what was found leads to its screen, and what no screen shows is left out', () => {
  const paths = new Set(['/p/$projectId/keywords/$keywordId', '/p/$projectId/keywords']);
  const found = toFoundHits(
    [hit({}), hit({ type: 'domain', id: '3', label: 'a.example' }), hit({ type: 'tag', id: 'tag_1', detail: '3 keywords' })],
    paths,
  );
  assert.deepEqual(
    found.map(({ to, params, search, hint }) => ({ to, params, search, hint })),
    [
      { to: '/p/$projectId/keywords/$keywordId', params: { projectId: 'proj_1', keywordId: 'kw_1' }, search: undefined, hint: 'Demo' },
      { to: '/p/$projectId/keywords', params: { projectId: 'proj_1' }, search: { tag: ['tag_1'] }, hint: '3 keywords, Demo' },
    ],
  );
});

test('whatever can be found leads to a screen, with a value for every part of its address', () => {
  const paths = new Set(screens.map(({ path }) => path));
  const full = { platform: 'store_a', workflow_type: 'crawl' } as const;
  for (const type of HIT_TYPES) {
    const [place] = toFoundHits([hit({ ...full, type })], paths);
    assert.ok(place, `no screen shows a hit of the type ${type}`);
    const names = [...place.to.matchAll(/\$(\w+)/gu)].map(([, name]) => name);
    assert.deepEqual(new Set(Object.keys(place.params)), new Set(names), type);
    assert.ok(
      Object.values(place.params).every((value) => value !== ''),
      type,
    );
  }
});
