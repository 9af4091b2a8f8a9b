import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.ts';

/**
 * One bad day: a tracking run of many keywords while the provider fails for a share of the calls.
 * Afterwards nothing that failed may look like a position or like "not found", and the ledger must
 * agree with the provider's own record.
 */
export interface FaultRun {
  readonly kind: string;
  readonly keywords: number;
  readonly rate: number;
  readonly delayMs?: number;
  /** Waits that the run may take. */
  readonly deadlineMs: number;
}

export interface FaultRunResult {
  readonly ranked: number;
  readonly notFound: number;
  readonly failed: number;
  readonly providerCalls: number;
  readonly costUsd: number;
}

interface Row {
  readonly keyword: string;
  readonly device: string;
  readonly domain: string;
  readonly status: string;
  readonly rank_absolute: number | null;
  readonly checked_depth: number | null;
  readonly error: string | null;
}

const LOCATION_CODE = 2840;
const LANGUAGE_CODE = 'en';
const RUN_POLL_MS = 50;
const ENDED = ['completed', 'failed', 'terminated'];

export async function runFaults(test: TestApp, { kind, keywords, rate, delayMs, deadlineMs }: FaultRun): Promise<FaultRunResult> {
  const story = (await test.sandbox.get(`/_sandbox/world/story?keywords=${keywords}`)).body;
  const project = await test.api.post('/api/projects', { name: kind, organization_id: `org_${kind}` });
  const projectId: string = project.body.project_id;
  await test.api.post('/api/assets', {
    project_id: projectId,
    type: 'website',
    value: story.site.domain,
    name: 'Ours',
    skip_onboarding: true,
  });

  // A day of its own: what an earlier run read today is not read again.
  await test.sandbox.post('/_sandbox/clock', { advance_days: 1 });
  const before = await readSandboxCalls(test);
  await test.sandbox.post('/_sandbox/faults', { match: '/v3/serp', kind, rate, ...(delayMs === undefined ? {} : { delay_ms: delayMs }) });
  const tracked = await test.api.post('/api/keywords/track', {
    keywords: story.keywords.map((row: { keyword: string }) => ({ project_id: projectId, keyword_text: row.keyword })),
  });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  await waitForEnd(test, tracked.body.serp_tracking.status_url, deadlineMs);
  await test.sandbox.post('/_sandbox/faults', {});

  const rows = await listRankings(test, projectId);
  assert.equal(rows.length, story.keywords.length, 'every tracked keyword has its row');
  for (const row of rows) await compareWithTruth(test, row);
  const after = await readSandboxCalls(test);
  return {
    ranked: rows.filter((row) => row.status === 'ranked').length,
    notFound: rows.filter((row) => row.status === 'not_found').length,
    failed: rows.filter((row) => row.status === 'failed').length,
    providerCalls: after.total - before.total,
    costUsd: after.costUsd - before.costUsd,
  };
}

/** The provider's own account of what it was asked and what it charged. */
export async function readSandboxCalls(test: TestApp): Promise<{ total: number; costUsd: number }> {
  const { body } = await test.sandbox.get('/_sandbox/calls');
  return { total: body.total, costUsd: body.cost_usd };
}

async function waitForEnd(test: TestApp, statusUrl: string, deadlineMs: number): Promise<void> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(RUN_POLL_MS)) {
    const { body } = await test.api.get(statusUrl);
    if (ENDED.includes(body.status)) return;
  }
  assert.fail(`${statusUrl} has not ended within ${deadlineMs} ms`);
}

export async function listRankings(test: TestApp, projectId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let hasMore = true; hasMore;) {
    const { body } = await test.api.get(`/api/rankings?project_id=${projectId}&limit=200&offset=${rows.length}`);
    rows.push(...body.rankings);
    hasMore = body.pagination.has_more;
  }
  return rows;
}

async function compareWithTruth(test: TestApp, row: Row): Promise<void> {
  const query = new URLSearchParams({
    keyword: row.keyword,
    location_code: String(LOCATION_CODE),
    language_code: LANGUAGE_CODE,
    device: row.device,
  });
  const { body } = await test.sandbox.get(`/_sandbox/truth/serp?${query.toString()}`);
  const depth = row.checked_depth ?? 0;
  const own = body.items.find(
    (item: { type: string; domain: string | null; rank_group: number }) =>
      item.type === 'organic' && item.rank_group <= depth && (item.domain === row.domain || (item.domain ?? '').endsWith(`.${row.domain}`)),
  );
  if (row.status === 'ranked') assert.equal(row.rank_absolute, own?.rank_absolute, `${row.keyword}: the position is the true one`);
  else if (row.status === 'not_found') assert.equal(own, undefined, `${row.keyword}: said to be absent, but the true page has it`);
  else {
    assert.equal(row.status, 'failed', `${row.keyword}: a check that ended is ranked, not found or failed`);
    assert.equal(row.rank_absolute, null, `${row.keyword}: a failure is no position`);
    assert.ok(row.error, `${row.keyword}: a failure says why`);
  }
}
