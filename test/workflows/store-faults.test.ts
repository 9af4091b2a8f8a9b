import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sweep } from '../support/dispatch-run.ts';
import { ageChecks, assertLedgerAgrees } from '../support/queue-run.ts';
import { IS_WHOLE } from '../support/test-width.ts';

const CATEGORY = { store_a: '7018', store_b: 'GAME_WORD' } as const;
const CHART = { store_a: 'top-free', store_b: 'topselling_free' } as const;
const LIMIT = 3;
const RATE = 0.3;
const LOOK_MS = 150;
const LOOKS_AGED = 5;
const DEADLINE_MS = 180_000;
type Store = keyof typeof CATEGORY;

/**
 * One at a time in `npm run test:whole`: each has to be survived for itself, as the only thing that goes wrong. `npm test` has them
 * all at once.
 */
const FAULTS: Readonly<Record<Store, readonly string[]>> = {
  store_a: [
    'http_403',
    'http_429',
    'http_429_date',
    'http_500',
    'reset',
    'truncated',
    'malformed',
    'empty',
    'no_data_block',
    'bare_array',
    'wrong_storefront',
    'renamed_fields',
    'missing_fields',
    'no_rating',
    'numeric_ids',
    'duplicate_shelf',
    'deferred_shelf',
  ],
  store_b: ['http_500', 'http_429', 'lost_answer', 'malformed', 'truncated', 'empty', 'provider_50301'],
};
const DELIVERY_FAULTS = ['lost_postback', 'duplicate_postback', 'late_postback', 'early_postback', 'plain_postback', 'unmarked_postback'];

interface Crawled {
  readonly status: string;
  readonly progress: Readonly<Record<string, number>> & { readonly failed_apps: readonly { app_id: string; error: string }[] };
}

test('each fault of the stores, in three answers of ten: what is stored is true, what is not is named', async (t) => {
  const app = await startTestApp(t, {
    environment: { STORE_A_BACKOFF_SECONDS: '0', STORE_A_LOOKUP_BACKOFF_SECONDS: '0', STORE_A_SOURCES: 'page,lookup' },
  });
  for (const store of ['store_a', 'store_b'] as const) await crawl(app, store);
  await t.test('an app that store_b does not have any more is marked and kept', () => marksRemoved(app));
  for (const kinds of inTurns(FAULTS.store_a))
    await t.test(`${kinds.join(', ')} of the pages and the lookup service`, () =>
      survives(
        app,
        'store_a',
        ['apps.apple.com', 'itunes.apple.com'].flatMap((match) => kinds.map((kind) => ({ match, kind, rate: RATE / kinds.length }))),
      ),
    );
  for (const kinds of inTurns(FAULTS.store_b))
    await t.test(`${kinds.join(', ')} of the provider`, () =>
      survives(
        app,
        'store_b',
        kinds.map((kind) => ({ match: 'app_data', kind, rate: RATE / kinds.length })),
      ),
    );
  await t.test('deliveries that are lost, doubled, late, early and not marked as compressed', () =>
    survives(
      app,
      'store_b',
      DELIVERY_FAULTS.map((kind) => ({ kind, rate: RATE })),
    ),
  );
  await t.test('two crawls of store_b at once buy no record twice', () => buysOnce(app));
  await assertLedgerAgrees(app.app.context, app.sandbox);
});

function inTurns(kinds: readonly string[]): (readonly string[])[] {
  return IS_WHOLE ? kinds.map((kind) => [kind]) : [kinds];
}

async function survives(app: TestApp, store: Store, faults: readonly object[]): Promise<void> {
  await moveDay(app);
  const before = await readValues(app, store);
  for (const fault of faults) await app.sandbox.post('/_sandbox/faults', fault);
  const result = await crawl(app, store);
  await app.sandbox.post('/_sandbox/faults', {});
  const after = await readValues(app, store);
  for (const [id, values] of before)
    for (const [name, value] of Object.entries(values)) {
      const now = after.get(id)?.[name];
      assert.ok(
        now !== null && now !== undefined && now !== '' && !(Array.isArray(now) && now.length === 0),
        `${name} of ${id} was ${JSON.stringify(value)}`,
      );
    }
  const date = app.app.context.clock.now().toISOString().slice(0, 10);
  const query = `platform=${store}&category_id=${CATEGORY[store]}&collection=free&limit=200&date=${date}`;
  const truth: { rank: number; app_id: string }[] = (await app.sandbox.get(`/_sandbox/truth/chart?${query}`)).body.ranks;
  const places = await readPlaces(app, store, date);
  if (result.status === 'completed') assert.deepEqual(places, truth.slice(0, LIMIT), 'the list that was read');
  else assert.deepEqual([result.status, places], ['failed', []], JSON.stringify(result));
  assert.equal(result.progress['apps_pending'], 0, 'every app was read or is named');
  for (const { error } of result.progress.failed_apps) assert.notEqual(error, '');
  for (const { app_id: id } of places) {
    const { body } = await app.sandbox.get(`/_sandbox/truth/app?platform=${store}&app_id=${id}`);
    const isFailed = result.progress.failed_apps.some((one) => one.app_id === id);
    const read = after.get(id);
    if (!isFailed && read !== undefined) assert.equal(read['title'], body.title);
  }
}

/** What is known of apps that were read, without what is empty. */
async function readValues({ stores }: TestApp, store: Store): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const { rows } = await stores.postgres.query<{ appId: string }>(
    `select app_id, title, developer_name, description, price, currency, primary_category, icon_url, screenshot_urls, version, rating, rating_count
     from apps where platform = $1 and fetched_at is not null order by app_id`,
    [store],
  );
  const isSaid = (value: unknown): boolean => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return new Map(
    rows.map(({ appId: id, ...values }) => [id, Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)))]),
  );
}

async function readPlaces({ stores }: TestApp, store: Store, date: string): Promise<{ rank: number; app_id: string }[]> {
  const { rows } = await stores.postgres.query<{ rank: number; appId: string }>(
    `select app_rank as rank, app_id from app_category_rankings
     where platform = $1 and category_id = $2 and chart = $3 and (scraped_at at time zone 'UTC')::date = $4::date order by app_rank`,
    [store, CATEGORY[store], CHART[store], date],
  );
  return rows.map(({ rank, appId }) => ({ rank, app_id: appId }));
}

/** Noon of the next day. */
async function moveDay({ app, sandbox }: TestApp): Promise<void> {
  const now = (Math.floor(app.context.clock.now().getTime() / DAY_MS) + 1) * DAY_MS + DAY_MS / 2;
  await sandbox.post('/_sandbox/clock', { now });
  while (Math.abs(app.context.clock.now().getTime() - now) > DAY_MS / 4) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function begin({ api }: TestApp, store: Store): Promise<string> {
  const { status, body } = await api.post('/api/admin/start-crawl', {
    platform: store,
    category_ids: [CATEGORY[store]],
    limit: LIMIT,
    related_app_depth: 1,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.run_id;
}

/** Waits as the service does: what does not come by itself is collected by sweeps. */
async function end(world: TestApp, runId: string): Promise<Crawled> {
  for (let until = performance.now() + DEADLINE_MS, looks = 1; performance.now() < until; looks += 1) {
    if ((await world.app.context.workflows.waitFor(runId, LOOK_MS)) !== undefined)
      return (await world.api.get(`/api/admin/crawl-runs/${runId}`)).body;
    await sweep(world).catch(() => undefined);
    // What was delivered damaged is listed nowhere: it is asked for by its id after a while.
    if (looks % LOOKS_AGED === 0) await ageChecks(world, 20, ['posted']);
  }
  return assert.fail(`${runId} has not ended`);
}

async function crawl(app: TestApp, store: Store): Promise<Crawled> {
  return await end(app, await begin(app, store));
}

async function buysOnce(app: TestApp): Promise<void> {
  await moveDay(app);
  const countInfos = async (): Promise<number> => {
    const { rows } = await app.stores.postgres.query<{ count: number }>(
      `select count(*)::integer as count from api_costs where service = 'provider_app_info' and cost_usd > 0`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await countInfos();
  const ids = [await begin(app, 'store_b'), await begin(app, 'store_b')];
  const ended = await Promise.all(ids.map((id) => end(app, id)));
  // Of two that are started together either may be first in line.
  const [later, earlier] = ended.toSorted((one, other) => Number(one.progress['apps_read']) - Number(other.progress['apps_read']));
  assert.deepEqual([earlier?.status, later?.status, later?.progress['apps_read']], ['completed', 'completed', 0]);
  assert.equal((await countInfos()) - before, earlier?.progress['apps_read']);
}

async function marksRemoved(app: TestApp): Promise<void> {
  const { leaving_apps: leaving } = (await app.sandbox.get('/_sandbox/world')).body as {
    leaving_apps: { platform: string; app_id: string; date: string }[];
  };
  const { clock, workflows } = app.app.context;
  const one = leaving.find(({ platform, date }) => platform === 'store_b' && date > clock.now().toISOString());
  assert.ok(one, 'the world has an app that leaves');
  const read = async (): Promise<any> => {
    const { body } = await app.api.post('/api/admin/workflow/app-details', { app_id: one.app_id, platform: 'store_b', force: true });
    assert.ok(await workflows.waitFor(body.workflow_id, DEADLINE_MS));
    return (await app.api.get(`/api/apps/${one.app_id}`)).body;
  };
  const there = await read();
  assert.equal(there.status, 'available');
  const after = Date.parse(`${one.date}T12:00:00Z`) + DAY_MS;
  await app.sandbox.post('/_sandbox/clock', { now: after });
  while (clock.now().getTime() < after) await new Promise((resolve) => setTimeout(resolve, 20));
  const gone = await read();
  assert.deepEqual([gone.status, gone.title, gone.description, gone.version], ['removed', there.title, there.description, there.version]);
}
