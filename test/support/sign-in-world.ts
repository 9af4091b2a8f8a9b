import type { TestContext } from 'node:test';
import { startTestApp, type TestApp } from './app.ts';
import { readInvitation } from './people-world.ts';
import { openJarBrowser, type JarBrowser, type Visit } from './browser-jar.ts';

export const PASSWORD = 'correct horse battery';
export const ORGANIZATION = 'org_acme';
export const SETTINGS = `/api/organizations/${ORGANIZATION}/sign-in`;
/** People of the group `seo` are editors. */
export const SEO_RULE = { claim: 'groups', value: 'seo', role: 'editor' };
const CLIENT = { client_id: 'sightline', client_secret: 'sandbox-client-secret' };

/** A person as the sandbox's provider claims them. */
export interface Claimed {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export const ADA: Claimed = { sub: 'ada', email: 'ada@acme.com', email_verified: true, name: 'Ada', groups: ['seo'] };

export interface SignInWorld extends TestApp {
  /** The operator, who owns the organization. */
  readonly owner: JarBrowser;
  /** Sets the provider of the organization; what is left out is as usual. @returns its id */
  configure(changes?: object): Promise<string>;
  /** Names `acme.com` and proves it. */
  proveDomain(): Promise<void>;
  /** Sets what the sandbox's provider does. */
  tell(body: object): Promise<void>;
  /** Signs a claimed person in with a new browser. */
  signIn(person: Claimed, broken?: string): Promise<Visit & { readonly browser: JarBrowser }>;
  /** Makes a member by an invitation, with the usual password. @returns their browser */
  addMember(email: string, role: string, organizationId?: string): Promise<JarBrowser>;
  /** How often the sandbox's provider was asked, by what was asked. */
  countCalls(operation: string): Promise<number>;
  /** Why the browser came back without a session. */
  readFailure(browser: JarBrowser): Promise<string | null>;
}

/** A service with an organization and an identity provider in the sandbox. */
export async function openSignInWorld(t: TestContext): Promise<SignInWorld> {
  const world = await startTestApp(t);
  const { url, app, sandbox } = world;
  const owner = openJarBrowser(url);
  const [, token] = app.setupLink?.split('#token=') ?? [];
  await owner.api.post('/api/setup', { token, email: 'olga@acme.com', name: 'Olga', password: PASSWORD });
  await owner.api.post('/api/organizations', { id: ORGANIZATION, name: 'Acme' });
  const issuer = `${app.context.config.sandbox ?? ''}/identity/main`;
  let providerId = '';
  const tell = async (body: object): Promise<void> => {
    const { status, body: answer } = await sandbox.post('/_sandbox/identity', body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
  };
  return {
    ...world,
    owner,
    tell,
    async configure(changes = {}) {
      const body = { issuer, ...CLIENT, domains: ['acme.com'], is_enabled: true, ...changes };
      const answer = await owner.api.put(SETTINGS, body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      providerId = answer.body.provider.id;
      return providerId;
    },
    async proveDomain() {
      const path = `/api/organizations/${ORGANIZATION}/sign-in/domains`;
      const { body } = await owner.api.post(path, { domain: 'acme.com' });
      await sandbox.post('/_sandbox/names', { name: body.domain.record_name, texts: ['v=spf1', body.domain.record_text] });
      const proved = await owner.api.post(`${path}/acme.com/prove`);
      if (proved.body.domain?.proved_at === null) throw new Error('the domain was not proved');
    },
    async signIn(person, broken) {
      await tell({ people: [person], broken: broken ?? null });
      const browser = openJarBrowser(url);
      return { ...(await browser.visit(`${url}/api/session/oidc/${providerId}`)), browser };
    },
    async addMember(email, role, organizationId = ORGANIZATION) {
      const { body } = await owner.api.post(`/api/organizations/${organizationId}/invitations`, { email, role });
      const secret = await readInvitation(world, body.invitation);
      const browser = openJarBrowser(url);
      const answer = await browser.api.post(`/api/invitations/${secret}`, { name: email, password: PASSWORD });
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
      return browser;
    },
    async countCalls(operation) {
      const { body } = await sandbox.get('/_sandbox/calls');
      return body.by_endpoint[`/identity/main/${operation}`] ?? 0;
    },
    readFailure: async (browser) => (await browser.api.get('/api/session/oidc')).body.failure,
  };
}

/** What the tests compare: who there is, and who is joined. */
export async function countPeople({ stores }: SignInWorld) {
  const { rows } = await stores.postgres.query<{ people: number; identities: number; members: number; sessions: number }>(
    `select (select count(*) from users) as people, (select count(*) from identities) as identities,
       (select count(*) from memberships) as members, (select count(*) from sessions where sign_in_provider_id is not null) as sessions`,
  );
  return rows[0];
}

export async function findRole({ owner }: SignInWorld, email: string): Promise<string | undefined> {
  const { body } = await owner.api.get(`/api/organizations/${ORGANIZATION}/members?search=${encodeURIComponent(email)}`);
  return body.members[0]?.role;
}

export async function readLastSign({ api }: SignInWorld) {
  const { body } = await api.get('/api/admin/audit?limit=1');
  return body.entries[0];
}
