import assert from 'node:assert/strict';
import { makeBrowser, openSignedIn } from './accounts-world.ts';
import type { Answer } from './api-client.ts';
import { showCode } from './authenticator.ts';
import type { ServicePlace } from './service-process.ts';
import { waitUntil } from './wait-until.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';
const AT_ONCE = 6;

/** Whether a code and a recovery code are taken once over two processes, and a proof that one takes counts in the other. */
export async function assertFactorsShared(here: ServicePlace, there: ServicePlace, ageProofs: () => Promise<void>): Promise<void> {
  const places = [here, there];
  const visitor = ({ url }: ServicePlace) => makeBrowser(url, { 'sec-fetch-site': 'same-origin' });
  const token = (await here.api.post('/api/admin/setup-link')).body.link.split('#token=')[1] as string;
  const owner = await visitor(here).post('/api/setup', { email: EMAIL, name: 'Ada', password: PASSWORD, token });
  assert.equal(owner.status, 201);
  const page = openSignedIn(here.url, owner);
  const { secret } = (await page.post('/api/me/factors/totp')).body;
  const confirmed = await openSignedIn(there.url, owner).post('/api/me/factors/totp/confirm', { code: showCode(secret, -1) });
  assert.equal(confirmed.status, 200);
  const recoveryCode = confirmed.body.recovery_codes[0] as string;

  for (const proof of [{ code: showCode(secret) }, { recovery_code: recoveryCode }]) {
    const send = async (at: number): Promise<Answer> => {
      const browser = visitor(places[at % 2] ?? here);
      const { body } = await browser.post('/api/session', { email: EMAIL, password: PASSWORD });
      return await visitor(places[(at + 1) % 2] ?? here).post('/api/session/factor', { token: body.factor.token, ...proof });
    };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_none, at) => send(at)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1, JSON.stringify(answers.map(({ status }) => status)));
  }

  await ageProofs();
  const pageThere = openSignedIn(there.url, owner);
  for (const browser of [page, pageThere])
    await waitUntil(async () => (await browser.post('/api/me/factors/totp')).status === 403, 'the process to hear that proofs are older');
  assert.equal((await page.post('/api/session/step-up', { password: PASSWORD })).status, 200);
  assert.equal((await pageThere.post('/api/me/factors/totp')).status, 201, 'a proof counts in every process at once');
}
