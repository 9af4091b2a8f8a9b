import assert from 'node:assert/strict';
import test from 'node:test';
import { mailPasswordLink } from '#areas/people/password/mail-link.ts';
import { openSignedIn } from '../support/accounts-world.ts';
import { startTestApp } from '../support/app.ts';
import { showCode } from '../support/authenticator.ts';
import { EMAIL, makeFactorsWorld, PASSWORD } from '../support/factors-world.ts';
import { waitUntil } from '../support/wait-until.ts';

const NEXT = 'another long password';

test('password forgotten', async (t) => {
  const world = await startTestApp(t);
  const { anonymous, sandbox, stores, url, app, api } = world;
  const { openPage, enrol, nextCode } = await makeFactorsWorld(world);
  const ask = async (email: string, headers = {}) => await anonymous.post('/api/password/forgotten', { email }, headers);
  const reset = async (token: string, password = NEXT, headers = {}) =>
    await anonymous.post('/api/password/reset', { token, password }, headers);
  const listMails = async (to: string): Promise<{ text: string; subject: string }[]> =>
    (await sandbox.get(`/_sandbox/mail?to=${encodeURIComponent(to)}`)).body.messages;
  const forgetAttempts = () => stores.postgres.query(`delete from rate_limits where key like 'rate:attempts%'`);
  let mails = 0;
  /** Asks for a link and waits for its mail. @returns the token */
  const getToken = async (): Promise<string> => {
    await forgetAttempts();
    assert.equal((await ask(EMAIL)).status, 202);
    mails += 1;
    await waitUntil(async () => (await listMails(EMAIL)).length === mails, `mail ${mails}`);
    const { text } = (await listMails(EMAIL)).at(-1)!;
    const [, token = ''] = /\/console\/password#token=([\w-]{43})\s/u.exec(text) ?? [];
    return token;
  };

  await t.test('every address gets the same answer, and a person a mail', async () => {
    assert.equal((await anonymous.get('/api/session')).body.sends_mail, true);
    const [known, unknown] = [await ask(EMAIL), await ask('grace@example.com')];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    assert.deepEqual([known.status, known.body], [202, { success: true }]);
    mails += 1;
    await waitUntil(async () => (await listMails(EMAIL)).length === mails, `mail ${mails}`);
    const [mail] = await listMails(EMAIL);
    assert.ok(mail?.text.includes(`${url}/console/password#token=`), mail?.text);
    await waitUntil(async () => {
      const { body } = await api.get('/api/admin/workflows/history?type=password-link');
      return body.workflows.length === 2;
    }, 'both workflows to end');
    assert.deepEqual(await listMails('grace@example.com'), []);
    const { rows } = await stores.postgres.query('select * from password_resets');
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(/#token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '?'));
  });

  await t.test('the link gives another password once, and ends sessions and other links', async () => {
    const page = await openPage();
    const [first, second] = [await getToken(), await getToken()];
    assert.equal((await reset(second, 'too short')).status, 400);
    const answers = await Promise.all([1, 2, 3].map(() => reset(second)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404, 404],
    );
    assert.equal((await page.get('/api/me')).status, 401);
    const refused = [await reset(first), await reset(second), await reset('x'.repeat(43))];
    assert.equal(new Set(refused.map(({ status, body }) => JSON.stringify({ status, ...body, request_id: '' }))).size, 1);
    assert.equal(refused[0]?.status, 404);
    assert.equal((await anonymous.post('/api/session', { email: EMAIL, password: PASSWORD })).status, 401);
    assert.equal((await anonymous.post('/api/session', { email: EMAIL, password: NEXT })).status, 201);
    const { body: audit } = await api.get('/api/admin/audit?action=password/reset');
    assert.deepEqual([audit.entries[0].actor.name, audit.entries[0].status], [EMAIL, 200]);
  });

  await t.test('a link ends after half an hour, and a second factor is asked for as before', async () => {
    const late = await getToken();
    await stores.postgres.query('update password_resets set ends_at = now()');
    assert.equal((await reset(late)).status, 404);
    const { secret } = await enrol(await openPage());
    assert.equal((await reset(await getToken(), PASSWORD)).status, 200);
    const pending = await anonymous.post('/api/session', { email: EMAIL, password: PASSWORD });
    assert.deepEqual([pending.status, pending.body.authenticated], [200, false]);
    const done = await anonymous.post('/api/session/factor', { token: pending.body.factor.token, code: await nextCode(secret) });
    assert.equal((await openSignedIn(url, done).get('/api/me')).status, 200);
    assert.notEqual(showCode(secret), '');
  });

  await t.test('requests are bounded by address, and mails by person', async () => {
    await forgetAttempts();
    assert.deepEqual(
      [await ask(EMAIL), await ask(EMAIL), await ask(EMAIL), await ask(EMAIL)].map(({ status }) => status),
      [202, 202, 202, 429],
    );
    for (let name = 0; name < 7; name += 1) assert.equal((await ask(`${name}@example.com`)).status, 202);
    assert.equal((await ask('last@example.com')).status, 429);
    await forgetAttempts();
    mails += 3;
    await waitUntil(async () => (await listMails(EMAIL)).length === mails, `mail ${mails}`);
    const { context } = app;
    await mailPasswordLink(context, EMAIL);
    await stores.postgres.query('delete from password_resets');
    await mailPasswordLink({ ...context, mail: { ...context.mail, isConfigured: false } }, EMAIL);
    assert.equal((await stores.postgres.query('select from password_resets')).rowCount, 0, 'without mail nothing is made');
    const token = await getToken();
    assert.equal((await listMails(EMAIL)).length, mails, 'a fourth link at a time was not mailed');
    assert.notEqual(token, '');
  });

  await t.test('other pages cannot ask or reset', async () => {
    for (const headers of [{ origin: 'null' }, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      assert.equal((await ask(EMAIL, headers)).status, 403);
      assert.equal((await reset('x'.repeat(43), NEXT, headers)).status, 403);
    }
  });
});
