import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { makeClock } from '#kernel/clock.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { failureOf, startStub, toRefusal } from '../../../test/support/page-door.ts';
import { openReceiver } from '../../../test/support/webhook-receiver.ts';
import { makeWebhookReceiver } from './make-webhook-receiver.ts';

const MESSAGE = { id: 'msg_1', body: '{"event":"test","device":"iphone — größer"}' };
const TEXT_SECRET = 'a-secret-of-the-receiver';
const BASE64_SECRET = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`;

interface Wanted {
  readonly secret?: string;
  readonly mayBePrivate?: boolean;
  readonly timeoutMs?: number;
}

function openDelivery(t: TestContext, url: string | undefined, { secret, mayBePrivate = true, timeoutMs }: Wanted = {}) {
  const allowedPrivateOrigins = url !== undefined && mayBePrivate ? [new URL(url).origin] : [];
  const http = makeHttpClient({ logger: pino({ level: 'silent' }), allowedPrivateOrigins });
  t.after(() => http.close());
  return makeWebhookReceiver({ http, clock: makeClock(), config: { url, secret }, timeoutMs });
}

for (const [name, secret] of Object.entries({ text: TEXT_SECRET, base64: BASE64_SECRET }))
  test(`a message is signed so that Standard Webhooks verifies it, with a secret that is ${name}`, async (t) => {
    const receiver = await openReceiver(t);
    assert.equal(await openDelivery(t, `${receiver.url}/hook?tenant=7`, { secret }).deliver(MESSAGE), 200);
    const [{ method, path, headers, body } = assert.fail('nothing came')] = receiver.received;
    assert.deepEqual([method, path, headers['content-type']], ['POST', '/hook?tenant=7', 'application/json']);
    assert.deepEqual([headers['webhook-id'], headers['x-webhook-secret']], ['msg_1', secret]);
    const verifier = new Webhook(secret, name === 'text' ? { format: 'raw' } : {});
    const signed = headers as Record<string, string>;
    assert.deepEqual(verifier.verify(body.toString('utf8'), signed), JSON.parse(MESSAGE.body));
    assert.throws(() => verifier.verify(body.toString('utf8').replace('test', 'sync'), signed), /No matching signature/u);
  });

test('without a secret a message is not signed', async (t) => {
  const receiver = await openReceiver(t);
  await openDelivery(t, receiver.url).deliver(MESSAGE);
  const { headers } = receiver.received[0] ?? assert.fail('nothing came');
  assert.deepEqual([headers['webhook-id'], headers['webhook-signature'], headers['x-webhook-secret']], ['msg_1', undefined, undefined]);
});

test('what the receiver answers decides whether the message was taken, and whether it is sent again', async (t) => {
  let answer: { readonly status: number; readonly body?: string } = { status: 200 };
  const { url } = await startStub(t, (request, response) => {
    request.resume();
    response.writeHead(answer.status, { location: '/elsewhere', 'retry-after': '3600' }).end(answer.body);
  });
  const delivery = openDelivery(t, url);
  for (const taken of [{ status: 204 }, { status: 201, body: '{"success":true}' }, { status: 200, body: '<p>ok</p>' }]) {
    answer = taken;
    assert.equal(await delivery.deliver(MESSAGE), taken.status);
  }
  answer = { status: 200, body: '{"success":false}' };
  assert.match((await failureOf(delivery.deliver(MESSAGE))).message, /no success/u);
  for (const [status, isRetryable] of [
    [301, true],
    [307, true],
    [401, true],
    [404, true],
    [410, false],
    [429, true],
    [500, true],
  ] as const) {
    answer = { status };
    const failure = await failureOf(delivery.deliver(MESSAGE));
    assert.deepEqual([failure.code, failure.retryable, failure.retryAfterMs], [status, isRetryable, undefined]);
  }
});

test('a receiver that is down, slow or at a private address is a failure that says so', async (t) => {
  const silent = await openReceiver(t);
  silent.answerWith(undefined);
  assert.deepEqual(toRefusal(await failureOf(openDelivery(t, silent.url, { timeoutMs: 50 }).deliver(MESSAGE))), ['timeout', true]);
  assert.deepEqual(toRefusal(await failureOf(openDelivery(t, 'http://127.0.0.1:1/').deliver(MESSAGE))), ['network', true]);
  const heard = silent.received.length;
  const refused = await failureOf(openDelivery(t, silent.url, { mayBePrivate: false }).deliver(MESSAGE));
  assert.deepEqual([toRefusal(refused), silent.received.length], [['blocked_address', false], heard]);
});

test('the address is shown without what may be secret in it, and without one nothing is sent', async (t) => {
  assert.equal(openDelivery(t, 'https://us:er@hooks.example.com/a/b?token=c').address, 'https://hooks.example.com/a/b');
  const none = openDelivery(t, undefined);
  assert.equal(none.address, undefined);
  await assert.rejects(none.deliver(MESSAGE), { code: 'not_configured' });
});
