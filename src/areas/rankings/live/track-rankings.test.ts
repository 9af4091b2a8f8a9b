import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toKeywordId } from '#areas/keywords/index.ts';
import { readConfig } from '#config';
import { AppError } from '#kernel/errors.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { Workflows } from '#workflows/types.ts';
import { ADMIN } from '../../../../test/support/area-context.ts';
import { openTestStores, type TestStores } from '../../../../test/support/index.ts';
import {
  makeAnswer,
  makeCheck,
  makeFetchSerp,
  makeItem,
  makeProject,
  WORLD_NOW,
  namedSearch,
} from '../../../../test/support/rankings-world.ts';
import { readLivePages } from './read-pages.ts';
import { trackRankings, type TrackContext, type TrackRequest } from './track-rankings.ts';
import { toTrackReply } from '../wire/track-response.ts';

function makeContext(stores: TestStores, searchData: Partial<SearchData>, workflows: Partial<Workflows>): TrackContext {
  return {
    ...stores,
    caller: ADMIN,
    config: readConfig({}),
    requestId: 'req_1',
    clock: { now: () => WORLD_NOW, realNow: () => Date.now() },
    searchData: { ...namedSearch, ...searchData } as SearchData,
    workflows: workflows as Workflows,
  };
}

function makeRequest(projectId: string, keywordText: string): TrackRequest {
  return {
    projectId,
    keywordText,
    locationCode: undefined,
    languageCode: undefined,
    device: 'desktop',
    engine: 'engine_a',
    channel: 'seo',
    targetDomain: undefined,
    depth: 100,
    force: false,
  };
}

test('without credentials only what is cached is answered; the error names what is missing', async (t) => {
  const stores = await openTestStores(t);
  const projectId = await makeProject(stores.postgres);
  const ctx = makeContext(stores, { isConfigured: false, fetchSerp: makeFetchSerp(() => makeAnswer([makeItem(2, 'mine.com')])) }, {});
  const check = makeCheck('cached');
  assert.equal(check.keywordId, toKeywordId({ keywordText: 'Cached', locationCode: 2840, languageCode: 'en', device: 'desktop' }));
  const signal = new AbortController().signal;
  await readLivePages(ctx, [{ check, runId: 'run_cached', scope: { source: 'api' } }], { workflowId: 'wf', signal });

  const [cached] = await trackRankings(ctx, [makeRequest(projectId, 'Cached')]);
  assert.deepEqual([cached?.page.state, cached?.match?.best.rankAbsolute], ['read', 2]);
  await assert.rejects(trackRankings(ctx, [makeRequest(projectId, 'cached'), makeRequest(projectId, 'not cached')]), (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.status, error.error], [503, 'DataForSEO credentials not configured']);
    assert.match(error.hint ?? '', /DATAFORSEO_LOGIN.*DATAFORSEO_PASSWORD/u);
    return true;
  });
});

test('a check that outlasts the wait goes on, and the answer says where to ask', async (t) => {
  const stores = await openTestStores(t);
  const projectId = await makeProject(stores.postgres);
  const ctx = makeContext(
    stores,
    { isConfigured: true },
    {
      startNow: async (_name, _input, options) => options?.id ?? '',
      // Alerts judge the check when it has ended.
      start: async (_name, _input, options) => options?.id ?? '',
      waitFor: async () => undefined,
    },
  );
  const { status, body } = toTrackReply(await trackRankings(ctx, [makeRequest(projectId, 'slow')]));
  assert.equal(status, 202);
  assert.deepEqual([body.success, body.status, body.results[0]?.success, body.results[0]?.status], [true, 'pending', false, 'pending']);
  assert.match(body.warning ?? '', /status_url/u);
  assert.equal(body.status_url, `/api/admin/workflow/serp-tracking/${body.workflow_id}`);
});
