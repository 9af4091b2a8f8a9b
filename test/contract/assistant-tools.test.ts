import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { INSTRUCTIONS } from '#areas/assistants/mcp/mcp-server.ts';
import { toToolEntry } from '#areas/assistants/mcp/tool-entry.ts';
import { requiredScope } from '#http/callers/access.ts';
import { RIGHTS } from '#http/rights.ts';
import { listAllEndpoints } from '#http/openapi/documentation.ts';

const house = joinAreas(areas);
const tools = house.common.assistantTools;
const entries = tools.map(toToolEntry);
const endpoints = new Map(listAllEndpoints(house.endpoints, { version: '0', tags: {} }).map((one) => [`${one.method} ${one.path}`, one]));
const tokensOf = (value: unknown): number => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
const usual = entries.filter((_entry, at) => ['core', 'answers'].includes(tools[at]?.toolset ?? ''));
/** What a list costs a model that is shown it: without the schemas of answers, which clients keep. */
const shown = (list: typeof entries) => list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

test('the list of tools is small, and the same each time', (t) => {
  const sizes = { tools: tools.length, tokens: tokensOf(shown(entries)), usual: usual.length, usualTokens: tokensOf(shown(usual)) };
  t.diagnostic(JSON.stringify(sizes));
  assert.ok(sizes.tools <= 21 && sizes.tokens <= 9_000, JSON.stringify(sizes));
  assert.ok(sizes.usual <= 13 && sizes.usualTokens <= 6_000, JSON.stringify(sizes));
  assert.equal(JSON.stringify(joinAreas(areas).common.assistantTools.map(toToolEntry)), JSON.stringify(entries));
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
  assert.ok(INSTRUCTIONS.length <= 1_500);
  for (const [at, entry] of entries.entries()) {
    assert.match(entry.name, /^[a-z]+(?:_[a-z]+)*$/u);
    assert.ok((entry.description ?? '').length <= 600, `${entry.name}: ${entry.description?.length} characters`);
    assert.ok(tokensOf(shown(entries)[at]) <= 650, `${entry.name}: ${tokensOf(shown(entries)[at])} tokens`);
    const answer = Buffer.byteLength(JSON.stringify(entry.outputSchema));
    assert.ok(answer <= 1_536, `${entry.name}: ${answer} bytes of answer`);
  }
});

test('a tool calls operations that there are, and none that needs more than the tool says', () => {
  for (const { name, calls, kind, right = kind === 'read' ? 'look' : 'edit' } of tools) {
    for (const operation of calls) {
      const endpoint = endpoints.get(operation);
      assert.ok(endpoint, `${name}: ${operation}`);
      const scope = endpoint.boundRight === undefined ? requiredScope(endpoint) : RIGHTS[endpoint.boundRight].scope;
      const isOptional = name === 'compare_sites' && operation === 'POST /api/keywords/gap';
      if (!isOptional) assert.ok(scope === RIGHTS[right].scope || scope === 'read', `${name}: ${operation} needs ${scope}`);
      if (kind === 'read') assert.ok(endpoint.method === 'GET' || isOptional, `${name} only reads`);
    }
  }
});
