import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readWorkflowForms, toFieldValue, toStartBody } from './start-forms.ts';

const document = JSON.parse(await readFile(new URL('../../../../../docs/api/openapi.json', import.meta.url), 'utf8')) as unknown;

test('the document has a form for each type that can be started, with its fields', () => {
  const { forms, types } = readWorkflowForms(document);
  const byType = new Map(forms.map((form) => [form.type, form]));
  assert.ok(byType.size >= 9);
  for (const type of byType.keys()) assert.ok(types.includes(type), type);
  assert.ok(types.includes('serp-check'));
  assert.deepEqual(byType.get('serp-tracking')?.fields, [
    { name: 'keyword_ids', isList: true },
    { name: 'project_id', isList: false },
    { name: 'location_code', isList: false },
    { name: 'force', isList: false },
  ]);
  assert.deepEqual(
    byType.get('app-details')?.fields.map(({ name }) => name),
    ['app_id', 'platform', 'country', 'force'],
  );
  assert.ok(byType.get('domain-onboard')?.help.includes('POST /api/admin/domains/onboard'));
  assert.deepEqual(readWorkflowForms({}), { forms: [], types: [] });
});

test('what is typed becomes numbers, yes and no, lists and texts, and what is empty is left out', () => {
  const field = { name: 'x', isList: false };
  assert.deepEqual(
    ['2840', 'true', ' us ', ''].map((text) => toFieldValue(field, text)),
    [2840, true, 'us', undefined],
  );
  assert.deepEqual(toFieldValue({ name: 'x', isList: true }, 'a\n\n b '), ['a', 'b']);
  const form = { type: 'x', fields: [field, { name: 'ids', isList: true }], help: '' };
  assert.deepEqual(toStartBody(form, { x: '5', ids: '' }, '{"limit": 3}'), { x: 5, limit: 3 });
  assert.throws(() => toStartBody(form, {}, '[1]'), SyntaxError);
  assert.throws(() => toStartBody(form, {}, '{'), SyntaxError);
});
