import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const WAIT_MS = 120_000;

test('a research run from a website to tracked keywords', async (t) => {
  const { app, api, sandbox } = await startTestApp(t);
  const { sites } = (await sandbox.get('/_sandbox/world')).body;
  const host: string = sites.find((site: { business_type: string }) => site.business_type === 'saas').domain;
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Research', organization_id: 'org_research' })).body;
  const begun = (await api.post('/run', { url: host, project_id: projectId, limits: { keywords_max: 300 } })).body;
  assert.equal(begun.status, 'awaiting_category_confirmation', JSON.stringify(begun));
  const runId: string = begun.run_id;
  const confirmation = {
    categories: begun.enrichment.high_level_categories.slice(0, 2).map(({ id, confidence }: { id: number; confidence: number }) => ({
      id,
      confidence,
      assigned_by: 'ai',
    })),
    locations: [{ location_code: 2840, location_name: 'United States' }],
    app_names: [],
  };
  const { estimate } = (await api.post(`/run/${runId}/confirm-categories`, { ...confirmation, dry_run: true })).body;

  await t.test('harvests, groups and stores what was confirmed, at no more than its estimate', async () => {
    const confirmed = await api.post(`/run/${runId}/confirm-categories`, confirmation);
    assert.equal(confirmed.status, 202, JSON.stringify(confirmed.body));
    await app.context.workflows.waitFor(confirmed.body.workflow_id, WAIT_MS);
    const record = (await api.get(`/run/${runId}/status`)).body;
    assert.deepEqual([record.status, record.error, record.errors], ['complete', null, []], JSON.stringify(record));
    const { harvest } = record;

    assert.ok(harvest.kept_keywords > 50 && harvest.total_keywords <= 300);
    assert.ok(record.cost_usd > 0 && record.cost_usd <= estimate.cost_usd, `${record.cost_usd} of ${estimate.cost_usd}`);
  });
});
