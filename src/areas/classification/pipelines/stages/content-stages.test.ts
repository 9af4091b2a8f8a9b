import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSignals } from '../../../../../test/support/page-signals.ts';
import type { SeenPage } from '../../content/page-look.ts';
import type { Finding, StageName } from '../../engine/stage.ts';
import { toContentFinding } from './content-stages.ts';

const LOOK: SeenPage = {
  outcome: 'seen',
  url: 'https://a-site.com/',
  depth: 'full',
  finalUrl: 'https://a-site.com/',
  redirects: [],
  status: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  isCut: false,
  isCached: false,
  readBy: 'self',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  signals: makeSignals({ title: 'Garden shop', ogType: 'product' }),
};

function judge(said: Readonly<Partial<Record<StageName, readonly [label: string, confidence: number]>>>, look = LOOK) {
  const findings = Object.values(said).map(([label, confidence]): Finding => ({
    judgements: [{ dimension: 'tier1_type', label, confidence, evidence: ['a word of its name'] }],
  }));
  const stagesRun = Object.keys(said).map((stage) => ({ stage, ms: 0, costUsd: 0 }));
  return toContentFinding(look, 'domain', { item: 'a-site.com', verdicts: new Map(), stagesRun, findings }).judgements;
}

test('weighs what the stages said that saw the address only, and no look twice', () => {
  const alone = judge({});
  assert.ok(alone.length > 0);
  const beside = judge({ rules: ['information', 60] });
  assert.notDeepEqual(beside, alone);
  assert.deepEqual(judge({ rules: ['information', 60], low_noise_crawl: ['commerce', 65] }), beside);
  assert.deepEqual(judge({ cache: ['information', 60] }), alone);
});

test('the head of a page speaks for itself', () => {
  const head = { ...LOOK, depth: 'head' } as const;
  assert.deepEqual(judge({ rules: ['information', 60] }, head), judge({}, head));
});

test('of what the address says the surest counts', () => {
  assert.deepEqual(
    judge({ rules: ['information', 60], similarity: ['commerce', 30] }).at(0)?.label,
    judge({ rules: ['information', 60] }).at(0)?.label,
  );
});
