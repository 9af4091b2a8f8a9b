import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { AppError, OutsideError } from '#kernel/errors.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { makeApiClient, type ApiClient } from '../../../test/support/api-client.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { AUTHORITY, startTestMailServer } from '../../../test/support/mail-server.ts';
import { findAddressProblem, parseMailbox } from './address.ts';
import { makeMailDoor } from './make-mail-door.ts';
import type { OutgoingMail } from './index.ts';
import { findSandboxMail } from './sandbox-mail.ts';
import type { SmtpSettings } from './settings.ts';

const MAIL: OutgoingMail = {
  to: { name: 'Ada', address: 'ada@acme.com' },
  subject: 'Two keywords left the top 10',
  text: 'See https://a.example/x',
};
const FROM = { name: 'Sightline', address: 'reports@acme.com' };

const doorTo = (settings: SmtpSettings | undefined, timeoutMs = 5_000) => makeMailDoor({ clock: makeClock(), settings, timeoutMs });

async function openSandbox(t: TestContext): Promise<{ settings: SmtpSettings; sandbox: ApiClient }> {
  const sandbox = await startSandbox({ port: 0 });
  onEnd(t, () => sandbox.close());
  const settings = await findSandboxMail(sandbox.url, FROM);
  return { settings: settings ?? assert.fail('no mailbox'), sandbox: makeApiClient(sandbox.url) };
}

async function failureOf(work: Promise<unknown>): Promise<OutsideError> {
  const error = await work.then(
    () => assert.fail('it was sent'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof OutsideError, String(error));
  return error;
}

test('a mail arrives as it was written, under the id of its caller', async (t) => {
  const { settings, sandbox } = await openSandbox(t);
  const html = '<p>größer &amp; <a href="https://a.example/y?a=1&amp;b=2">weiter</a></p>';
  const subject = 'Zwei Suchbegriffe fielen, größer als je zuvor, und der Betreff ist so lang, dass er umgebrochen wird: „Ende“ 😀';
  await doorTo(settings).send('mail_1', {
    ...MAIL,
    subject,
    text: `größer\n.\n${'lang '.repeat(300)}\nSee https://a.example/x`,
    html,
    replyTo: { address: 'agency@acme.com' },
    unsubscribeUrl: 'https://a.example/mail/token',
  });
  const { body } = await sandbox.get('/_sandbox/mail?to=ADA@acme.com');
  const [message] = body.messages;
  assert.equal(body.messages.length, 1);
  assert.deepEqual([message.from, message.to, message.subject], ['reports@acme.com', ['ada@acme.com'], subject]);
  assert.equal(message.text, `größer\n.\n${'lang '.repeat(300)}\nSee https://a.example/x`);
  assert.equal(message.html, html);
  assert.deepEqual(message.links, ['https://a.example/x', 'https://a.example/y?a=1&b=2']);
  const { headers } = message;
  assert.equal(headers['message-id'], '<mail_1@acme.com>');
  assert.match(headers['from'], /^"?Sightline"? <reports@acme\.com>$/u);
  assert.match(headers['to'], /^"?Ada"? <ada@acme\.com>$/u);
  assert.equal(headers['reply-to'], 'agency@acme.com');
  assert.equal(headers['auto-submitted'], 'auto-generated');
  assert.equal(headers['list-unsubscribe'], '<https://a.example/mail/token>');
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  assert.deepEqual((await sandbox.get('/_sandbox/mail?to=bob@acme.com')).body.messages, []);
  assert.equal((await sandbox.delete('/_sandbox/mail')).status, 200);
  assert.deepEqual((await sandbox.get('/_sandbox/mail')).body.messages, []);
});

test('nothing in a name, subject or text makes another header, receiver or file', async (t) => {
  const { settings, sandbox } = await openSandbox(t);
  const evil = 'x\r\nBcc: eve@evil.example\r\n\r\n<b>body</b>';
  for (const address of [
    'ada@acme.com\r\nBcc: eve@evil.example',
    'ada@acme.com, eve@evil.example',
    'ada@acme.com>,<eve@evil.example',
    '"ada, eve"@acme.com',
    'ada@acme.com eve@evil.example',
    'ada',
    '@acme.com',
    'ada@',
    'ada@acme..com',
    `${'a'.repeat(65)}@acme.com`,
    'ada@acme.com\u0000',
    'group: ada@acme.com;',
  ])
    assert.equal(findAddressProblem({ address }), 'must be an e-mail address', address);
  assert.match(findAddressProblem({ name: evil, address: 'ada@acme.com' }) ?? '', /no line breaks/u);
  for (const name of ['Ada, "the first" <eve@evil.example>', 'größer', '=?UTF-8?Q?x?=', 'a: b;']) {
    assert.equal(findAddressProblem({ name, address: 'ada@acme.com' }), undefined, name);
    await doorTo(settings).send('mail_2', {
      ...MAIL,
      to: { name, address: 'ada@acme.com' },
      subject: evil,
      text: evil,
      html: '{"path":"/etc/passwd"}',
    });
  }
  const { messages } = (await sandbox.get('/_sandbox/mail')).body;
  assert.equal(messages.length, 4);
  for (const { to, headers, subject, text, html } of messages) {
    assert.deepEqual(to, ['ada@acme.com']);
    assert.equal(headers['bcc'], undefined);
    assert.match(headers['to'], /<ada@acme\.com>$/u);
    assert.equal(subject, 'x Bcc: eve@evil.example <b>body</b>');
    assert.match(text, /^x\nBcc: eve/u);
    assert.equal(html, '{"path":"/etc/passwd"}');
  }
});

test('what the server says decides whether a mail is tried again', async (t) => {
  const { settings, sandbox } = await openSandbox(t);
  const fault = (kind: string, match = 'smtp', more: object = {}) => sandbox.post('/_sandbox/faults', { match, kind, count: 1, ...more });
  const send = () => doorTo(settings, 500).send('mail_3', MAIL);
  await fault('smtp_451');
  const greylisted = await failureOf(send());
  assert.deepEqual([greylisted.kind, greylisted.code, greylisted.retryable], ['provider', 451, true]);
  await fault('smtp_550', 'smtp:bob@acme.com');
  await send();
  const refused = await failureOf(doorTo(settings).send('mail_4', { ...MAIL, to: { address: 'bob@acme.com' } }));
  assert.deepEqual([refused.kind, refused.code, refused.retryable], ['request_refused', 550, false]);
  assert.match(refused.message, /No such mailbox here/u);
  await fault('reset');
  assert.deepEqual((({ kind, retryable }) => [kind, retryable])(await failureOf(send())), ['network', true]);
  await fault('slow', 'smtp', { delay_ms: 3_000 });
  assert.deepEqual((({ kind, retryable }) => [kind, retryable])(await failureOf(send())), ['timeout', true]);
  await fault('slow', 'smtp', { delay_ms: 50 });
  await send();
  const before = (await sandbox.get('/_sandbox/mail')).body.messages.length;
  await fault('lost_answer');
  assert.equal((await failureOf(send())).retryable, true);
  assert.equal((await sandbox.get('/_sandbox/mail')).body.messages.length, before + 1);

  assert.equal((await failureOf(doorTo({ ...settings, port: 1 }).send('mail_5', MAIL))).retryable, true);
  assert.equal((await failureOf(doorTo({ ...settings, host: 'mail.no-such-host.invalid' }).send('mail_5', MAIL))).retryable, true);
  await assert.rejects(doorTo(undefined).send('mail_6', MAIL), (error) => error instanceof AppError && error.code === 'not_configured');
});

test('a certificate is always checked, and a private authority is believed when it is named', async (t) => {
  const implicit = await startTestMailServer(t, { secure: true });
  const upgraded = await startTestMailServer(t, {});
  for (const [server, tls] of [
    [implicit, 'implicit'],
    [upgraded, 'starttls'],
    [upgraded, 'if_offered'],
  ] as const) {
    const settings = { host: 'localhost', port: server.port, user: undefined, password: undefined, tls, ca: undefined, from: FROM };
    const failure = await failureOf(doorTo(settings).send('mail_7', MAIL));
    assert.match(failure.message, /certificate of the mail server is not trusted: .*self[- ]signed/u, tls);
    assert.equal(failure.retryable, true);
    assert.equal(server.taken.length, tls === 'if_offered' ? 1 : 0);
    await doorTo({ ...settings, ca: AUTHORITY }).send('mail_8', MAIL);
  }
  const other = { port: implicit.port, user: undefined, password: undefined, tls: 'implicit', ca: AUTHORITY, from: FROM } as const;
  assert.match((await failureOf(doorTo({ ...other, host: '127.0.0.2' }).check())).message, /./u);
  assert.deepEqual([implicit.taken.length, upgraded.taken.length], [1, 2]);
});

test('a password goes over TLS only, and a wrong one is said as that', async (t) => {
  const plain = await startTestMailServer(t, {
    password: 'the right one',
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  });
  const server = await startTestMailServer(t, { password: 'the right one' });
  const settings = {
    host: 'localhost',
    port: server.port,
    user: 'reports',
    password: 'the right one',
    tls: 'starttls',
    ca: AUTHORITY,
    from: FROM,
  } as const;
  await doorTo(settings).check();
  await doorTo(settings).send('mail_9', MAIL);
  assert.equal(server.taken.length, 1);
  const refused = await failureOf(doorTo({ ...settings, password: 'a wrong one' }).check());
  assert.deepEqual([refused.kind, refused.retryable], ['credentials_refused', true]);
  assert.ok(!refused.message.includes('a wrong one'));
  const bare = await failureOf(doorTo({ ...settings, port: plain.port }).send('mail_10', MAIL));
  assert.equal(bare.retryable, true);
  assert.deepEqual(plain.taken, []);
});

test("mail programs' spelling of an address is read", () => {
  assert.deepEqual(parseMailbox('Sightline <reports@acme.com>'), FROM);
  assert.deepEqual(parseMailbox('"Sightline" <reports@acme.com>'), FROM);
  assert.deepEqual(parseMailbox('reports@acme.com'), { address: 'reports@acme.com' });
  for (const text of ['', 'Sightline', 'a@b.c, d@e.f', 'x <y>', 'Sightline <reports@acme.com> more'])
    assert.equal(parseMailbox(text), undefined, text);
});
