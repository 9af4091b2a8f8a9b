import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createProject } from '#areas/projects/create-project.ts';
import { archiveProject } from '#areas/projects/update-project.ts';
import { AppError } from '#kernel/errors.ts';
import { makeAreaContext } from '../../../test/support/area-context.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { createAsset, type CreateAssetInput } from './create-asset.ts';
import { deleteAsset } from './delete-asset.ts';
import { getAsset, listAssets } from './get-asset.ts';
import { updateAsset } from './update-asset.ts';
import { CreateAssetBody } from './wire/assets.ts';

async function openProject(t: TestContext) {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  const project = await createProject(ctx, { name: 'Shop', organizationId: 'org_1', description: null, settings: {}, timeZone: 'UTC' });
  return { stores, ctx, project };
}

function parse(raw: Record<string, unknown>): CreateAssetInput {
  return CreateAssetBody.forms[CreateAssetBody.choose(raw)].parse(raw);
}

test('a website gets its domain record and starts its onboarding', async (t) => {
  const { ctx, project, stores } = await openProject(t);
  const input = parse({
    project_id: project.id,
    type: 'website',
    value: 'https://www.Example.com/shop',
    name: 'Shop',
    backlinks_limit: 50,
  });
  const { asset, isNew, isOnboarding } = await createAsset(ctx, input);

  assert.equal(asset.value, 'example.com');
  assert.ok(isNew && isOnboarding);
  const { rows } = await stores.postgres.query<{ workflow: string }>(
    `select domain, onboard_status, data_tier, onboard_workflow_id as workflow, onboard_options from domains where id = $1`,
    [asset.domainId],
  );
  const workflow = rows[0]?.workflow;
  assert.deepEqual(rows, [
    {
      domain: 'example.com',
      onboardStatus: 'pending',
      dataTier: 'customer',
      workflow,
      onboardOptions: { domain: 'example.com', project_id: project.id, backlinks_limit: 50 },
    },
  ]);
  assert.deepEqual(
    ctx.labelled.map((one) => one.input),
    [{ project_id: project.id }],
    'its name is a brand from now on',
  );
  assert.deepEqual(ctx.started, [
    {
      workflow: 'asset-onboard',
      id: asset.workflowId,
      input: {
        asset_id: asset.id,
        project_id: project.id,
        asset_type: 'website',
        value: 'example.com',
        name: 'Shop',
        backlinks_limit: 50,
        keywords_limit: undefined,
        domain_workflow_id: workflow,
      },
    },
  ]);
});

test('the same website again, in any spelling and at the same time, is the same asset and starts nothing', async (t) => {
  const { ctx, project } = await openProject(t);
  const spellings = ['example.com', 'http://www.example.com', 'EXAMPLE.COM.', 'https://example.com/x'];
  const inputs = spellings.map((value) => parse({ project_id: project.id, type: 'website', value, name: 'Shop' }));
  const results = await Promise.all(inputs.map((input) => createAsset(ctx, input)));
  assert.equal(new Set(results.map((result) => result.asset.id)).size, 1);
  assert.equal(results.filter((result) => result.isNew).length, 1);
  assert.equal(ctx.started.length, 1);
});

test('two projects share the domain record of a website and have assets of their own', async (t) => {
  const { ctx, project } = await openProject(t);
  const other = await createProject(ctx, { name: 'Other', organizationId: 'org_2', description: null, settings: {}, timeZone: 'UTC' });
  const first = await createAsset(ctx, parse({ project_id: project.id, type: 'website', value: 'example.com' }));
  const second = await createAsset(
    ctx,
    parse({ project_id: other.id, asset_type: 'website', url: 'https://example.com', role: 'competitor' }),
  );
  assert.notEqual(first.asset.id, second.asset.id);
  assert.equal(first.asset.domainId, second.asset.domainId);
  assert.equal(second.asset.role, 'competitor');
});

test('skip_onboarding starts nothing', async (t) => {
  const { ctx, project } = await openProject(t);
  const { asset, isOnboarding } = await createAsset(
    ctx,
    parse({ project_id: project.id, type: 'website', value: 'example.com', skip_onboarding: true }),
  );
  assert.equal(isOnboarding, false);
  assert.equal(asset.workflowId, null);
  assert.deepEqual(ctx.started, []);
});

test('both forms of an app become the type of its store', async (t) => {
  const { ctx, project } = await openProject(t);
  const base = { project_id: project.id };
  const cases = [
    [{ ...base, type: 'app_ios', value: '284882215' }, 'app_ios', 'store_a'],
    [{ ...base, type: 'app_ios', app_id: '284882216', platform: 'store_a', bundle_id: 'com.a.b' }, 'app_ios', 'store_a'],
    [{ ...base, type: 'app_android', value: 'com.example.app' }, 'app_android', 'store_b'],
    [{ ...base, asset_type: 'app', app_id: '284882217', platform: 'store_a' }, 'app_ios', 'store_a'],
    [{ ...base, asset_type: 'app', app_id: 'com.example.other', platform: 'store_b' }, 'app_android', 'store_b'],
  ] as const;
  for (const [raw, type, platform] of cases) {
    const { asset } = await createAsset(ctx, parse(raw));
    assert.equal(asset.type, type);
    assert.equal(asset.platform, platform);
    assert.equal(asset.domainId, null);
  }
});

test('a local business is found by cid or place id and subscribes the project to local results until the last one goes', async (t) => {
  const { ctx, project, stores } = await openProject(t);
  const byCid = await createAsset(ctx, parse({ project_id: project.id, asset_type: 'local_business', cid: '12345678901234567890' }));
  const byPlace = await createAsset(
    ctx,
    parse({ project_id: project.id, type: 'local', place_id: 'ChIJ_x-1', lat: 52.5, lng: 13.4, phone: '+49 30' }),
  );
  assert.deepEqual(byCid.asset.meta, { cid: '12345678901234567890' });
  assert.deepEqual(byPlace.asset.meta, { place_id: 'ChIJ_x-1', lat: 52.5, lng: 13.4, phone: '+49 30' });

  const countActive = async (): Promise<number> => {
    const { rows } = await stores.postgres.query(
      `select 1 from customer_subscriptions where subscription_type = 'serp_local' and is_active = 1`,
    );
    return rows.length;
  };
  assert.equal(await countActive(), 1);
  const third = await createAsset(ctx, parse({ project_id: project.id, type: 'local', cid: '5' }));
  await deleteAsset(ctx, byCid.asset.id);
  assert.equal(await countActive(), 1);
  await Promise.all([deleteAsset(ctx, byPlace.asset.id), deleteAsset(ctx, third.asset.id)]);
  assert.equal(await countActive(), 0);
});

test('an update merges the notes, a removed asset is gone, and another organization sees neither', async (t) => {
  const { ctx, project, stores } = await openProject(t);
  const { asset } = await createAsset(ctx, parse({ project_id: project.id, type: 'local', cid: '123', address: 'A street' }));
  const changed = await updateAsset(ctx, asset.id, { role: 'competitor', meta: { address: null, floor: 3 } });
  assert.deepEqual(changed.meta, { cid: '123', floor: 3 });
  assert.equal(changed.role, 'competitor');

  const stranger = makeAreaContext(stores, { organizationId: 'org_other' });
  const isUnknown = (thrown: unknown): boolean => thrown instanceof AppError && thrown.error === 'Asset not found';
  await assert.rejects(getAsset(stranger, asset.id), isUnknown);
  await assert.rejects(updateAsset(stranger, asset.id, { name: 'x' }), isUnknown);
  await assert.rejects(deleteAsset(stranger, asset.id), isUnknown);
  await assert.rejects(createAsset(stranger, parse({ project_id: project.id, type: 'website', value: 'a.com' })), /Project not found/u);

  await deleteAsset(ctx, asset.id);
  await assert.rejects(getAsset(ctx, asset.id), isUnknown);
  assert.equal((await listAssets(ctx, { projectId: project.id, limit: 10, offset: 0 })).total, 0);
});

test('an archived project takes no assets', async (t) => {
  const { ctx, project } = await openProject(t);
  await archiveProject(ctx, project.id);
  await assert.rejects(
    createAsset(ctx, parse({ project_id: project.id, type: 'website', value: 'example.com' })),
    (thrown) => thrown instanceof AppError && thrown.status === 409,
  );
});
