import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { callTool, ERAS } from '../support/assistant-client.ts';
import { startAssistant } from '../support/assistant-process.ts';
import { makeAssistantWorld, toReadingCalls } from '../support/assistant-world.ts';
import { findFreePort } from '../support/free-port.ts';

test('assistants over standard input and output', async (t) => {
  const world = await makeAssistantWorld(t);
  const { app, keys } = world;
  const calls = await toReadingCalls(world);

  for (const era of ERAS)
    await t.test(`a client of the ${era} era calls each tool that reads, whatever is logged`, async () => {
      const environment = { LOG_LEVEL: 'debug' };
      const client = await startAssistant(t, { url: app.url, key: keys.read, era, flags: ['--toolsets', 'all'], environment });
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).toSorted(), Object.keys(calls).toSorted());
      for (const { name } of tools) {
        const answer = await callTool(client, name, calls[name] ?? {});
        if (name !== 'work_status') assert.equal(answer.error, undefined, `${name}: ${JSON.stringify(answer)}`);
      }
    });

  await t.test('a wrong key is said to the model, and --read-only shows reads alone', async () => {
    const reader = await startAssistant(t, { url: app.url, key: keys.write, flags: ['--read-only', '--toolsets', 'all'] });
    assert.ok((await reader.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    for (const era of ERAS) {
      const stranger = await startAssistant(t, { url: app.url, key: 'slk_wrong', era });
      await assert.rejects(stranger.listTools(), /SIGHTLINE_API_KEY/u);
      assert.equal((await callTool(stranger, 'list_projects')).error.code, 'unauthorized');
    }
  });

  for (const era of ERAS)
    await t.test(`while the service is away a client of the ${era} era is told so, and it works again by itself`, async () => {
      const port = await findFreePort();
      const client = await startAssistant(t, { url: `http://127.0.0.1:${port}`, key: keys.read, era });
      const away = await callTool(client, 'list_projects');
      assert.equal(away.error.code, 'unavailable');
      assert.match(away.error.hint, /SIGHTLINE_URL/u);
      const door = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
          void fetch(`${app.url}${request.url}`, {
            method: 'POST',
            headers: headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }).then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
        });
      });
      await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve));
      t.after(() => door.close());
      assert.equal((await callTool(client, 'list_projects')).total, 1);
    });
});
