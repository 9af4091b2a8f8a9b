import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { listReadable } from '#areas/assistants/endpoint-tools/readable-endpoints.ts';
import { INSTRUCTIONS } from '#areas/assistants/mcp/mcp-server.ts';
import { toToolEntry } from '#areas/assistants/mcp/tool-entry.ts';
import { requiredScope } from '#http/callers/access.ts';
import { buildOpenApi } from '#http/openapi/document.ts';
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
    assert.ok(calls !== 'reads' || kind === 'read', name);
    for (const operation of calls === 'reads' ? [] : calls) {
      const endpoint = endpoints.get(operation);
      assert.ok(endpoint, `${name}: ${operation}`);
      const scope = endpoint.boundRight === undefined ? requiredScope(endpoint) : RIGHTS[endpoint.boundRight].scope;
      const isOptional = name === 'compare_sites' && operation === 'POST /api/keywords/gap';
      if (!isOptional) assert.ok(scope === RIGHTS[right].scope || scope === 'read', `${name}: ${operation} needs ${scope}`);
      if (kind === 'read') assert.ok(endpoint.method === 'GET' || isOptional, `${name} only reads`);
    }
  }
});

const ADMINISTRATION = new Set(['operate', 'manage', 'manage_projects', 'own']);
/** Operations that no tool calls, and why; `read_endpoint` calls those that read. */
const NOT_FOR_ASSISTANTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^DELETE /u, 'an assistant deletes nothing'],
  [/^GET .*(?:\.csv|\/csv|\/live|\/pages\/\{number\})$/u, 'bytes and sockets are for programs: the lists behind them are read as JSON'],
  [/^POST \/mcp$/u, 'the door itself'],
  [/ \/api\/(?:shares|digests|channels|exports)/u, 'what leaves the house is for people'],
  [/ \/api\/(?:alert-rules|alerts|mutes|inbox)/u, 'people say what they want to hear of'],
  [/ \/api\/(?:views|jobs|import)/u, 'people arrange their screens, jobs and imports'],
  [/ \/api\/(?:assets|tags|project-keywords|keywords\/untrack|projects\/)/u, 'people arrange projects and stop what runs'],
  [/ \/api\/(?:apps|app-store)/u, 'apps are read, and tracked by people'],
  [/ \/(?:run|generate-taxonomy|taxonomy)\b/u, 'research_site does it in two steps'],
  [
    /^POST \/api\/(?:rankings\/track|serp\/tasks\/create|keywords\/(?:suggestions|for-keywords))$/u,
    'check_now and keyword_ideas ask it in another form',
  ],
  [/^POST \/api\/(?:classify|analyze-site|rankings\/rematch|keywords\/(?:categories|ai-search-volume))$/u, 'rare: by people and programs'],
  [
    / \/api\/answers\/(?:brands|plan|prompts|prompts\/suggest|corrections|rematch|ask)$/u,
    'people say what is asked, how often, and what a name means',
  ],
  [/^POST \/api\/answers\/index$/u, 'paid, and of the provider: people look it up to find prompts'],
  [/ \/api\/answers\/samples\/\{sample_id\}\/raw$/u, 'bytes: answer_evidence reads it'],
  [/^(?:PUT|POST) \/api\/annotations\/./u, 'annotate writes new ones'],
];

test('each operation that needs no right of administration is reached by a tool, or left out for a reason that stands here', async () => {
  const document = buildOpenApi({ endpoints: [...endpoints.values()], version: '0' });
  const readable = await listReadable(async () => document);
  const reached = new Set<string>([
    ...tools.flatMap(({ calls }) => (calls === 'reads' ? [] : calls)),
    ...readable.map(({ operation }) => operation),
  ]);
  const missing = Object.entries<Record<string, any>>(document['paths'] as {}).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, 'x-right': right }]) => {
      const takesKey = security?.some((way: object) => 'bearerKey' in way) === true;
      const operation = `${method.toUpperCase()} ${path}`;
      return !takesKey || ADMINISTRATION.has(right) || reached.has(operation) ? [] : [operation];
    }),
  );
  assert.deepEqual(
    missing.filter((operation) => !NOT_FOR_ASSISTANTS.some(([pattern]) => pattern.test(operation))),
    [],
  );
  for (const [pattern, reason] of NOT_FOR_ASSISTANTS)
    assert.ok(
      missing.some((operation) => pattern.test(operation)),
      `${reason}: nothing is left`,
    );
});
