import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { workflows as assetWorkflows } from '#areas/assets/index.ts';
import { createAsset } from '#areas/assets/create-asset.ts';
import { workflows as domainWorkflows } from '#areas/domains/index.ts';
import { createProject } from '#areas/projects/create-project.ts';
import { type AppContext } from '#context';
import { makeLogger } from '#kernel/logger.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { ADMIN, makeAreaContext } from '../support/area-context.ts';
import { openTestStores } from '../support/index.ts';

const WAIT_MS = 20_000;
const SITE = { type: 'website', value: 'example.com', name: 'Shop', role: 'primary', iconUrl: null, meta: {} } as const;
const ONBOARD = { skipOnboarding: false, backlinksLimit: undefined, keywordsLimit: undefined };

async function startRuntime(t: TestContext) {
  const stores = await openTestStores(t);
  const logger = makeLogger('fatal');
  const runtime = makeWorkflowRuntime<AppContext>({
    postgres: stores.postgres,
    logger,
    isWorker: true,
    pollingMs: 20,
    retryWaitsMs: [1, 1, 1],
  });
  const { clock, searchData } = makeAreaContext(stores);
  const context = { ...stores, clock, searchData, logger, caller: ADMIN, workflows: runtime.workflows };
  await runtime.start({ context: context as unknown as AppContext, list: [...assetWorkflows, ...domainWorkflows], schedules: [] });
  stores.onClose(() => runtime.stop(1_000));
  const project = await createProject(context, { name: 'Shop', organizationId: 'org_1', description: null, settings: {}, timeZone: 'UTC' });
  return { stores, context, project, workflows: runtime.workflows };
}

test('a new website ends in a domain that is recorded as pending, and the same start by hand finds the same asset', async (t) => {
  const { stores, context, project, workflows } = await startRuntime(t);
  const { asset } = await createAsset(context, { ...SITE, ...ONBOARD, projectId: project.id });
  const ended = await workflows.waitFor<{ domain_workflow_id: string; asset_id: string }>(asset.workflowId ?? '', WAIT_MS);
  assert.equal(ended?.output.asset_id, asset.id);

  const domainEnd = await workflows.waitFor(ended?.output.domain_workflow_id ?? '', WAIT_MS);
  assert.deepEqual(domainEnd?.output, { domain: 'example.com', domain_id: asset.domainId, onboard_status: 'pending', fetched: [] });
  const { rows } = await stores.postgres.query('select domain, onboard_status, onboard_workflow_id from domains');
  assert.deepEqual(rows, [{ domain: 'example.com', onboard_status: 'pending', onboard_workflow_id: ended?.output.domain_workflow_id }]);
  const steps = await workflows.listSteps(ended?.output.domain_workflow_id ?? '');
  assert.deepEqual(
    steps.map(({ name, status }) => ({ name, status })),
    [
      { name: 'initialize', status: 'completed' },
      { name: 'finalize', status: 'completed' },
    ],
  );

  const byHand = await workflows.start('asset-onboard', {
    project_id: project.id,
    asset_type: 'website',
    value: 'https://www.example.com',
    name: 'x',
  });
  const found = await workflows.waitFor<{ asset_id: string }>(byHand, WAIT_MS);
  assert.equal(found?.output.asset_id, asset.id);

  const bad = await workflows.start('asset-onboard', { project_id: project.id, asset_type: 'website', value: 'localhost' });
  await assert.rejects(workflows.waitFor(bad, WAIT_MS), /must be a public host name/u);
});
