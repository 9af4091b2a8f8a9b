import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchWeek } from '../support/answers-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { plainRequests } from '../support/openapi-walk-requests.ts';
import { sendRequest, withQuery, writeRequest, type Ids } from '../support/openapi-walk-send.ts';
import { listWalked } from '../support/openapi-walk-suite.ts';
import { makeThings, waitForWorkflow } from '../support/openapi-walk-world.ts';
import type { WalkOperation } from '../support/openapi-walk.ts';

const FAR = 1_000_000;
const WATCHED = {
  prompts: ['What is the best invoicing software?', 'Which invoicing software suits an agency?', 'Is invoicing software worth it?'],
  surfaces: ['chat_gpt', 'gemini'],
  samplesPerWeek: 5,
  brands: [
    { name: 'Harrow Lunar', domains: ['harrowlunar.co.uk'], role: 'own' },
    { name: 'Comet Wren', domains: ['cometwren.net'], role: 'competitor' },
    { name: 'Software', role: 'competitor', is_generic: true },
  ],
  sites: ['harrowlunar.co.uk'],
  organization: 'org_totals',
};
/** What the world of this test has for certain: their totals are no zeros. */
const FULL = [
  'GET /api/answers/fan-outs',
  'GET /api/answers/gaps',
  'GET /api/answers/prompts',
  'GET /api/answers/samples',
  'GET /api/answers/sources',
  'GET /api/answers/unsure',
  'GET /api/project-keywords',
  'GET /api/projects',
  'GET /api/rankings',
];

test('the total of a list is the same on each of its pages, and past its end', async (t) => {
  const world = await startTestApp(t);
  const { api, app, stores } = world;
  const { projectId, from } = await watchWeek(world, WATCHED);
  const things = await makeThings(api, stores.postgres, { organization: WATCHED.organization });
  await waitForWorkflow(api, things);
  const lists = listWalked((await api.get('/openapi.json')).body).filter(({ method, parameters }) => {
    const names = parameters.map(({ name }) => name);
    return method === 'GET' && names.includes('offset') && names.includes('limit');
  });
  assert.ok(lists.length > 60, String(lists.length));
  const sender = { headers: { authorization: `Bearer ${TEST_ADMIN_KEY}` } };
  /** Undefined: the list is not there in this world, or says no total. */
  const readTotal = async (operation: WalkOperation, ids: Ids, offset: number): Promise<number | undefined> => {
    await stores.postgres.query(`delete from rate_limits`);
    const [request] = plainRequests(operation);
    const sent = writeRequest(operation, request!, ids);
    const weeks = operation.tag === 'answers' && operation.parameters.some(({ name }) => name === 'from') ? `&from=${from}` : '';
    const url = withQuery(sent.url, `limit=1&offset=${offset}${weeks}`);
    const reply = await sendRequest(app.server, operation, { ...sent, url }, sender);
    assert.ok(reply.status < 500, `${operation.name}: ${reply.text}`);
    if (reply.status !== 200 || !String(reply.headers['content-type']).includes('json')) return undefined;
    const body = JSON.parse(reply.text);
    return body.total ?? body.pagination?.total;
  };
  const totals = new Map<string, number>();
  for (const operation of lists)
    for (const ids of [things, { ...things, project_id: projectId }]) {
      const first = await readTotal(operation, ids, 0);
      if (first === undefined) continue;
      assert.equal(await readTotal(operation, ids, FAR), first, `${operation.name} past its end`);
      totals.set(operation.name, Math.max(first, totals.get(operation.name) ?? 0));
    }
  for (const name of FULL) assert.ok((totals.get(name) ?? 0) > 0, `${name}: ${totals.get(name)}`);
  const filled = [...totals.values()].filter((total) => total > 0).length;
  assert.ok(filled > 25, `${filled} of ${lists.length} lists have rows`);
});
