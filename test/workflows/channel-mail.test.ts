import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#areas/channels/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { say, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_mail';

interface Taken {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
  readonly links: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

interface World {
  readonly app: TestApp;
  readonly about: Pick<Notice, 'organizationId' | 'projectId'>;
}

test('channels of mail', async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [1, 1, 1] });
  const projectId = await makeProject(app.api, ['mine.com'], ORG);
  const world = { app, about: { organizationId: ORG, projectId } };
  await t.test('members get mail at once, others when they confirmed, and each leaves for themselves', () => checkReaders(world));
  await t.test('a server that takes mail later gets it later; an address that it never takes is marked, alone', () => checkServer(world));
  await t.test('what comes from outside makes no header, no receiver and no markup', () => checkOutside(world));
  await t.test('strangers are not flooded with links', () => checkFlood(world));
  await t.test('a digest goes out as it was made', () => checkReady(world));
});

async function makeChannel({ app, about }: World, addresses: readonly string[], more: object = {}): Promise<string> {
  const { status, body } = await app.api.post('/api/channels', {
    kind: 'email',
    name: 'Team',
    project_id: about.projectId,
    config: { addresses },
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.channel.id;
}

async function listTaken({ app }: World, to: string): Promise<Taken[]> {
  return (await app.sandbox.get(`/_sandbox/mail?to=${to}`)).body.messages;
}

async function waitForMail(world: World, to: string, count = 1): Promise<Taken> {
  await waitUntil(async () => (await listTaken(world, to)).length >= count, `mail ${count} to ${to}`);
  const all = await listTaken(world, to);
  assert.equal(all.length, count, to);
  return all.at(-1) ?? assert.fail();
}

async function readStates({ app }: World, id: string): Promise<Record<string, string>> {
  const { addresses } = (await app.api.get(`/api/channels/${id}/addresses`)).body;
  return Object.fromEntries(addresses.map(({ address, state }: { address: string; state: string }) => [address, state]));
}

/** As a browser or a mail program asks: the body is a form's. */
async function follow(url: string, method: 'GET' | 'POST'): Promise<{ status: number; text: string; headers: Headers }> {
  const form = { method, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };
  const response = await fetch(url, method === 'POST' ? form : {});
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function checkReaders(world: World): Promise<void> {
  const { app, about } = world;
  const member = await joinAs(app, ORG, { role: 'editor', project_ids: [about.projectId] });
  const client = await joinAs(app, ORG, { role: 'client', project_ids: [about.projectId] });
  await app.sandbox.delete('/_sandbox/mail');
  const [stranger, silent] = ['eve@strangers.com', 'bob@strangers.com'];
  const id = await makeChannel(world, [member.email, client.email, stranger, silent]);
  assert.deepEqual(await readStates(world, id), {
    [member.email]: 'member',
    [client.email]: 'waiting',
    [stranger]: 'waiting',
    [silent]: 'waiting',
  });
  const asked = await waitForMail(world, stranger);
  await waitForMail(world, silent);
  const link = asked.links.find((one) => one.includes('/api/public/mail/')) ?? assert.fail(asked.text);
  assert.deepEqual(await listTaken(world, member.email), []);

  await say(app, toNotice('first', about), [id]);
  await waitForDelivery(app, id, 'first', 'delivered');
  const first = await waitForMail(world, member.email);
  assert.equal((await listTaken(world, stranger)).length, 1, 'not before they confirm');

  for (let looks = 0; looks < 2; looks += 1) {
    const page = await follow(link, 'GET');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/u);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/u);
    assert.match(page.text, /<form method="post">/u);
    assert.ok(page.text.includes(stranger) && page.text.includes('Team'));
  }
  assert.equal((await readStates(world, id))[stranger], 'waiting', 'a look changes nothing');
  assert.equal((await follow(link, 'POST')).status, 200);
  assert.equal((await readStates(world, id))[stranger], 'confirmed');
  const forged = link.replace(/[^/]+$/u, 'slp_000000000000000000');
  const refusals = [await follow(link, 'POST'), await follow(link, 'GET'), await follow(forged, 'GET'), await follow(forged, 'POST')];
  assert.deepEqual(new Set(refusals.map(({ status, text }) => `${status} ${text.replace(/req_\w+/u, '')}`)).size, 1);
  assert.equal(refusals[0]?.status, 404);

  await say(app, toNotice('second', about), [id]);
  await waitForDelivery(app, id, 'second', 'delivered');
  const second = await waitForMail(world, stranger, 2);
  await waitForMail(world, member.email, 2);
  for (const { to, headers } of [first, second]) {
    assert.equal(to.length, 1, 'one mail a person');
    assert.match(headers['list-id'] ?? '', new RegExp(`^Team <${id}\\.`, 'u'));
    assert.deepEqual([headers['auto-submitted'], headers['list-unsubscribe-post']], ['auto-generated', 'List-Unsubscribe=One-Click']);
  }
  const { body: delivery } = await app.api.get(`/api/channels/${id}/deliveries`);
  const messageIds = delivery.deliveries.map((one: { id: string }) => one.id);
  assert.ok(
    messageIds.some((one: string) => second.headers['message-id']?.startsWith(`<${one}.`)),
    second.headers['message-id'],
  );

  const leave = /<(?<url>[^>]+)>/u.exec(second.headers['list-unsubscribe'] ?? '')?.groups?.['url'] ?? assert.fail();
  assert.ok(second.html.includes(leave) && second.text.includes(leave));
  assert.equal((await follow(leave, 'GET')).status, 200);
  assert.equal((await readStates(world, id))[stranger], 'confirmed');
  const other = await makeChannel(world, [stranger, member.email]);
  assert.equal((await follow(leave, 'POST')).status, 200);
  assert.equal((await follow(leave, 'POST')).status, 404, 'it is used');
  assert.deepEqual(await readStates(world, id), {
    [member.email]: 'member',
    [client.email]: 'waiting',
    [stranger]: 'unsubscribed',
    [silent]: 'waiting',
  });
  assert.equal((await readStates(world, other))[member.email], 'member');
  await say(app, toNotice('third', about), [id]);
  await waitForDelivery(app, id, 'third', 'delivered');
  await waitForMail(world, member.email, 3);
  assert.equal((await listTaken(world, stranger)).filter(({ subject }) => subject.startsWith('third')).length, 0);

  await app.api.put(`/api/channels/${id}`, { config: { addresses: [stranger] } });
  await say(app, toNotice('none', about), [id]);
  assert.match((await waitForDelivery(app, id, 'none', 'failed')).error ?? '', /1 unsubscribed/u);
  // Mail of an account is no list: it goes to who left one.
  const invited = await app.api.post(`/api/organizations/${ORG}/invitations`, { email: stranger, role: 'viewer' });
  assert.equal(invited.status, 201);
  await waitUntil(async () => (await listTaken(world, stranger)).some(({ subject }) => subject.startsWith('Invitation')), 'the invitation');
  for (const one of [id, other]) await app.api.delete(`/api/channels/${one}`);
  assert.equal((await follow(first.links.find((one) => one.includes('/api/public/mail/')) ?? '', 'POST')).status, 404);
}

async function checkServer(world: World): Promise<void> {
  const { app, about } = world;
  const people = await Promise.all(Array.from({ length: 3 }, () => joinAs(app, ORG, { role: 'viewer', project_ids: [about.projectId] })));
  const [later = '', never = '', well = ''] = people.map(({ email }) => email);
  await app.sandbox.delete('/_sandbox/mail');
  const id = await makeChannel(world, [later, never, well]);
  await app.sandbox.post('/_sandbox/faults', { match: `smtp:${later}`, kind: 'smtp_451', count: 3 });
  await app.sandbox.post('/_sandbox/faults', { match: `smtp:${never}`, kind: 'smtp_550' });
  await say(app, toNotice('three', about), [id]);
  await waitForDelivery(app, id, 'three', 'delivered');
  for (const address of [later, well]) await waitForMail(world, address);
  assert.deepEqual(await listTaken(world, never), []);
  assert.deepEqual(await readStates(world, id), { [later]: 'member', [never]: 'bounced', [well]: 'member' });
  const { addresses } = (await app.api.get(`/api/channels/${id}/addresses`)).body;
  assert.match(addresses[1].reason, /550|No such mailbox/u);
  await app.sandbox.post('/_sandbox/faults', {});
  await say(app, toNotice('again', about), [id]);
  await waitForDelivery(app, id, 'again', 'delivered');
  assert.deepEqual(await listTaken(world, never), [], 'it is left alone');
  await app.api.put(`/api/channels/${id}`, { config: { addresses: [later, never, well] } });
  await say(app, toNotice('right', about), [id]);
  await waitForDelivery(app, id, 'right', 'delivered');
  await waitForMail(world, never);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkOutside(world: World): Promise<void> {
  const { app, about } = world;
  const { email } = await joinAs(app, ORG, { role: 'viewer', project_ids: [about.projectId] });
  await app.sandbox.delete('/_sandbox/mail');
  const evil = 'Acme\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>';
  const refused = await app.api.post('/api/channels', {
    kind: 'email',
    name: evil,
    project_id: about.projectId,
    config: { addresses: [email] },
  });
  assert.equal(refused.status, 400);
  for (const addresses of [
    [`${email}\r\nBcc: eve@evil.example`],
    [email, email.toUpperCase()],
    Array.from({ length: 51 }, (_, n) => `a${n}@b.com`),
  ])
    assert.equal(
      (await app.api.post('/api/channels', { kind: 'email', name: 'x', project_id: about.projectId, config: { addresses } })).status,
      400,
    );
  const id = await makeChannel(world, [email], { name: 'Größe, "Team" <eve@evil.example>' });
  const title = 'outside <img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a>';
  const items = [
    { title, text: evil, path: 'javascript:alert(1)' },
    { title, text: title, path: '//evil.example/x' },
  ];
  await say(app, toNotice('outside', { ...about, title: `${title}\r\nBcc: eve@evil.example`, text: evil, items, itemsTotal: 2 }), [id]);
  await waitForDelivery(app, id, 'outside', 'delivered');
  const { to, headers, subject, html, raw } = await waitForMail(world, email);
  assert.deepEqual([to, headers['bcc']], [[email], undefined]);
  assert.doesNotMatch(subject, /[\r\n]/u);
  assert.doesNotMatch(html, /<script|<img|href="javascript|evil\.example\/x"/iu);
  assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;'));
  const [head = ''] = raw.split('\r\n\r\n');
  assert.doesNotMatch(head, /^bcc:/imu);
  assert.equal((head.match(/^to:/gimu) ?? []).length, 1);
  assert.match(headers['list-id'] ?? '', new RegExp(`<${id}\\.[\\w.-]+>$`, 'u'));
  assert.deepEqual(await listTaken(world, 'eve@evil.example'), []);
  await app.api.delete(`/api/channels/${id}`);
}

async function checkFlood(world: World): Promise<void> {
  const { app } = world;
  const victim = 'victim@strangers.com';
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await makeChannel(world, [victim]));
  for (let count = 0; count < 3; count += 1)
    assert.equal((await app.api.put(`/api/channels/${ids[0]}`, { config: { addresses: [victim] } })).status, 200);
  await waitForMail(world, victim, 3);
  const { rows } = await app.app.context.postgres.query(`select from mails where to_address = $1`, [victim]);
  assert.equal(rows.length, 3);
  for (const id of ids) await app.api.delete(`/api/channels/${id}`);
}

async function checkReady(world: World): Promise<void> {
  const { app, about } = world;
  const { email } = await joinAs(app, ORG, { role: 'viewer', project_ids: [about.projectId] });
  await app.sandbox.delete('/_sandbox/mail');
  const id = await makeChannel(world, [email]);
  const mail = { subject: 'The week', text: 'As text', html: '<p>As HTML</p>' };
  await say(app, toNotice('ready', { ...about, event: 'digest', mail }), [id]);
  await waitForDelivery(app, id, 'ready', 'delivered');
  const { subject, text, html, headers } = await waitForMail(world, email);
  assert.deepEqual([subject, text.trim(), html.trim()], [mail.subject, mail.text, mail.html]);
  assert.ok(headers['list-unsubscribe']);
  await app.api.delete(`/api/channels/${id}`);
}
