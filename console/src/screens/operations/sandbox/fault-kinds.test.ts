import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FAULT_KINDS, withoutFault } from './fault-kinds.ts';

test('every fault that is offered is one that the sandbox knows', async () => {
  const guide = await readFile(new URL('../../../../../docs/sandbox.md', import.meta.url), 'utf8');
  for (const { kind } of FAULT_KINDS) assert.ok(guide.includes(`\`${kind.startsWith('provider_') ? 'provider_40501' : kind}\``), kind);
});

test('one fault is taken out, and the others stay', () => {
  const faults = [
    { match: '', kind: 'http_500' },
    { match: 'serp', kind: 'http_500' },
    { match: '', kind: 'slow' },
  ];
  assert.deepEqual(withoutFault(faults, { match: '', kind: 'http_500' }), faults.slice(1));
});
