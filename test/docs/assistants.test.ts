import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { TOOLSETS } from '#area/assistant-tool.ts';
import { areas } from '#areas/index.ts';
import { readDocument, toFullText, toLlmsText } from '#areas/assistants/documents/read-documents.ts';
import { listResourceTemplates } from '#areas/assistants/mcp/resources.ts';
import { TASKS } from '#areas/assistants/mcp/prompts.ts';

const PAGE = readFileSync('docs/assistants.md', 'utf8');
const SKILL = readFileSync('clients/skills/sightline/SKILL.md', 'utf8');
const { assistantTools } = joinAreas(areas).common;

test('docs/assistants.md names every tool in its toolset, every resource and every prompt, and no other', () => {
  let toolset = '';
  const rows = [...PAGE.matchAll(/^\| (?:`(\w+)`)? ?\| `(\w+)` \|/gmu)].map(([, named, tool]) => `${(toolset = named ?? toolset)} ${tool}`);
  assert.deepEqual(rows.toSorted(), assistantTools.map(({ name, toolset: own }) => `${own} ${name}`).toSorted());
  const resources = [...PAGE.matchAll(/^\| `(sightline:[^`]+)`/gmu)].map(([, uri = '']) => uri);
  assert.deepEqual(
    resources.toSorted(),
    ['sightline://guide/metrics', ...listResourceTemplates().resourceTemplates.map(({ uriTemplate }) => uriTemplate)].toSorted(),
  );
  for (const { name } of TASKS) assert.ok(PAGE.includes(`\`${name}\``), name);
});

test('what descriptions, prompts and the skill call tools and toolsets are some', () => {
  const names = new Set([...assistantTools.map(({ name }) => name), ...TASKS.map(({ name }) => name)]);
  const fields =
    /\b(?:run_id|project_id|keyword_id|quote_id|sample_id|too_few|model_changed|prompts_changed|task_id|workflow_id|next_cursor|not_found|failed_checks|monthly_usd|cost_usd_max|research_run|serp_task)\b/gu;
  const texts = [
    ...assistantTools.map(({ description }) => description),
    ...TASKS.map(({ text }) => text({ project_id: 'p', keyword: 'k', monthly_usd: '1' })),
    SKILL,
  ];
  for (const text of texts)
    for (const [word] of text.replaceAll(fields, '').matchAll(/\b[a-z]+(?:_[a-z]+)+\b/gu)) assert.ok(names.has(word), `${word}: ${text}`);
  assert.ok(TOOLSETS.includes('spend'));
});

test('every address of llms.txt leads to a document, and llms-full.txt has all of them', async () => {
  const list = await toLlmsText('http://here');
  const names = [...list.matchAll(/\]\(http:\/\/here\/docs\/([^)]+)\): (.*)/gu)];
  assert.ok(names.length > 20, list);
  const full = await toFullText();
  for (const [, name = '', about = ''] of names) {
    assert.ok(about.length > 10, name);
    assert.ok(full.includes((await readDocument(name)).trim()), name);
  }
  for (const name of ['../README.md', 'api/openapi.json', 'nothing.md']) await assert.rejects(readDocument(name), /not found/u);
});

test('the entry for registries names the package, its version, and variables that the bridge reads', () => {
  const entry = JSON.parse(readFileSync('clients/mcp/server.json', 'utf8'));
  const bridge = JSON.parse(readFileSync('clients/mcp/package.json', 'utf8'));
  const [{ identifier, version, environmentVariables }] = entry.packages;
  assert.deepEqual([entry.name, identifier], [bridge.mcpName, bridge.name]);
  assert.deepEqual([entry.version, version], [bridge.version, bridge.version]);
  const main = readFileSync('clients/mcp/src/main.ts', 'utf8');
  for (const { name } of environmentVariables) assert.ok(main.includes(name), name);
});
