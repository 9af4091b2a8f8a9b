import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '#http/caller.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { readDocument } from './documents.ts';

const { text } = readDocument('docs/glossary.md');
const terms = [...text.matchAll(/\*\*([^*]+)\*\*/gu)].map((match) => (match[1] ?? '').toLowerCase());

test('every term is defined once', () => {
  assert.ok(terms.length > 40);
  assert.deepEqual(
    terms.filter((term, at) => terms.indexOf(term) !== at),
    [],
  );
});

test('the words that mean one thing only are all there', () => {
  for (const term of ['run', 'workflow', 'job', 'task', 'check', 'outcome', 'verb', 'provider', 'sandbox', 'outbox', 'ledger', 'budget']) {
    assert.ok(terms.includes(term), term);
  }
});

test('closed vocabularies are explained', () => {
  for (const word of [...SCOPES, ...ENGINES, 'ranked', 'not_found', 'failed', 'pending']) assert.ok(text.includes(`\`${word}\``), word);
});
