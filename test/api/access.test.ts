import { test } from 'node:test';
import { allEndpoints } from '#areas/index.ts';
import { describeAccess } from '../support/access.ts';
import { startTestApp } from '../support/app.ts';

test('guards every endpoint', async (t) => {
  const app = await startTestApp(t);
  const scopes = ['read', 'write', 'admin'];
  const owner = await app.withKey({ scopes, organization_id: 'org_owner' });
  const stranger = await app.withKey({ scopes, organization_id: 'org_stranger' });
  const project = (await owner.post('/api/projects', { name: 'Own' })).body.project;
  const asset = (await owner.post('/api/assets', { project_id: project.id, type: 'website', value: 'owner-site.com', name: 'Own' })).body
    .asset;
  const key = (await owner.post('/api/admin/api-keys', { name: 'Own', scopes: ['read'] })).body;
  const params = { project_id: project.id };

  await describeAccess(t, {
    endpoints: allEndpoints,
    anonymous: app.anonymous,
    withScopes: (list) => app.withKey({ scopes: [...list] }),
    owner,
    stranger,
    ownRequests: [
      { method: 'GET', path: '/api/projects/{project_id}', params },
      { method: 'PUT', path: '/api/projects/{project_id}', params, body: { name: 'Renamed' } },
      { method: 'GET', path: '/api/assets/{asset_id}', params: { asset_id: asset.id } },
      { method: 'PUT', path: '/api/assets/{asset_id}', params: { asset_id: asset.id }, body: { name: 'Renamed' } },
      { method: 'GET', path: '/api/assets', query: `?project_id=${project.id}` },
      { method: 'GET', path: '/api/rankings', query: `?project_id=${project.id}` },
      { method: 'GET', path: '/api/project-keywords', query: `?project_id=${project.id}` },
      { method: 'GET', path: '/api/subscriptions', query: `?project_id=${project.id}` },
      { method: 'GET', path: '/api/projects', query: '?organization_id=org_owner' },
      { method: 'POST', path: '/api/keywords/track', body: { project_id: project.id, keyword: 'own words' } },
      { method: 'POST', path: '/api/admin/api-keys', body: { name: 'a', scopes: ['read'], organization_id: 'org_owner' } },
      { method: 'POST', path: '/api/admin/api-keys', body: { name: 'a', scopes: ['read'], project_id: project.id } },
      { method: 'POST', path: '/api/admin/tokens', body: { sub: 'a', org: 'org_owner' } },
      { method: 'POST', path: '/api/admin/tokens', body: { sub: 'a', project_ids: [project.id] } },
      { method: 'DELETE', path: '/api/assets/{asset_id}', params: { asset_id: asset.id } },
      { method: 'DELETE', path: '/api/admin/api-keys/{id}', params: { id: key.id } },
      { method: 'DELETE', path: '/api/projects/{project_id}', params },
    ],
  });
});
