import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeWebhookReceiver } from '#providers/webhook-receiver/make-webhook-receiver.ts';
import { failureOf } from '../support/page-door.ts';
import { readDocument } from './documents.ts';
import { readLines } from '../support/child-lines.ts';

const BASE64_SECRET = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`;
const MESSAGE = { id: 'msg_1', body: '{"event":"categories_synced","device":"größer"}' };
const HOUR_MS = 3_600_000;

/** The receiver that docs/events.md shows, in a process of its own, and what it prints. */
async function startReceiver(t: TestContext, secret: string): Promise<{ url: string; nextLine: () => Promise<string> }> {
  const [, source] = /```js receiver\n([\s\S]*?)```/u.exec(readDocument('docs/events.md').text) ?? [];
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source ?? assert.fail('the page shows no receiver')], {
    env: { PORT: '0', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const nextLine = readLines(child.stdout);
  const [port] = /\d+$/u.exec(await nextLine()) ?? assert.fail('it says no port');
  return { url: `http://127.0.0.1:${port}`, nextLine };
}

for (const secret of ['a-secret-of-text', BASE64_SECRET])
  test(`the receiver of the page takes what is genuine, once: ${secret}`, async (t) => {
    const { url, nextLine } = await startReceiver(t, secret);
    const http = makeHttpClient({ logger: pino({ level: 'silent' }), allowedPrivateOrigins: [url] });
    t.after(() => http.close());
    const open = (given: string | undefined, now = Date.now()) =>
      makeWebhookReceiver({ http, clock: { realNow: () => now }, config: { url, secret: given } });

    assert.equal(await open(secret).deliver(MESSAGE), 200);
    assert.equal(await nextLine(), 'msg_1 categories_synced');
    assert.equal(await open(secret).deliver(MESSAGE), 200);
    for (const wrong of [open('another-secret'), open(undefined), open(secret, Date.now() - HOUR_MS), open(secret, Date.now() + HOUR_MS)])
      assert.equal((await failureOf(wrong.deliver({ ...MESSAGE, id: 'msg_2' }))).code, 401);
    assert.equal(await open(secret).deliver({ ...MESSAGE, id: 'msg_3' }), 200);
    assert.equal(await nextLine(), 'msg_3 categories_synced', 'a repeat or a forgery was taken');
  });
