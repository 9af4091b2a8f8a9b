import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject, track } from '../support/rankings-api.ts';

const READERS = 30;

/** Answers to a project's readers, as each endpoint with a version gives them. */
const VERSIONED = joinAreas(areas).endpoints.filter(({ version }) => version !== undefined);

test('many who ask the same', async (t) => {
  const app = await startTestApp(t);
  const { api, withKey, stores } = app;
  const projectId = await makeProject(api, ['invoicenest.com', 'ledgerwise.app'], 'org_readers');
  await track(app, projectId, ['invoice software']);
  await stores.outbox.flush();
  let questions = 0;
  const { clickhouse } = app.app.context;
  const ask = clickhouse.query.bind(clickhouse);
  t.mock.method(clickhouse, 'query', (...given: Parameters<typeof ask>) => {
    questions += 1;
    return ask(...given);
  });
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = questions;
    await work();
    return questions - before;
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

  await t.test('each endpoint with a version asks the stores once for each version of its data', async () => {
    assert.ok(paths.length >= 7, String(paths));
    for (const [at, path] of paths.entries()) {
      const readMany = () => Promise.all(Array.from({ length: READERS }, () => api.get(path)));
      const alone = await count(() => api.get(path));
      let answers: Awaited<ReturnType<typeof readMany>> = [];
      assert.equal(await count(async () => (answers = await readMany())), 0, path);
      for (const { status, headers, body } of answers) {
        assert.equal(status, 200);
        assert.deepEqual([headers.get('etag'), body], [answers[0]?.headers.get('etag'), answers[0]?.body], path);
      }
      await addSite(`other-${at}.com`);
      const later = await count(async () => assert.notEqual((await readMany())[0]?.headers.get('etag'), answers[0]?.headers.get('etag'), path));
      // Who had read the version a moment before the first answer began may need one more.
      assert.ok(later > 0 && later <= 2 * alone + 1, `${path}: ${later} questions instead of ${alone}`);
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
    assert.deepEqual(
      [cut, whole].map((answer) => 'assets' in answer?.body),
      [false, true],
    );
  });
});
