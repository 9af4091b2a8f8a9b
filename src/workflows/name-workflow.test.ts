import assert from 'node:assert/strict';
import test from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import type { Workflow } from './define.ts';
import { nameWorkflow } from './name-workflow.ts';
import { makeRegistry } from './registry.ts';

const workflows = joinAreas(areas).workflows as unknown as readonly Workflow[];
const registry = makeRegistry({ workflows, queues: [], messages: [] });

test('a workflow is called by what it does and what it works on', () => {
  assert.equal(nameWorkflow(registry, 'domain-onboard', { domain: 'invoicenest.com' }), 'Onboarding of invoicenest.com');
  assert.equal(nameWorkflow(registry, 'keyword-classify', { keywords: ['shoes', 'boots', 'socks'] }), 'Classification of shoes and 2 more');
  assert.equal(nameWorkflow(registry, 'app-reviews', { app_id: 'com.example.app', platform: 'store_b' }), 'Reviews of com.example.app');
});

test('without a subject, or of a type that another release knows, the name is the type in words', () => {
  assert.equal(nameWorkflow(registry, 'spend-sweep', {}), 'Spend sweep');
  assert.equal(nameWorkflow(registry, 'of-another-release', null), 'Of another release');
  assert.equal(nameWorkflow(registry, 'of-another-release', { url: 'https://a.com/' }), 'Of another release of https://a.com/');
});

test('every workflow has a name in words, however long its input is', () => {
  for (const { name } of registry.list()) {
    const called = nameWorkflow(registry, name, { keyword: 'x'.repeat(500) });
    assert.match(called, /^[A-Z][a-z]/u);
    assert.ok(called.length <= 120, called);
  }
});
