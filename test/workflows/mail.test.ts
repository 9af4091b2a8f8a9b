import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMails, sendMail } from '#areas/mail/index.ts';
import type { Mail } from '#areas/mail/mail.ts';
import { AppError } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { openArchive } from '../cli/forged-archives.ts';
import { toOpenStores } from '../cli/archive-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { onEnd } from '../support/closers.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { planSandboxedService } from '../support/sandboxed-service.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { TEST_DAY } from '../support/test-day.ts';

const MARKER = 'marker-of-a-link-for-one-use-7731';
const MAIL = { kind: 'invitation', organizationId: null, subject: 'You are invited', text: `Come in: https://a.example/#token=${MARKER}` };

type NewMail = Partial<Parameters<typeof sendMail>[2]>;

async function send({ app: { context } }: TestApp, address: string, more: NewMail = {}): Promise<string> {
  return await context.postgres.transaction((tx) => sendMail(context, tx, { ...MAIL, to: { name: 'Ada', address }, ...more }));
}

async function waitForEnd({ app: { context } }: TestApp, id: string): Promise<Mail> {
  let mail: Mail | undefined;
  await waitUntil(async () => {
    mail = (await findMails(context.postgres, [id])).get(id);
    return mail !== undefined && mail.status !== 'queued';
  }, 'the mail to end');
  return mail ?? assert.fail('no such mail');
}

async function countSecrets({ query }: Postgres): Promise<number> {
  return (await query('select from secrets')).rowCount ?? 0;
}

async function listTaken(
  { sandbox }: Pick<TestApp, 'sandbox'>,
  to: string,
): Promise<{ headers: Record<string, string>; links: string[] }[]> {
  return (await sandbox.get(`/_sandbox/mail?to=${to}`)).body.messages;
}

/** Every row of the service and of its engine, sealed bytes as they lie there. */
async function dumpAll({ query }: Postgres): Promise<string> {
  const { rows: tables } = await query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'dbos')`,
  );
  let text = '';
  for (const { name } of tables) {
    const { rows } = await query<{ line: string }>(`select row_to_json(t)::text as line from ${name} t`);
    text += rows.map(({ line }) => line).join('\n');
  }
  return text;
}

test('mail', async (t) => {
  const lines: string[] = [];
  const logger = makeLogger('trace', { destination: { write: (line: string) => void lines.push(line) } });
  const app = await startTestApp(t, { logger, retryWaitsMs: [1, 1, 1] });
  const { postgres } = app.app.context;
  const fault = (kind: string, match: string, more: object = {}) => app.sandbox.post('/_sandbox/faults', { match, kind, ...more });

  await t.test('leaves when its transaction commits, once, and what it said is nowhere any more', async () => {
    await assert.rejects(
      postgres.transaction(async (tx) => {
        await sendMail(app.app.context, tx, { ...MAIL, to: { address: 'never@acme.com' } });
        throw new Error('rolled back');
      }),
      /rolled back/u,
    );
    await fault('smtp_451', 'smtp:ada@acme.com', { count: 1 });
    const id = await send(app, 'ada@acme.com');
    const { status, tries, sentAt, error } = await waitForEnd(app, id);
    assert.deepEqual([status, tries, error], ['sent', 2, null]);
    assert.ok(sentAt);
    const [taken, ...more] = await listTaken(app, 'ada@acme.com');
    assert.deepEqual([taken?.links, more], [[`https://a.example/#token=${MARKER}`], []]);
    assert.deepEqual(await listTaken(app, 'never@acme.com'), []);
    assert.equal(await countSecrets(postgres), 0);
  });

  await t.test('is tried again while the server does not take it, and not after a refusal for good', async () => {
    const [slow, refused, cut, other] = ['slow', 'refused', 'cut', 'other'].map((name) => `${name}@acme.com`) as [
      string,
      string,
      string,
      string,
    ];
    await fault('smtp_451', `smtp:${slow}`, { count: 3 });
    await fault('smtp_550', `smtp:${refused}`);
    await fault('reset', `smtp:${cut}`, { count: 2 });
    const ids = await Promise.all([slow, refused, cut, other].map((address) => send(app, address)));
    const ends = await Promise.all(ids.map((id) => waitForEnd(app, id)));
    assert.deepEqual(
      ends.map(({ status, tries }) => [status, tries]),
      [
        ['sent', 4],
        ['refused', 1],
        ['sent', 3],
        ['sent', 1],
      ],
    );
    assert.match(ends[1]?.error ?? '', /550/u);
    for (const address of [slow, cut, other]) assert.equal((await listTaken(app, address)).length, 1, address);
    assert.deepEqual(await listTaken(app, refused), []);
    assert.equal(await countSecrets(postgres), 0);
  });

  await t.test('is given up when the server never takes it, or when what it is about has ended', async () => {
    await fault('smtp_451', 'smtp:never-taken@acme.com');
    const late = await send(app, 'never-taken@acme.com', { giveUpAt: new Date(Date.now() + 50) });
    const end = await waitForEnd(app, late);
    assert.equal(end.status, 'failed');
    assert.ok(end.tries < 7);
    const { status, tries } = await waitForEnd(app, await send(app, 'never-taken@acme.com'));
    assert.deepEqual([status, tries], ['failed', 7]);
    assert.equal(await countSecrets(postgres), 0);
  });

  await t.test('whose answer was lost is sent again under the same Message-ID', async () => {
    await fault('lost_answer', 'smtp:twice@acme.com', { count: 1 });
    const id = await send(app, 'twice@acme.com');
    assert.deepEqual((({ status, tries }) => [status, tries])(await waitForEnd(app, id)), ['sent', 2]);
    const taken = await listTaken(app, 'twice@acme.com');
    assert.deepEqual(
      taken.map(({ headers }) => headers['message-id']),
      [`<${id}@sightline.example>`, `<${id}@sightline.example>`],
    );
  });

  await t.test('to an address that is none, or too long, is refused before anything is written', async () => {
    const isInvalid = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid';
    await assert.rejects(send(app, 'ada@acme.com\r\nBcc: eve@evil.example'), isInvalid);
    await assert.rejects(send(app, 'ada@acme.com', { replyTo: { address: 'x, y@z.com' } }), isInvalid);
    await assert.rejects(send(app, 'ada@acme.com', { html: 'x'.repeat(500_000) }), isInvalid);
  });

  await t.test('whose text is gone is refused, and says so', async () => {
    await app.sandbox.post('/_sandbox/faults', {});
    await fault('smtp_451', 'smtp:gone@acme.com');
    const id = await send(app, 'gone@acme.com');
    await postgres.query('delete from secrets');
    const { status, error } = await waitForEnd(app, id);
    assert.equal(status, 'refused');
    assert.match(error ?? '', /secret .* is not here/u);
  });

  await t.test('is listed for operators without what it said, and tried out by hand', async () => {
    const { status, body } = await app.api.post('/api/admin/mails/test', { to: 'operator@acme.com' });
    assert.equal(status, 202);
    assert.equal((await waitForEnd(app, body.id)).status, 'sent');
    const { body: listed } = await app.api.get('/api/admin/mails?to=OPERATOR@acme.com');
    assert.deepEqual([listed.configured, listed.mails.length, listed.mails[0].kind, listed.total], [true, 1, 'test', 1]);
    assert.equal((await app.api.get('/api/admin/mails?status=refused')).body.mails.length, 2);
    assert.equal((await app.api.post('/api/admin/mails/test', { to: 'x@y.z\r\nBcc: a@b.c' })).status, 400);
    const bound = await app.withKey({ scopes: ['read', 'write', 'admin'], organization_id: 'org_mail' });
    assert.equal((await bound.get('/api/admin/mails')).status, 403);
  });

  await t.test('holds its secrets: no row, log line, answer or archive shows what waiting mail says', async () => {
    await fault('smtp_451', 'smtp:waits@acme.com');
    const id = await send(app, 'waits@acme.com');
    assert.equal(await countSecrets(postgres), 1);
    const spellings = [MARKER, Buffer.from(MARKER).toString('hex'), Buffer.from(MARKER).toString('base64').slice(0, 40)];
    const file = join(app.stores.dataDir, 'mail.archive');
    await exportArchive(toOpenStores(app.stores), { file, projectId: undefined, withKeys: false, passphrase: 'a passphrase of the tests' });
    const { sections } = await openArchive(file);
    assert.ok(sections.find(({ table }) => table === 'mails')?.lines.some((line) => line.includes(id)));
    assert.equal(sections.find(({ table }) => table === 'secrets')?.lines.length, 0);
    const places = {
      rows: await dumpAll(postgres),
      log: lines.join(''),
      answers: JSON.stringify([(await app.api.get('/api/admin/mails')).body, (await app.api.get('/api/admin/audit')).body]),
      archive: JSON.stringify(sections),
    };
    assert.ok(places.rows.includes(id));
    for (const [place, text] of Object.entries(places))
      for (const spelling of spellings) assert.ok(!text.includes(spelling), `${place} hold ${spelling}`);
    await app.sandbox.post('/_sandbox/faults', {});
    assert.equal((await waitForEnd(app, id)).status, 'sent');
  });
});

test('without a mail server everything else works, and who would send is told so', async (t) => {
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY });
  onEnd(t, () => sandbox.close());
  const app = await startTestApp(t);
  const context = { ...app.app.context, mail: { ...app.app.context.mail, isConfigured: false } };
  await assert.rejects(
    context.postgres.transaction((tx) => sendMail(context, tx, { ...MAIL, to: { address: 'ada@acme.com' } })),
    (error) => error instanceof AppError && error.code === 'not_configured' && error.status === 503,
  );
});

test("after kill -9 between the server's answer and its record the mail is sent once more, under the same Message-ID", async (t) => {
  const { place, sandbox } = await planSandboxedService(t);
  await sandbox.post('/_sandbox/faults', { match: 'smtp', kind: 'lost_answer', count: 1, delay_ms: 60_000 });
  const first = await startService(place, PATIENCE_MS);
  const { body } = await place.api.post('/api/admin/mails/test', { to: 'ada@acme.com' });
  await waitUntil(async () => (await listTaken({ sandbox }, 'ada@acme.com')).length === 1, 'the server to take it');
  await killService(first);
  const second = await startService(place, PATIENCE_MS);
  await waitUntil(async () => (await place.api.get('/api/admin/mails')).body.mails[0].status === 'sent', 'the mail to be sent');
  const taken = await listTaken({ sandbox }, 'ada@acme.com');
  assert.deepEqual(
    taken.map(({ headers }) => headers['message-id']),
    [`<${body.id}@sightline.example>`, `<${body.id}@sightline.example>`],
  );
  await stopService(second);
});
