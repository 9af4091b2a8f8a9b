import assert from 'node:assert/strict';
import { openSignedIn } from './accounts-world.ts';
import type { Answer, ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';
import { makeAuthenticator, showCode, type Authenticator } from './authenticator.ts';
import { waitUntil } from './wait-until.ts';

export const PASSWORD = 'correct horse battery';
export const EMAIL = 'ada@example.com';

/** An owner with a password, and what they do with their second factors. */
export interface FactorsWorld {
  /** Where pages come from at which passkeys work. */
  readonly origin: string;
  signIn(): Promise<Answer>;
  /** Signs in with the password, and completes it with this. */
  complete(proof: object): Promise<Answer>;
  /** A page of the owner, signed in by what is at hand. */
  openPage(): Promise<ApiClient>;
  /** Has an app count. @returns its secret, and recovery codes if they were made */
  enrol(page: ApiClient): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] | null }>;
  /** The code of now, which was not used yet as far as the service knows. */
  nextCode(secret: string): Promise<string>;
  addPasskey(
    page: ApiClient,
    name: string,
    authenticator?: Authenticator,
  ): Promise<{ readonly authenticator: Authenticator; readonly answer: Answer }>;
  /** Removes all factors, and forgets what was tried. */
  reset(): Promise<void>;
  /** Has the last proof of all sessions be so old. */
  ageProofs(minutes: number): Promise<void>;
}

export async function makeFactorsWorld({ anonymous, api, app, stores, url }: TestApp): Promise<FactorsWorld> {
  const token = (app.setupLink ?? '').split('#token=')[1] ?? '';
  assert.equal((await anonymous.post('/api/setup', { email: EMAIL, name: 'Ada', password: PASSWORD, token })).status, 201);
  const { port } = new URL(url);
  const origin = `http://localhost:${port}`;
  const signIn = async (): Promise<Answer> => await anonymous.post('/api/session', { email: EMAIL, password: PASSWORD });
  return {
    origin,
    signIn,
    async complete(proof) {
      const { body } = await signIn();
      return await anonymous.post('/api/session/factor', { token: body.factor.token, ...proof });
    },
    async openPage() {
      const { link } = (await api.post('/api/admin/users/sign-in-link')).body;
      const answer = await anonymous.post('/api/session', { link: link.split('#link=')[1] });
      assert.equal(answer.status, 201, 'openPage is for an owner without a factor');
      return openSignedIn(url, answer);
    },
    async enrol(page) {
      const { status, body } = await page.post('/api/me/factors/totp');
      assert.equal(status, 201);
      const confirmed = await page.post('/api/me/factors/totp/confirm', { code: showCode(body.secret) });
      assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
      return { secret: body.secret, recoveryCodes: confirmed.body.recovery_codes };
    },
    async nextCode(secret) {
      await stores.postgres.query('update totp_factors set last_step = 0');
      return showCode(secret);
    },
    async addPasskey(page, name, authenticator = makeAuthenticator(origin)) {
      const { body } = await page.post('/api/me/factors/passkeys/options');
      const passkey = authenticator.create(body.options);
      return { authenticator, answer: await page.post('/api/me/factors/passkeys', { name, passkey }) };
    },
    async reset() {
      await api.post('/api/admin/users/reset-factors', { email: EMAIL });
      await stores.postgres.query(`delete from rate_limits where key like 'rate:attempts%'`);
    },
    ageProofs: (minutes) => ageProofs(app, minutes),
  };
}

/** Has the last proof of all sessions be so old, and waits until the service has heard of it. */
export async function ageProofs({ context: { postgres } }: TestApp['app'], minutes: number): Promise<void> {
  const heard = new Set<string>();
  const onNotification = (_channel: string, id: string): void => void heard.add(id);
  // The service's own subscription is older, so it hears each of them first.
  const subscription = { channels: ['sightline_api_keys'], onNotification, onConnect: () => Promise.resolve() };
  await postgres.listener.subscribe(subscription);
  const { rows } = await postgres.query<{ id: string }>(
    `update sessions set proved_at = now() - $1::float8 * interval '1 minute' returning id`,
    [minutes],
  );
  await waitUntil(async () => rows.every(({ id }) => heard.has(id)), 'the service to hear that proofs are older');
  postgres.listener.unsubscribe(subscription);
}
