import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJarBrowser } from '../support/browser-jar.ts';
import { readInvitation } from '../support/people-world.ts';
import { countPeople, ADA, openSignInWorld, ORGANIZATION, PASSWORD } from '../support/sign-in-world.ts';

test('an invitation lets somebody new in by the provider, and an identity is linked by who is signed in', async (t) => {
  const world = await openSignInWorld(t);
  const { url, owner } = world;
  const providerId = await world.configure();
  const invite = async (email: string): Promise<string> => {
    const { body } = await owner.api.post(`/api/organizations/${ORGANIZATION}/invitations`, { email, role: 'viewer' });
    return await readInvitation(world, body.invitation);
  };
  const accept = async (person: typeof ADA, invitation: string) => {
    await world.tell({ people: [person], broken: null });
    const browser = openJarBrowser(url);
    const { body } = await browser.api.post(`/api/session/oidc/${providerId}`, { invitation });
    return { browser, ...(await browser.visit(body.url)) };
  };

  await t.test('to exactly the address that was invited', async () => {
    const invitation = await invite('new@elsewhere.com');
    const other = await accept({ ...ADA, email: 'other@elsewhere.com' }, invitation);
    assert.equal(other.page, '/console/login');
    const { page, browser } = await accept({ ...ADA, email: 'new@elsewhere.com' }, invitation);
    assert.equal(page, '/console/');
    assert.equal((await browser.api.get('/api/me')).body.organization_id, ORGANIZATION);
    assert.equal((await accept({ ...ADA, sub: 'second', email: 'new@elsewhere.com' }, invitation)).page, '/console/login');
  });

  await t.test('an account that is there is not joined by an invitation that its inviter made up', async () => {
    await owner.api.post('/api/organizations', { id: 'org_victim', name: 'Victim' });
    await world.addMember('victim@elsewhere.com', 'manager', 'org_victim');
    const before = await countPeople(world);
    const { page } = await accept({ ...ADA, sub: 'thief', email: 'victim@elsewhere.com' }, await invite('victim@elsewhere.com'));
    assert.equal(page, '/console/login');
    assert.deepEqual(await countPeople(world), before);
  });

  await t.test('who is signed in links an identity, by whatever address it has', async () => {
    const page = await world.addMember('mia@elsewhere.com', 'viewer');
    await world.tell({ people: [{ sub: 'mia', email: 'mia@private.net' }] });
    const { body } = await page.api.post('/api/me/identities', { provider_id: providerId, return_to: '/console/account' });
    assert.equal((await page.visit(body.url)).page, '/console/account');
    assert.equal((await page.api.get('/api/me/identities')).body.identities.length, 1);
    const { browser } = await world.signIn({ sub: 'mia', email: 'mia@private.net' });
    assert.equal((await browser.api.get('/api/me')).body.email, 'mia@elsewhere.com');

    const other = await world.addMember('max@elsewhere.com', 'viewer');
    const begun = await other.api.post('/api/me/identities', { provider_id: providerId, return_to: '/console/account' });
    await other.visit(begun.body.url);
    assert.equal((await other.api.get('/api/me/identities')).body.identities.length, 0, 'it is of somebody else');
    assert.equal(await world.readFailure(other), 'refused');

    const [{ id }] = (await page.api.get('/api/me/identities')).body.identities;
    assert.equal((await other.api.delete(`/api/me/identities/${id}`)).status, 404);
    assert.equal((await page.api.delete(`/api/me/identities/${id}`)).status, 200);
    assert.equal((await world.signIn({ sub: 'mia', email: 'mia@private.net' })).page, '/console/login');
  });

  await t.test('a link that was begun in a session is of that session alone', async () => {
    const page = await world.addMember('lea@elsewhere.com', 'viewer');
    await world.tell({ people: [{ sub: 'lea', email: 'lea@private.net' }] });
    const { body } = await page.api.post('/api/me/identities', { provider_id: providerId, return_to: '/console/account' });
    await page.api.post('/api/session', { email: 'max@elsewhere.com', password: PASSWORD });
    await page.visit(body.url);
    assert.equal((await page.api.get('/api/me/identities')).body.identities.length, 0);
  });
});
