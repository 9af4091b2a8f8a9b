import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRights } from '#http/rights.ts';
import { AppError } from '#kernel/errors.ts';
import { makeAreaContext } from '../../../test/support/area-context.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { createProject } from './create-project.ts';
import { getProject, getProjectWithStats } from './get-project.ts';
import { listProjects } from './list-projects.ts';
import { archiveProject, updateProject } from './update-project.ts';

const WRITER = { rights: listRights(['read', 'write']) };
const INPUT = { name: 'Shop', description: null, settings: {}, timeZone: 'UTC' };
const PAGE = { status: 'active', limit: 100, offset: 0 } as const;

function failsWith(code: string, error: string) {
  return (thrown: unknown) => thrown instanceof AppError && thrown.code === code && thrown.error === error;
}

test('an admin key creates an organization by its first project; other keys do not', async (t) => {
  const stores = await openTestStores(t);
  const writer = makeAreaContext(stores, WRITER);
  await assert.rejects(createProject(writer, { ...INPUT, organizationId: 'org_1' }), failsWith('forbidden', 'Forbidden'));

  const project = await createProject(makeAreaContext(stores), { ...INPUT, organizationId: 'org_1' });
  assert.match(project.id, /^proj_/u);
  assert.equal(project.status, 'active');
  assert.equal((await createProject(writer, { ...INPUT, organizationId: 'org_1' })).organizationId, 'org_1');
});

test('an organization has so many projects, archived ones too, however many are created at once', async (t) => {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  const limited = { ...ctx, config: { ...ctx.config, projectsPerOrganizationMax: 4 } };
  const create = (organizationId: string) => createProject(limited, { ...INPUT, organizationId });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => create('org_1')));
  const [made] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
  assert.equal(refusals.length, 6);
  for (const { status, message } of refusals)
    assert.deepEqual([status, /has 4 projects, .* PROJECTS_PER_ORGANIZATION_MAX/u.test(message)], [409, true]);
  await archiveProject(ctx, made?.id ?? '');
  await assert.rejects(create('org_1'), failsWith('conflict', 'Too many projects'));
  await create('org_2');
});

test('the simple form takes the organization of the key, and a key without one must name it', async (t) => {
  const stores = await openTestStores(t);
  await createProject(makeAreaContext(stores), { ...INPUT, organizationId: 'org_1' });
  const bound = makeAreaContext(stores, { ...WRITER, organizationId: 'org_1' });
  assert.equal((await createProject(bound, { ...INPUT, organizationId: undefined })).organizationId, 'org_1');
  const unbound = createProject(makeAreaContext(stores), { ...INPUT, organizationId: undefined });
  await assert.rejects(unbound, failsWith('invalid', 'organization_id is required'));
});

test("a bound key neither sees nor touches another organization's projects", async (t) => {
  const stores = await openTestStores(t);
  const theirs = await createProject(makeAreaContext(stores), { ...INPUT, organizationId: 'org_theirs' });
  const ours = await createProject(makeAreaContext(stores), { ...INPUT, organizationId: 'org_ours' });
  const bound = makeAreaContext(stores, { organizationId: 'org_ours' });

  await assert.rejects(getProject(bound, theirs.id), failsWith('not_found', 'Project not found'));
  await assert.rejects(updateProject(bound, theirs.id, { name: 'Mine' }), failsWith('not_found', 'Project not found'));
  await assert.rejects(createProject(bound, { ...INPUT, organizationId: 'org_theirs' }), failsWith('not_found', 'Organization not found'));
  await assert.rejects(listProjects(bound, { ...PAGE, organizationId: 'org_theirs' }), failsWith('not_found', 'Organization not found'));
  const listed = await listProjects(bound, { ...PAGE, organizationId: undefined });
  assert.deepEqual(
    listed.projects.map((project) => project.id),
    [ours.id],
  );

  const boundToProject = makeAreaContext(stores, { organizationId: 'org_ours', projectIds: [ours.id] });
  await createProject(makeAreaContext(stores), { ...INPUT, organizationId: 'org_ours' });
  assert.equal((await listProjects(boundToProject, { ...PAGE, organizationId: undefined })).total, 1);
  await assert.rejects(createProject(boundToProject, { ...INPUT, organizationId: undefined }), failsWith('forbidden', 'Forbidden'));
});

test('an update changes what it names, merges settings key by key, and null removes a key', async (t) => {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  const settings = { defaultLocationCode: 2826, defaultLanguageCode: 'de' };
  const { id } = await createProject(ctx, { ...INPUT, organizationId: 'org_1', description: 'text', settings });

  await updateProject(ctx, id, { settings: { defaultLanguageCode: 'en' }, timeZone: 'Europe/Berlin' });
  const changed = await getProject(ctx, id);
  assert.deepEqual(changed.settings, {
    defaultLocationCode: 2826,
    defaultLanguageCode: 'en',
    positionScale: undefined,
    hasPaidPositions: undefined,
    loadsAiOverviews: undefined,
  });
  assert.equal(changed.name, 'Shop');
  assert.equal(changed.description, 'text');
  assert.equal(changed.timeZone, 'Europe/Berlin');

  await updateProject(ctx, id, { settings: { defaultLocationCode: null }, description: null });
  const emptied = await getProject(ctx, id);
  assert.deepEqual(emptied.settings, {
    defaultLocationCode: undefined,
    defaultLanguageCode: 'en',
    positionScale: undefined,
    hasPaidPositions: undefined,
    loadsAiOverviews: undefined,
  });
  assert.equal(emptied.description, null);
});

test('archiving keeps the project, leaves it out of the list, and can be taken back', async (t) => {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  const { id } = await createProject(ctx, { ...INPUT, organizationId: 'org_1' });
  await archiveProject(ctx, id);
  assert.equal((await archiveProject(ctx, id)).status, 'archived');
  assert.equal((await listProjects(ctx, { ...PAGE, organizationId: 'org_1' })).total, 0);
  assert.equal((await listProjects(ctx, { ...PAGE, organizationId: 'org_1', status: 'all' })).total, 1);
  assert.equal((await updateProject(ctx, id, { status: 'active' })).status, 'active');
  const { stats } = await getProjectWithStats(ctx, id);
  assert.deepEqual(stats, { totalKeywords: 0, totalApps: 0, totalAssets: 0 });
});

test('pages follow one another without a gap or a repeat', async (t) => {
  const stores = await openTestStores(t);
  const ctx = makeAreaContext(stores);
  for (let number = 0; number < 7; number += 1) await createProject(ctx, { ...INPUT, organizationId: 'org_1', name: `Project ${number}` });
  const names: string[] = [];
  for (let offset = 0; offset < 9; offset += 3) {
    const { projects, total } = await listProjects(ctx, { organizationId: 'org_1', status: 'active', limit: 3, offset });
    assert.equal(total, 7);
    names.push(...projects.map((project) => project.name));
  }
  assert.equal(new Set(names).size, 7);
});
