import assert from 'node:assert/strict';
import { cookieOf, makeBrowser, openSignedIn } from './accounts-world.ts';
import type { ApiClient, Answer } from './api-client.ts';
import type { TestApp } from './app.ts';
import { waitUntil } from './wait-until.ts';

export const PASSWORD = 'correct horse battery';

/** A person with a browser that is signed in. */
export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly browser: ApiClient;
  readonly cookie: string;
}

type World = Pick<TestApp, 'api' | 'anonymous' | 'url' | 'sandbox'>;

/** Invites a person and accepts, as they would; the first invitation of an organization makes it. */
export async function joinAs(
  world: World,
  organizationId: string,
  grant: Readonly<Record<string, unknown>> & { readonly role: string },
): Promise<SignedIn> {
  const email = `${grant.role}-${Math.random().toString(36).slice(2)}@example.com`;
  const token = await inviteTo(world, organizationId, { email, ...grant });
  const accepted = await world.anonymous.post(`/api/invitations/${token}`, { name: `The ${grant.role}`, password: PASSWORD }, PAGE);
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
  return await toSignedIn(world, email, accepted);
}

/** What stands behind `#token=` of the link of a new invitation, which the mailbox has. */
export async function inviteTo(
  world: Pick<World, 'api' | 'sandbox'>,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const invited = await world.api.post(`/api/organizations/${organizationId}/invitations`, body);
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  return await readInvitation(world, invited.body.invitation);
}

interface MailedInvitation {
  readonly email: string;
  /** Of its newest link. */
  readonly sent_at: string;
}

/** The token in the newest mail of an invitation. */
export async function readInvitation(world: Pick<World, 'sandbox'>, invitation: MailedInvitation): Promise<string> {
  return (await readMail(world, invitation)).links[0]?.split('#token=')[1] ?? assert.fail('no link in the mail');
}

/** The newest mail of an invitation. */
export async function readMail(
  { sandbox }: Pick<World, 'sandbox'>,
  { email, sent_at: since }: MailedInvitation,
): Promise<{ readonly links: readonly string[]; readonly text: string; readonly subject: string }> {
  const query = new URLSearchParams({ to: email, since }).toString();
  let newest: { readonly links: readonly string[]; readonly text: string; readonly subject: string } | undefined;
  await waitUntil(async () => {
    newest = (await sandbox.get(`/_sandbox/mail?${query}`)).body.messages.at(-1);
    return newest !== undefined;
  }, `mail to ${email}`);
  return newest ?? assert.fail();
}

/** Signs a person in by their password. */
export async function signIn(world: World, email: string): Promise<SignedIn> {
  const answer = await world.anonymous.post('/api/session', { email, password: PASSWORD }, PAGE);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return await toSignedIn(world, email, answer);
}

/** Makes the first owner, who runs the service. */
export async function makeOperator(world: World & Pick<TestApp, 'app'>): Promise<SignedIn> {
  const token = world.app.setupLink?.split('#token=')[1];
  const email = 'operator@example.com';
  const answer = await world.anonymous.post('/api/setup', { token, email, name: 'The operator', password: PASSWORD }, PAGE);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return await toSignedIn(world, email, answer);
}

export const PAGE = { 'sec-fetch-site': 'same-origin' };

async function toSignedIn({ url }: Pick<World, 'url'>, email: string, answer: Answer): Promise<SignedIn> {
  const browser = openSignedIn(url, answer);
  const { body: me } = await browser.get('/api/me');
  return { userId: me.id, email, browser, cookie: cookieOf(answer) };
}

/** A browser of the service's pages that has a cookie already. */
export function reopen(url: string, cookie: string): ApiClient {
  return makeBrowser(url, { cookie, ...PAGE });
}

/** Operations that take a session cookie and no key. */
export const COOKIE_ONLY = [
  'POST /api/inbox/read',
  'GET /api/setup',
  'POST /api/setup',
  'GET /api/session',
  'POST /api/session',
  'PUT /api/session',
  'DELETE /api/session',
  'POST /api/password/forgotten',
  'POST /api/password/reset',
  'POST /api/me/password',
  'POST /api/organizations/{organization_id}/view-as',
  'DELETE /api/view-as',
  'GET /api/invitations/{token}',
  'POST /api/invitations/{token}',
  'GET /api/me/keys',
  'POST /api/me/keys',
  'DELETE /api/me/keys/{id}',
  'POST /api/session/factor',
  'POST /api/session/passkey',
  'POST /api/session/step-up',
  'GET /api/me/factors',
  'POST /api/me/factors/totp',
  'DELETE /api/me/factors/totp',
  'POST /api/me/factors/totp/confirm',
  'POST /api/me/factors/recovery-codes',
  'POST /api/me/factors/passkeys/options',
  'POST /api/me/factors/passkeys',
  'PUT /api/me/factors/passkeys/{id}',
  'DELETE /api/me/factors/passkeys/{id}',
  'GET /api/session/oidc',
  'GET /api/session/oidc/{provider_id}',
  'POST /api/session/oidc/{provider_id}',
  'GET /api/session/oidc/callback',
  'GET /api/me/identities',
  'POST /api/me/identities',
  'DELETE /api/me/identities/{identity_id}',
  'POST /api/approvals/{quote_id}/approve',
  'POST /api/approvals/{quote_id}/decline',
];
