import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectAssistant } from '../support/assistant-client.ts';
import { findOutside, ORDERS } from '../support/assistant-questions.ts';
import { makeAssistantWorld, WORDS } from '../support/assistant-world.ts';
import { getTruth, PROVIDER, trueRank } from '../support/rankings-api.ts';

const INVISIBLE = '\u200B\u202E\u0007';
const QUESTIONS = 50;

test('what assistants read is true, and what others wrote is only quoted', async (t) => {
  const world = await makeAssistantWorld(t);
  const { app, projectId, keys } = world;
  const client = await connectAssistant(t, app.url, keys.read, { headers: { 'x-sightline-toolsets': 'all' } });

  await t.test('positions are those of the world', async () => {
    const { keywords } = await callTool(client, 'list_keywords', { project_id: projectId });
    for (const keyword of WORDS) {
      const place = trueRank(await getTruth(app, keyword), 'acorn-invoices.com');
      const row = keywords.find((one: any) => one.keyword === keyword);
      assert.equal(row.outcome, place === null ? 'not_found to 100' : `ranked ${place}`, keyword);
    }
  });

  await t.test(`${QUESTIONS} questions of random filters are answered as the API answers them`, async () => {
    let seed = 7;
    const pick = <Item>(list: readonly Item[]): Item => list[(seed = (seed * 16_807) % 2_147_483_647) % list.length] as Item;
    for (let question = 0; question < QUESTIONS; question += 1) {
      const words = pick([undefined, 'invoice', 'free', 'nothing like it']);
      const bands = pick([undefined, ['not_found'], ['top10', 'top20'], ['failed', 'pending'], ['below']]);
      const device = pick([undefined, 'desktop', 'mobile']);
      const told = await callTool(client, 'list_keywords', {
        project_id: projectId,
        ...(words && { words }),
        ...(bands && { bands }),
        ...(device && { device }),
      });
      const query = new URLSearchParams({
        project_id: projectId,
        ...(words && { words }),
        ...(bands && { bands: bands.join() }),
        ...(device && { device }),
      });
      const { columns, lists } = (await app.api.get(`/api/rankings/grid?${query.toString()}`)).body;
      const asked = columns.keyword_id.map((id: string, at: number) => [id, lists.status[columns.status[at]], columns.position[at]]);
      const answered = told.keywords.map(({ keyword_id, outcome }: any) => [keyword_id, outcome.split(' ')[0].replace(':', ''), outcome]);
      assert.deepEqual(
        answered.map(([id, status]: any) => [id, status]).toSorted(),
        asked.map(([id, status]: any) => [id, status]).toSorted(),
      );
      for (const [id, status, position] of asked)
        if (status === 'ranked') assert.equal(answered.find(([one]: any) => one === id)[2], `ranked ${position}`);
    }
  });

  await t.test('instructions in what others wrote stand only in fields named quoted, cut and without what does not show', async () => {
    const day = (await callTool(client, 'what_changed', { project_id: projectId })).after;
    for (let note = 0; note < 50; note += 1)
      await app.api.post('/api/annotations', {
        scope: 'project',
        project_id: projectId,
        date: day,
        text: `${ORDERS} ${'long '.repeat(60)}${note}`,
      });
    await app.stores.postgres.query('update annotations set text = text || $1', [INVISIBLE]);
    const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&limit=1&relationship=MINE`);
    const history = await callTool(client, 'keyword_history', {
      project_id: projectId,
      keyword_id: body.rankings[0].keyword_id,
      from: day,
      to: day,
    });
    assert.equal(history.notes.length, 20);
    for (const { quoted } of history.notes)
      assert.ok(quoted.startsWith('Ignore all') && quoted.length <= 160 && !/[\p{Cc}\p{Cf}]/u.test(quoted), quoted);
    assert.deepEqual(findOutside(history), []);
    const report = await client.readResource({ uri: `sightline://projects/${projectId}/weekly-report` });
    assert.ok(!JSON.stringify(report).includes('Ignore all'));
    const { tools } = await client.listTools();
    assert.ok(!JSON.stringify(tools).includes('Ignore all'));
  });

  await t.test('a failed check is said to have failed, and is no position', async () => {
    const before = (await callTool(client, 'list_keywords', { project_id: projectId, words: WORDS[0] })).keywords[0];
    await app.sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501', rate: 1, count: 1 });
    await app.api.post('/api/rankings/track', { project_id: projectId, keyword: WORDS[0], force: true });
    await app.sandbox.post('/_sandbox/faults', {});
    const row = (await callTool(client, 'list_keywords', { project_id: projectId, words: WORDS[0] })).keywords[0];
    assert.match(row.outcome, /^failed/u, JSON.stringify({ before, row }));
    const changed = await callTool(client, 'what_changed', { project_id: projectId });
    assert.equal(changed.failed_checks, 1);
    assert.ok([...changed.fell, ...changed.rose].every(({ keyword }: any) => keyword !== WORDS[0]));
    const overview = await callTool(client, 'project_overview', { project_id: projectId });
    assert.match(overview.warnings.join(), /1 of 3 newest checks failed/u);
  });
});
