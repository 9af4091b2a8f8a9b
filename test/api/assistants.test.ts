import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectAssistant, ERAS } from '../support/assistant-client.ts';
import { makeAssistantWorld, toReadingCalls, WORDS } from '../support/assistant-world.ts';

const ALL = { 'x-sightline-toolsets': 'all' };

test('assistants over HTTP', async (t) => {
  const world = await makeAssistantWorld(t);
  const { app, projectId, theirs, keys } = world;
  const calls = await toReadingCalls(world);

  for (const era of ERAS)
    await t.test(`a client of the ${era} era calls each tool that reads, and each answer fits its schema`, async () => {
      const client = await connectAssistant(t, app.url, keys.read, { era, headers: ALL });
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).toSorted(), Object.keys(calls).toSorted());
      for (const { name, annotations } of tools) {
        assert.equal(annotations?.readOnlyHint, true, name);
        const answer = await callTool(client, name, calls[name] ?? {});
        if (name === 'work_status') assert.equal(answer.error.code, 'not_found');
        else assert.equal(answer.error, undefined, `${name}: ${JSON.stringify(answer)}`);
      }
    });

  for (const era of ERAS)
    await t.test(`a client of the ${era} era reads each resource and gets each prompt`, async () => {
      const client = await connectAssistant(t, app.url, keys.read, { era });
      const { resources } = await client.listResources();
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['sightline://guide/metrics', `sightline://projects/${projectId}`],
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      const addresses = [
        ...resources.map(({ uri }) => uri),
        ...resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace('{project_id}', projectId)),
      ];
      for (const uri of addresses) {
        const { contents } = await client.readResource({ uri });
        assert.ok(String((contents[0] as { text?: string }).text).length > 100, uri);
      }
      const csv = await client.readResource({ uri: `sightline://projects/${projectId}/keywords.csv` });
      assert.equal(
        String((csv.contents[0] as { text?: string }).text)
          .trim()
          .split('\n').length,
        WORDS.length + 1,
      );
      for (const uri of [`sightline://projects/${theirs}`, 'sightline://projects/x/y', 'file:///etc/passwd'])
        await assert.rejects(client.readResource({ uri }), uri);
      const { prompts } = await client.listPrompts();
      assert.ok(prompts.length >= 3);
      const { tools } = await client.listTools();
      for (const { name } of prompts) {
        const { messages } = await client.getPrompt({
          name,
          arguments: { project_id: projectId, keyword: WORDS[0] ?? '', monthly_usd: '5' },
        });
        const text = String((messages[0]?.content as { text?: string } | undefined)?.text);
        assert.ok(tools.some((tool) => text.includes(tool.name)) && text.includes('failed or pending'), text);
        await assert.rejects(client.getPrompt({ name }), /project_id/u);
      }
      const ref = { type: 'ref/prompt', name: 'weekly_review' } as const;
      const { completion } = await client.complete({ ref, argument: { name: 'project_id', value: 'rank' } });
      assert.deepEqual(completion.values, [projectId]);
    });

  await t.test('an answer says the same as the operation, and no position stands without its outcome', async () => {
    const client = await connectAssistant(t, app.url, keys.read);
    const { keywords, total } = await callTool(client, 'list_keywords', { project_id: projectId });
    assert.equal(total, WORDS.length);
    const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&relationship=MINE`);
    for (const row of body.rankings) {
      const told = keywords.find(({ keyword_id }: any) => keyword_id === row.keyword_id);
      const expected = row.status === 'ranked' ? `ranked ${row.position}` : `not_found to ${row.checked_depth}`;
      assert.equal(told.outcome, expected);
    }
  });

  await t.test("what is not the caller's is not found, and what no tool takes is named", async () => {
    const client = await connectAssistant(t, app.url, keys.read);
    const foreign = await callTool(client, 'list_keywords', { project_id: theirs });
    const unknown = await callTool(client, 'list_keywords', { project_id: 'prj_unknown' });
    assert.equal(foreign.error.code, 'not_found');
    assert.deepEqual({ ...foreign.error, request_id: '' }, { ...unknown.error, request_id: '' });
    const wrong = await callTool(client, 'list_keywords', { project_id: projectId, bands: ['top1'], colour: 1 });
    assert.equal(wrong.error.code, 'invalid_arguments');
    assert.match(JSON.stringify(wrong.error.details), /top3.*colour/u);
    const none = await callTool(client, 'no_such_tool');
    assert.equal(none.error.code, 'not_found');
    assert.match(none.error.hint, /list_projects/u);
  });

  await t.test(
    'operations without a tool of their own are found, described and read with the rights of the key, and nothing else is',
    async () => {
      const client = await connectAssistant(t, app.url, keys.write, { headers: ALL });
      const found = await callTool(client, 'describe_endpoint', { q: 'tags' });
      assert.ok(
        found.endpoints.some(({ operation }: any) => operation === 'GET /api/tags'),
        JSON.stringify(found),
      );
      const { described } = await callTool(client, 'describe_endpoint', { q: '/api/tags' });
      assert.ok(described.parameters.some(({ name, required }: any) => name === 'project_id' && required));

      const note = { scope: 'project', project_id: projectId, date: '2026-01-02', text: `Read\u200b this.\n${'x'.repeat(400)}` };
      const { status, body } = await app.api.post('/api/annotations', note);
      assert.equal(status, 201, JSON.stringify(body));
      const { quoted } = await callTool(client, 'read_endpoint', { operation: 'GET /api/annotations', query: { project_id: projectId } });
      assert.match(quoted.annotations[0].text, /^Read this\. x{400}$/u);

      const foreign = await callTool(client, 'read_endpoint', { operation: 'GET /api/tags', query: { project_id: theirs } });
      assert.equal(foreign.error.code, 'not_found');
      for (const operation of [
        'GET /api/admin/config',
        'DELETE /api/tags/{tag_id}',
        'POST /api/tags',
        'GET /api/app-store/lookup',
        'GET /metrics',
      ]) {
        const none = await callTool(client, 'read_endpoint', { operation });
        assert.match(none.error.message, /has no operation/u, operation);
      }
      const wrong = await callTool(client, 'read_endpoint', {
        operation: 'GET /api/projects/{project_id}',
        params: { project: projectId },
      });
      assert.match(JSON.stringify(wrong.error.details), /params\.project_id.*params\.project/u);
    },
  );

  await t.test('an answer of an operation that is too long is cut, and says so', async () => {
    const client = await connectAssistant(t, app.url, keys.read, { headers: ALL });
    for (let at = 0; at < 60; at += 1)
      await app.api.post('/api/annotations', {
        scope: 'project',
        project_id: projectId,
        date: '2026-02-03',
        text: `${at} ${'y'.repeat(480)}`,
      });
    const cut = await callTool(client, 'read_endpoint', { operation: 'GET /api/annotations', query: { project_id: projectId } });
    assert.ok(cut.quoted.annotations.length > 5 && cut.quoted.annotations.length < 60, String(cut.quoted.annotations.length));
    assert.match(cut.hint, /annotations did not fit/u);
    assert.ok(Buffer.byteLength(JSON.stringify(cut)) <= 24_500);
  });

  await t.test('a cursor leads through the whole list, each row once', async () => {
    const client = await connectAssistant(t, app.url, keys.read);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await callTool(client, 'list_keywords', {
        project_id: projectId,
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.keywords.map(({ keyword }: any) => keyword));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(seen, WORDS.toSorted());
    const wrong = await callTool(client, 'list_keywords', { project_id: projectId, cursor: 'x' });
    assert.equal(wrong.error.code, 'invalid_arguments');
  });

  await t.test('a key is good until it is revoked, and each client sees the tools of its key', async () => {
    const made = await app.api.post('/api/admin/api-keys', { name: 'short', scopes: ['read'], organization_id: 'org_assistants' });
    const client = await connectAssistant(t, app.url, made.body.key);
    assert.equal((await callTool(client, 'list_projects')).total, 1);
    await app.api.delete(`/api/admin/api-keys/${made.body.id}`);
    await assert.rejects(client.callTool({ name: 'list_projects', arguments: {} }), /401|API key/u);
  });
});
