import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';

const READERS = 30;

/** Answers that are made once for all who ask while another is made. */
const SHARED = joinAreas(areas).endpoints.filter(({ isShared }) => isShared === true);

/** Answers to a project's readers, as each endpoint with a version gives them. */
const VERSIONED = joinAreas(areas).endpoints.filter(({ version, path }) => version !== undefined && !path.includes('{token}'));

/** Many times what the engine answers at once. */
const QUESTIONS = 100;

/** A check of a store takes no longer. */
const CHECK_MS = 1_500;

test('many who ask the same', async (t) => {
  const app = await startTestApp(t);
  const { api, withKey, stores } = app;
  const projectId = await makeProject(api, ['invoicenest.com', 'ledgerwise.app'], 'org_readers');
  await track(app, projectId, ['invoice software']);
  await stores.outbox.flush();
  let questions: string[] = [];
  const { clickhouse } = app.app.context;
  const ask = clickhouse.query.bind(clickhouse);
  t.mock.method(clickhouse, 'query', (...given: Parameters<typeof ask>) => {
    questions.push(given[0].name);
    return ask(...given);
  });
  const list = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    questions = [];
    await work();
    return questions;
  };
  // The history form of the list: the newest positions need no analytics store.
  const paths = VERSIONED.map(({ path }) =>
    path.includes('{project_id}')
      ? path.replace('{project_id}', projectId)
      : `${path}?project_id=${projectId}${path === '/api/rankings' ? '&start_date=2020-01-01' : ''}`,
  );
  const addSite = async (value: string): Promise<void> => {
    const asset = { project_id: projectId, type: 'website', value, role: 'competitor', name: value, skip_onboarding: true };
    assert.equal((await api.post('/api/assets', asset)).status, 201);
  };

  await t.test('each endpoint with a version asks the stores once for each version of its data', async (one) => {
    // The overview has another version every minute, and no answer is kept for longer than one.
    const { clock } = app.app.context;
    const [now, realNow] = [clock.now(), clock.realNow()];
    one.mock.method(clock, 'now', () => now);
    one.mock.method(clock, 'realNow', () => realNow);
    assert.ok(paths.length >= 7, String(paths));
    for (const [at, path] of paths.entries()) {
      const readMany = () => Promise.all(Array.from({ length: READERS }, () => api.get(path)));
      const alone = await list(() => api.get(path));
      // Work in the background asks questions of its own meanwhile.
      const countOwn = async (work: () => Promise<unknown>): Promise<number> =>
        (await list(work)).filter((question) => alone.includes(question)).length;
      // A new site is looked for in what is stored: its past arrives meanwhile, and is another version.
      for (let isSame = false; !isSame;) {
        const { headers, body } = await api.get(path);
        let answers: Awaited<ReturnType<typeof readMany>> = [];
        const asked = await countOwn(async () => (answers = await readMany()));
        isSame = answers.every((answer) => answer.headers.get('etag') === headers.get('etag'));
        if (!isSame) continue;
        assert.equal(asked, 0, path);
        for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, body], path);
      }
      const before = (await api.get(path)).headers.get('etag');
      await addSite(`other-${at}.com`);
      const later = await countOwn(async () => assert.notEqual((await readMany())[0]?.headers.get('etag'), before, path));
      assert.ok(
        later > 0 && later <= alone.length * (READERS / 2),
        `${path}: ${later} questions of ${READERS} readers, ${alone.length} of one`,
      );
    }
  });

  await t.test('a shared answer is made for many at once, and for none with another reach', async (one) => {
    const { postgres } = app.app.context;
    const query = postgres.query.bind(postgres);
    let statements = 0;
    one.mock.method(postgres, 'query', (...given: Parameters<typeof query>) => {
      statements += 1;
      return query(...given);
    });
    const other = await withKey({ organization_id: 'org_stranger' });
    assert.ok(SHARED.length >= 5, String(SHARED.map(({ path }) => path)));
    for (const { path } of SHARED) {
      const located = path.includes('{project_id}') ? path.replace('{project_id}', projectId) : `${path}?project_id=${projectId}`;
      const url = path === '/api/projects' ? `${path}?organization_id=org_readers` : located;
      const count = async (work: () => Promise<unknown>): Promise<number> => {
        const before = statements;
        await work();
        return statements - before;
      };
      const { body } = await api.get(url);
      const alone = await count(() => api.get(url));
      const readMany = async (): Promise<void> => {
        const answers = await Promise.all(Array.from({ length: READERS }, () => api.get(url)));
        for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, body], path);
      };
      // Work in the background asks statements of its own meanwhile.
      let fewest = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 5; tries += 1) fewest = Math.min(fewest, await count(readMany));
      assert.ok(fewest < (alone * READERS) / 2, `${path}: ${fewest} statements of ${READERS} readers, ${alone} of one`);
      const [seen, refused] = await Promise.all([api.get(url), other.get(url)]);
      assert.deepEqual(seen.body, body, path);
      assert.notDeepEqual(refused.body, body, path);
    }
  });

  await t.test('what is in memory is for those who may see it, and in the form that each wants', async () => {
    const [own, other, bound] = await Promise.all([
      withKey({ organization_id: 'org_readers' }),
      withKey({ organization_id: 'org_stranger' }),
      withKey({ project_id: projectId }),
    ]);
    for (const path of paths) {
      const { body } = await api.get(path);
      assert.equal((await other.get(path)).status, 404, path);
      for (const reader of [own, bound]) {
        const answer = await reader.get(path);
        assert.deepEqual([answer.status, Object.keys(answer.body)], [200, Object.keys(body)], path);
      }
    }
    const [csv, cut, whole] = await Promise.all(
      ['&format=csv', '&fields=days', ''].map((form) => api.get(`/api/rankings/summary?project_id=${projectId}${form}`)),
    );
    assert.match(csv?.headers.get('content-type') ?? '', /^text\/csv/u);
    assert.ok(Object.keys(cut?.body).length < Object.keys(whole?.body).length);
  });

  await t.test(
    'one organization that asks a hundred questions at once keeps no other waiting, and is refused what is too much',
    async () => {
      const [much, little] = await Promise.all([withKey({ organization_id: 'org_readers' }), withKey({ organization_id: 'org_quiet' })]);
      const quietId = await makeProject(little, ['invoicenest.com'], 'org_quiet');
      const history = (reader: typeof api, id: string, limit: number) =>
        reader.get(`/api/rankings?project_id=${id}&start_date=2019-01-01&limit=${1 + (limit % 200)}&offset=${Math.floor(limit / 200)}`);
      let ended = 0;
      const flood = Array.from({ length: QUESTIONS }, (_, at) => history(much, projectId, at).finally(() => (ended += 1)));
      // At once, not when some of them are answered: a fast machine has answered them all by then.
      assert.equal((await history(little, quietId, 0)).status, 200);
      assert.ok(ended < QUESTIONS, 'answered before most of those who came first');
      for (const { status, headers, body } of await Promise.all(flood)) {
        assert.ok(status === 200 || status === 503, String(status));
        if (status === 503) assert.deepEqual([body.error, headers.get('retry-after')], ['Analytics store busy', '5']);
      }
    },
  );

  await t.test('/health answers with what is known while a store keeps a check waiting, and then with what it found', async (one) => {
    const { clock } = app.app.context;
    let passedMs = 0;
    one.mock.method(clock, 'realNow', () => Date.now() + passedMs);
    const readHealth = async () => {
      passedMs += 1_000;
      return Date.parse((await api.get('/health')).body.checked_at);
    };
    await readHealth();
    const { promise: hangs, resolve: end } = Promise.withResolvers<void>();
    one.mock.method(clickhouse, 'ping', () => hangs);
    // After two seconds the check says that the store does not answer: on a busy machine once more.
    for (let tookMs = CHECK_MS; tookMs >= CHECK_MS;) {
      const began = performance.now();
      const [first, second] = [await readHealth(), await readHealth()];
      tookMs = performance.now() - began;
      if (tookMs < CHECK_MS) assert.equal(second, first);
    }
    const before = await readHealth();
    end();
    while ((await readHealth()) <= before);
  });
});
