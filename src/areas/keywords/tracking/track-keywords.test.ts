import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createProject } from '#areas/projects/create-project.ts';
import { archiveProject, updateProject } from '#areas/projects/update-project.ts';
import { AppError } from '#kernel/errors.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import { makeAreaContext } from '../../../../test/support/area-context.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { estimateTracking } from './estimate-tracking.ts';
import { toKeywordId, TRACKING_STATUSES } from '../keyword.ts';
import { listProjectKeywords } from './list-project-keywords.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { trackKeywords, type TrackEntry } from './track-keywords.ts';
import { untrackKeywords } from './untrack-keywords.ts';
import { toTrackEntries, TrackKeywordsBody } from '../wire/track.ts';

const PROJECT = { name: 'Shop', organizationId: 'org_1', description: null, settings: {}, timeZone: 'UTC' };
const PAGE = { limit: 500, offset: 0 };

async function openProject(t: TestContext, overrides: Partial<Parameters<typeof createProject>[1]> = {}) {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  const project = await createProject(ctx, { ...PROJECT, ...overrides });
  return { stores, ctx, project };
}

function parse(raw: Record<string, unknown>): TrackEntry[] {
  return toTrackEntries(TrackKeywordsBody.forms[TrackKeywordsBody.choose(raw)].parse(raw));
}

function listAll(ctx: Parameters<typeof listProjectKeywords>[0], projectId: string) {
  return listProjectKeywords(ctx, { projectId, channels: ['seo', 'local'], statuses: TRACKING_STATUSES, ...PAGE });
}

test('one keyword becomes a tracked keyword, a subscription and a queued check', async (t) => {
  const { ctx, project } = await openProject(t);
  const { keywords, workflows } = await trackKeywords(ctx, parse({ project_id: project.id, keyword_text: '  Running   Shoes ' }));

  const [keyword] = keywords;
  const id = toKeywordId({ keywordText: 'running shoes', locationCode: 2840, languageCode: 'en', device: 'desktop' });
  assert.equal(keyword?.keywordId, id);
  assert.equal(keyword?.keywordText, 'Running Shoes');
  assert.equal(keyword?.status, 'tracking');
  assert.equal(keyword?.isQueued, true);
  const today = ctx.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(
    ctx.labelled.map(({ input }) => input),
    [{}],
    'the words of new keywords are read soon',
  );
  assert.deepEqual(ctx.started, [
    {
      workflow: 'serp-tracking',
      id: workflows[0]?.id,
      input: { project_id: project.id, keyword_ids: [id], source: 'tracking', due_date: today },
    },
  ]);

  const { keywords: listed } = await listAll(ctx, project.id);
  assert.equal(listed.length, 1);
  assert.equal(listed[0]?.searchVolume, null);
  assert.equal(listed[0]?.currentRank, null);
  assert.equal(listed[0]?.nextCheck?.toISOString().slice(11), '00:00:00.000Z');
  const { subscriptions } = await listSubscriptions(ctx, { projectId: project.id, isWithEnded: false, ...PAGE });
  assert.deepEqual(
    subscriptions.map(({ type, status, keywordText }) => ({ type, status, keywordText })),
    [{ type: 'serp_organic', status: 'tracking', keywordText: 'Running Shoes' }],
  );
});

test('tracking again, also twice at once, changes nothing and starts nothing', async (t) => {
  const { ctx, project } = await openProject(t);
  const entries = parse({ project_id: project.id, keywords: [{ keyword: 'a' }, { keyword: 'b', device: 'mobile' }, { keyword: 'c' }] });
  await Promise.all([trackKeywords(ctx, entries), trackKeywords(ctx, entries.toReversed()), trackKeywords(ctx, entries)]);
  assert.equal(ctx.started.length, 1);
  const again = await trackKeywords(ctx, entries);
  assert.deepEqual(
    again.keywords.map(({ status, isNew, isQueued }) => ({ status, isNew, isQueued })),
    Array.from({ length: 3 }, () => ({ status: 'tracking', isNew: false, isQueued: false })),
  );
  assert.deepEqual(again.workflows, []);
  assert.equal((await listAll(ctx, project.id)).total, 3);
});

test('the same keyword twice in a batch is one; other devices, locations, engines and channels are others', async (t) => {
  const { ctx, project } = await openProject(t);
  const { keywords } = await trackKeywords(
    ctx,
    parse({
      project_id: project.id,
      keywords: [
        { keyword: 'Coffee' },
        { keyword_text: 'coffee ' },
        { keyword: 'coffee', device: 'mobile' },
        { keyword: 'coffee', location_code: 2826 },
        { keyword: 'coffee', language_code: 'de' },
        { keyword: 'coffee', engine: 'engine_b' },
        { keyword: 'coffee', channel: 'local' },
      ],
    }),
  );
  assert.equal(keywords.length, 6);
  const input = ctx.started[0]?.input as { keyword_ids: string[] };
  assert.equal(input.keyword_ids.length, 4);
  const { subscriptions } = await listSubscriptions(ctx, { projectId: project.id, isWithEnded: false, ...PAGE });
  assert.equal(subscriptions.filter((subscription) => subscription.type === 'serp_local').length, 1);
});

test("what an entry leaves out comes from what stands beside the list, then from the project's settings", async (t) => {
  const { ctx, project } = await openProject(t, { settings: { defaultLocationCode: 2276, defaultLanguageCode: 'de' } });
  const { keywords } = await trackKeywords(
    ctx,
    parse({
      project_id: project.id,
      device: 'mobile',
      keywords: [{ keyword: 'a' }, { keyword: 'b', device: 'desktop', language_code: 'en' }],
    }),
  );
  assert.deepEqual(
    keywords.map(({ locationCode, languageCode, device }) => ({ locationCode, languageCode, device })),
    [
      { locationCode: 2276, languageCode: 'de', device: 'mobile' },
      { locationCode: 2276, languageCode: 'en', device: 'desktop' },
    ],
  );
});

test('a batch over several projects starts one workflow for each, and none when one is unknown', async (t) => {
  const { ctx, project, stores } = await openProject(t);
  const other = await createProject(ctx, { ...PROJECT, name: 'Other' });
  const theirs = await createProject(ctx, { ...PROJECT, organizationId: 'org_2' });
  const batch = (ids: string[]): TrackEntry[] => parse({ keywords: ids.map((id) => ({ project_id: id, keyword: 'coffee' })) });

  const bound = makeAreaContext(stores, { organizationId: 'org_1' });
  await assert.rejects(trackKeywords(bound, batch([project.id, theirs.id])), /Project not found/u);
  await assert.rejects(trackKeywords(ctx, batch([project.id, 'proj_unknown'])), /Project not found/u);
  assert.equal((await listAll(ctx, project.id)).total, 0);

  const { workflows } = await trackKeywords(ctx, batch([project.id, other.id, project.id]));
  assert.equal(workflows.length, 2);
});

test('untracking ends it, twice is the same as once, and tracking again revives it', async (t) => {
  const { ctx, project } = await openProject(t);
  const entries = parse({ project_id: project.id, keyword: 'coffee' });
  const { keywords } = await trackKeywords(ctx, entries);
  const keywordIds = [keywords[0]?.keywordId ?? ''];

  const first = await untrackKeywords(ctx, { projectId: project.id, keywordIds: [...keywordIds, 'kw_unknown'] });
  assert.deepEqual(first, { untracked: keywordIds, unknown: ['kw_unknown'] });
  assert.deepEqual((await untrackKeywords(ctx, { projectId: project.id, keywordIds })).untracked, []);
  await assert.rejects(untrackKeywords(ctx, { projectId: project.id, keywordIds: ['kw_unknown'] }), /Keyword not found/u);
  const { keywords: ended } = await listAll(ctx, project.id);
  assert.equal(ended[0]?.status, 'untracked');
  assert.equal(ended[0]?.nextCheck, null);
  assert.equal((await listSubscriptions(ctx, { projectId: project.id, isWithEnded: false, ...PAGE })).total, 0);

  const revived = await trackKeywords(ctx, entries);
  assert.equal(revived.keywords[0]?.isQueued, true);
  assert.equal((await listSubscriptions(ctx, { projectId: project.id, isWithEnded: false, ...PAGE })).total, 1);
});

test('manual keywords and paused projects cause no check, archived projects take no keyword', async (t) => {
  const { ctx, project } = await openProject(t);
  const manual = await trackKeywords(ctx, parse({ project_id: project.id, keyword: 'a', check_interval: 'manual' }));
  assert.equal(manual.keywords[0]?.isQueued, false);
  assert.equal(manual.keywords[0]?.nextCheck, null);
  await updateProject(ctx, project.id, { status: 'paused' });
  const paused = await trackKeywords(ctx, parse({ project_id: project.id, keyword: 'b' }));
  assert.equal(paused.keywords[0]?.isQueued, false);
  assert.deepEqual(ctx.started, []);
  await archiveProject(ctx, project.id);
  await assert.rejects(
    trackKeywords(ctx, parse({ project_id: project.id, keyword: 'c' })),
    (thrown) => thrown instanceof AppError && thrown.error === 'Project is archived',
  );
});

test('an estimate prices what is new and writes nothing', async (t) => {
  const { ctx, project } = await openProject(t);
  const searchData: Pick<SearchData, 'estimateSerpUsd' | 'estimateQueuedSerpUsd'> = {
    estimateSerpUsd: ({ depth }) => depth / 10_000,
    estimateQueuedSerpUsd: ({ depth }) => depth / 40_000,
  };
  const pricing = { ...ctx, searchData: searchData as SearchData };
  await trackKeywords(ctx, parse({ project_id: project.id, keyword: 'known' }));
  const entries = parse({
    project_id: project.id,
    keywords: [
      { keyword: 'known' },
      { keyword: 'daily' },
      { keyword: 'daily' },
      { keyword: 'weekly', check_interval: 'weekly', depth: 70 },
      { keyword: 'manual', check_interval: 'manual' },
    ],
  });
  assert.deepEqual(await estimateTracking(pricing, entries), { calls: 2, costUsd: 0.017, monthlyCostUsd: 0.0825 });
  assert.equal((await listAll(ctx, project.id)).total, 1);
  assert.equal(ctx.started.length, 1);
});

test("the list shows the best position among the project's own domains", async (t) => {
  const { ctx, project, stores } = await openProject(t);
  const { keywords } = await trackKeywords(ctx, parse({ project_id: project.id, keyword: 'coffee' }));
  const keywordId = keywords[0]?.keywordId;
  const rows = [
    ['mine.com', 'MINE', 7, 2],
    ['shop.mine.com', 'MINE', 4, 3],
    ['rival.com', 'COMPETITOR', 1, 1],
    ['gone.com', 'MINE', null, null],
  ];
  for (const [domain, relationship, position, rankGroup] of rows) {
    await stores.postgres.query(
      `insert into current_rankings (project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code,
         language_code, relationship, status, position, rank_group, updated_at)
       values ($1, $2, 'engine_a', 'seo', $3, 'coffee', 'coffee', 'desktop', 2840, 'en', $4, 'ranked', $5, $6, now())`,
      [project.id, keywordId, domain, relationship, position, rankGroup],
    );
  }
  const shown = async () => {
    const [first] = (await listAll(ctx, project.id)).keywords;
    return [first?.rankingDomain, first?.currentRank, first?.currentRankAbsolute];
  };
  assert.deepEqual(await shown(), ['mine.com', 2, 7]);
  await updateProject(ctx, project.id, { settings: { positionScale: 'page' } });
  assert.deepEqual(await shown(), ['shop.mine.com', 3, 4]);
});

test('a thousand keywords take one call and one workflow', async (t) => {
  const { ctx, project } = await openProject(t);
  const raw = { project_id: project.id, keywords: Array.from({ length: 1000 }, (_, number) => ({ keyword: `keyword ${number}` })) };
  const startedAt = performance.now();
  const { keywords } = await trackKeywords(ctx, parse(raw));
  const tookMs = performance.now() - startedAt;
  assert.equal(keywords.length, 1000);
  assert.equal(ctx.started.length, 1);
  assert.equal((await listAll(ctx, project.id)).total, 1000);
  t.diagnostic(`1,000 keywords in ${tookMs.toFixed(0)} ms`);
});
