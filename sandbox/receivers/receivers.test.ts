import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ReceiverBoard } from './board.ts';
import { openSandbox } from '../../test/support/sandbox-client.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const card = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'TextBlock', text }] },
    },
  ],
});
const BOT = 'bot123456:AA-token/sendMessage';
const PLACES: Readonly<Record<string, readonly [place: string, payload: unknown]>> = {
  slack: ['T1/B1/secret', { text: 'hello', blocks: [section('hello')] }],
  discord: ['123/secret', { embeds: [{ title: 'hello' }] }],
  teams: ['flow/triggers/manual/paths/invoke', card('hello')],
  telegram: [BOT, { chat_id: '-100', text: '<b>hello</b>', parse_mode: 'HTML' }],
  apprise: ['notify/key', { title: 'hello', body: 'hello' }],
};

type Listed = ReturnType<ReceiverBoard['list']>;

async function open(t: TestContext) {
  const client = await openSandbox(t);
  const post = async (kind: string, place: string, payload: unknown) => {
    const response = await fetch(`${client.sandbox.url}/_sandbox/receivers/${kind}/${place}`, {
      method: 'POST',
      body: JSON.stringify(payload),
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, json: () => JSON.parse(text) };
  };
  const list = async (query = '') => (await client.control<Listed>(`/_sandbox/receivers${query}`)).body;
  return { client, post, list, fault: (body: object) => client.control('/_sandbox/faults', body) };
}

test('each kind answers a good message as it does, and the record shows it', async (t) => {
  const { post, list, client } = await open(t);
  const answers: [number, string][] = [];
  for (const [kind, [place, payload]] of Object.entries(PLACES)) {
    const { status, text } = await post(kind, place, payload);
    answers.push([status, text.slice(0, 11)]);
  }
  assert.deepEqual(answers, [
    [200, 'ok'],
    [204, ''],
    [202, ''],
    [200, '{"ok":true,'],
    [200, '{"error":nu'],
  ]);
  const { messages, receivers } = await list();
  assert.deepEqual(
    messages.map(({ kind, name, posted }) => [kind, name, posted]),
    [
      ['slack', 'T1/B1/secret', true],
      ['discord', '123/secret', true],
      ['teams', 'flow', true],
      ['telegram', '-100', true],
      ['apprise', 'key', true],
    ],
  );
  assert.equal(receivers.length, 5);
  assert.deepEqual((await list('?kind=slack&name=T1/B1/secret')).messages[0]?.payload, PLACES['slack']?.[1]);
  assert.equal((await fetch(`${client.sandbox.url}/_sandbox/receivers`, { method: 'DELETE' })).status, 200);
  assert.deepEqual(await list(), { receivers: [], messages: [] });
});

test('what is too long, broken or addressed to no one is answered as each kind does', async (t) => {
  const { post, list } = await open(t);
  const cases: [string, string, unknown, number, RegExp][] = [
    ['slack', 'a', {}, 400, /no_text/u],
    ['slack', 'b', { text: 'x', blocks: [section('x'.repeat(3_001))] }, 400, /invalid_blocks/u],
    ['slack', 'c', { text: 'x', blocks: Array.from({ length: 51 }, () => section('x')) }, 400, /invalid_blocks/u],
    ['slack', 'd', { text: 'x', blocks: [section('<script>')] }, 400, /invalid_blocks/u],
    ['discord', 'e', { content: 'x'.repeat(2_001) }, 400, /50035/u],
    ['discord', 'f', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 400, /50035/u],
    ['discord', 'g', { embeds: [{ fields: [{ name: 'x', value: 'x'.repeat(1_025) }] }] }, 400, /50035/u],
    ['discord', 'h', { embeds: [{ description: 'x'.repeat(4_000) }, { description: 'x'.repeat(4_000) }] }, 400, /6000/u],
    ['discord', 'i', {}, 400, /50006/u],
    ['telegram', BOT, { chat_id: 1, text: 'x'.repeat(4_097) }, 400, /message is too long/u],
    ['telegram', BOT, { chat_id: 2, text: '<b>x', parse_mode: 'HTML' }, 400, /can't parse entities/u],
    ['telegram', BOT, { chat_id: 'x', text: 'x' }, 400, /chat not found/u],
    ['telegram', 'bot1/sendMessage', { chat_id: 1, text: 'x' }, 404, /Not Found/u],
    ['apprise', 'notify/key', { title: 'x' }, 400, /minimum requirements/u],
    ['apprise', 'notify/empty', { body: 'x' }, 204, /^$/u],
    ['apprise', 'notify/half', { body: 'x' }, 424, /could not be sent/u],
    ['teams', 'huge', card('x'.repeat(29_000)), 202, /^$/u],
    ['teams', 'plain', { text: 'x' }, 202, /^$/u],
  ];
  for (const [kind, place, payload, status, text] of cases) {
    const answer = await post(kind, place, payload);
    assert.equal(answer.status, status, `${kind} ${place} ${answer.text}`);
    assert.match(answer.text, text);
  }
  const { messages } = await list();
  for (const { posted, kind, name } of messages) assert.equal(posted, false, `${kind} ${name}`);
  assert.match(messages.find(({ name }) => name === 'huge')?.reason ?? '', /28 KB/u);
});

test('whom a message would wake is in the record', async (t) => {
  const { post, list } = await open(t);
  await post('slack', 'a', { text: 'see <!channel> and <@U123> in <https://a.example|a>' });
  await post('discord', 'a', { content: '@everyone' });
  await post('discord', 'b', { content: '@everyone', allowed_mentions: { parse: [] } });
  await post('telegram', BOT, { chat_id: 1, text: 'mail ada@acme.com or @somebody' });
  const { messages } = await list();
  assert.deepEqual(
    messages.map(({ mentions }) => mentions),
    [['<!channel>', '<@U123>'], ['@everyone'], [], ['@somebody']],
  );
});

test('too many messages are refused as each kind does, and who does not wait is counted', async (t) => {
  const { post, list } = await open(t);
  for (const [kind, [place, payload]] of Object.entries(PLACES)) {
    if (kind === 'apprise') continue;
    let answer = await post(kind, place, payload);
    for (let count = 0; count < 6 && answer.status !== 429; count += 1) answer = await post(kind, place, payload);
    assert.equal(answer.status, 429, kind);
    const header = answer.headers.get('retry-after');
    if (kind === 'telegram') assert.deepEqual([header, answer.json().parameters.retry_after], [null, 1]);
    else assert.ok(Number(header) >= 1, kind);
    if (kind === 'discord') {
      const { retry_after: wait, global } = answer.json();
      assert.ok(wait > 0 && wait <= 2 && global === false);
      assert.ok(Number(answer.headers.get('x-ratelimit-reset-after')) > 0);
    }
    assert.equal((await post(kind, place, payload)).status, 429);
    const [room] = (await list(`?kind=${kind}`)).receivers;
    assert.deepEqual([room?.too_early, room?.refused], [1, 2], kind);
  }
});

test('faults reach receivers, and say how long to wait in the words of each', async (t) => {
  const { post, list, fault } = await open(t);
  const [place, payload] = PLACES['telegram'] ?? assert.fail();
  await fault({ match: 'receivers/telegram', kind: 'http_429', count: 1, retry_after_seconds: 90 });
  assert.deepEqual((await post('telegram', place, payload)).json().parameters, { retry_after: 90 });
  assert.equal((await post('telegram', place, payload)).status, 429, 'it is not taken before');
  assert.deepEqual((await list('?kind=telegram')).messages, []);
  await fault({ match: 'slack.sandbox', kind: 'http_429', count: 1, retry_after_seconds: 90 });
  assert.equal((await post('slack', 'a', { text: 'x' })).headers.get('retry-after'), '90');
  for (const [kind, status] of [
    ['http_500', 500],
    ['http_410', 410],
    ['http_403', 403],
  ] as const) {
    await fault({ match: 'receivers/discord', kind, count: 1 });
    assert.equal((await post('discord', 'a', { content: 'x' })).status, status);
  }
  await fault({ match: 'receivers/teams', kind: 'lost_answer', count: 1 });
  await assert.rejects(post('teams', 'flow', card('x')));
  await fault({ match: 'receivers/teams', kind: 'reset', count: 1 });
  await assert.rejects(post('teams', 'flow', card('x')));
  assert.equal((await list('?kind=teams')).messages.length, 1, 'only the answer of the first was lost');
});
