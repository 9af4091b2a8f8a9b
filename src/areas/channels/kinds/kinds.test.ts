import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RECEIVERS } from '../../../../sandbox/receivers/board.ts';
import { walkTexts } from '../../../../sandbox/receivers/receiver.ts';
import { NOTICE_EVENTS, SEVERITIES, type Notice } from '../notice.ts';
import type { ChannelKind } from './channel-kind.ts';
import { findKind } from './index.ts';

const BASE = 'https://seo.acme.com/in/';
const SENDING = { id: 'msg_1', sentAt: new Date(0), signingSecrets: [], toUrl: (path: string) => new URL(path, BASE).href };
const PLACES: Readonly<
  Record<string, { readonly config: Readonly<Record<string, unknown>>; readonly rest: string; readonly host: string }>
> = {
  slack: { config: { url: 'https://hooks.slack.com/services/T1/B1/secret' }, rest: 'T1/B1/secret', host: 'https://hooks.slack.com/…' },
  discord: { config: { url: 'https://discord.com/api/webhooks/1/secret' }, rest: '1/secret', host: 'https://discord.com/…' },
  teams: {
    config: { url: 'https://prod-1.logic.azure.com/workflows/1?sig=secret' },
    rest: 'flow',
    host: 'https://prod-1.logic.azure.com/…',
  },
  telegram: {
    config: { token: '123456:AA-bot-secret', chat_id: '-1001' },
    rest: 'bot123456:AA-bot-secret/sendMessage',
    host: 'chat -1001, bot 123456',
  },
  apprise: { config: { url: 'https://apprise.acme.com/notify/secret' }, rest: 'notify/secret', host: 'https://apprise.acme.com/…' },
};
const NAMES = Object.keys(PLACES);
const NOTICE: Notice = {
  id: 'ntc_1',
  event: 'alert.fired',
  organizationId: 'org_1',
  projectId: 'proj_1',
  severity: 'warning',
  title: '2 keywords left the top 10',
  text: 'By the rule "Top 10", on 27 November.',
  items: [
    { title: 'red shoes', text: '7 → 31', path: '/console/p/proj_1/k/1' },
    { title: 'blue shoes', text: '9 → not found in 100', path: null },
  ],
  itemsTotal: 2,
  path: '/console/p/proj_1/alerts/1',
  body: {},
};

function make(name: string, notice: Notice) {
  const kind: ChannelKind = findKind(name) ?? assert.fail(name);
  const { config, rest } = PLACES[name] ?? assert.fail(name);
  const request = kind.toRequest?.(notice, kind.config.parse(config), SENDING) ?? assert.fail(name);
  const payload: unknown = JSON.parse(request.body);
  const receiver = RECEIVERS.find((one) => one.kind === name) ?? assert.fail(name);
  const judged = receiver.judge({ rest, payload, bytes: Buffer.byteLength(request.body) });
  return { kind, config, request, payload, judged, text: [...walkTexts(payload)].join('\n') };
}

/** Addresses that a message leads to, in whichever markup. */
function listTargets(name: string, payload: unknown): string[] {
  const found: string[] = [];
  for (const text of walkTexts(payload)) {
    if (/^https?:\/\/\S+$/u.test(text)) found.push(text);
    if (name === 'slack') for (const [, url = ''] of text.matchAll(/<([^<>|]+)\|/gu)) found.push(url);
    if (name === 'telegram') for (const [, url = ''] of text.matchAll(/href="([^"]*)"/gu)) found.push(url);
    if (name === 'discord') for (const [, url = ''] of text.matchAll(/(?<!\\)\]\(([^)]*)\)/gu)) found.push(url);
  }
  return found.filter((url) => !url.startsWith('http://adaptivecards.io/'));
}

for (const name of NAMES)
  test(`${name}: a notice is a message that says all of it and leads to the console`, () => {
    const { kind, config, judged, payload, text, request } = make(name, NOTICE);
    assert.deepEqual([judged.isPosted, judged.reason], [true, undefined]);
    for (const part of ['2 keywords left the top 10', 'red shoes', '7 → 31', 'not found in 100', 'on 27 November'])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.ok(listTargets(name, payload).includes('https://seo.acme.com/console/p/proj_1/alerts/1') || text.includes('/alerts/1'));
    assert.equal(kind.mask(kind.config.parse(config)), PLACES[name]?.host);
    assert.ok(!kind.mask(kind.config.parse(config)).includes('secret'));
    assert.ok(!request.body.includes('secret'));
    for (const address of Object.values(kind.listAddresses?.(kind.config.parse(config)) ?? {})) assert.match(address, /^https:/u);
  });

for (const name of NAMES)
  test(`${name}: what comes from outside is no markup, leads nowhere and wakes no one`, () => {
    const evil =
      '<script>alert(1)</script> <!channel> @everyone @somebody <@123> [x](javascript:alert(1)) <a href="javascript:x">x</a> **b** | ](http://evil.example)';
    const { judged, payload, text } = make(name, {
      ...NOTICE,
      title: `Acme\r\nBcc: eve@evil.example ${evil}`,
      text: evil,
      items: [
        { title: evil, text: evil, path: '/console/x)|>"<y' },
        { title: evil, text: evil, path: 'javascript:alert(1)' },
        { title: evil, text: evil, path: '//evil.example/x' },
      ],
      itemsTotal: 3,
    });
    assert.deepEqual([judged.isPosted, judged.reason, judged.mentions ?? []], [true, undefined, []]);
    for (const target of listTargets(name, payload)) assert.ok(target.startsWith('https://seo.acme.com/console/'), target);
    assert.ok(!text.includes('@everyone') && !text.includes('@somebody'));
  });

test('every receiver takes whatever a notice is made of', () => {
  const odd = fc.constantFrom(
    '&'.repeat(5_000),
    '"'.repeat(5_000),
    '\\'.repeat(5_000),
    '@&'.repeat(2_500),
    '😀'.repeat(3_000),
    '<@1> '.repeat(900),
    'a\n'.repeat(3_000),
    '\u0000',
    ' ',
  );
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), odd);
  const path = fc.oneof(
    fc.constant('/console/p/1'),
    fc.string({ maxLength: 40 }),
    fc.constant(`/${'x'.repeat(1_900)}`),
    fc.constant('javascript:alert(1)'),
  );
  const item = fc.record({ title: text, text, path: fc.option(path) });
  const notice = fc.record({
    title: text,
    text,
    path,
    items: fc.array(item, { maxLength: 120, size: 'max' }),
    itemsTotal: fc.nat(500),
    severity: fc.constantFrom(...SEVERITIES),
    event: fc.constantFrom(...NOTICE_EVENTS),
  });
  fc.assert(
    fc.property(notice, (parts) => {
      for (const name of NAMES) {
        const sent = {
          ...NOTICE,
          ...parts,
          items: parts.items.map((one) => ({ ...one, path: isPath(one.path) ? one.path : null })),
          path: isPath(parts.path) ? parts.path : '/',
        };
        const { judged } = make(name, sent);
        assert.deepEqual([name, judged.isPosted, judged.reason, judged.mentions ?? []], [name, true, undefined, []]);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

/** The engine makes addresses of paths, which some texts are none of. */
function isPath(text: string | null): text is string {
  return text !== null && URL.canParse(text, BASE);
}

test('what does not fit is counted, and what was shown is the worst first', () => {
  for (const name of NAMES) {
    const items = Array.from({ length: 100 }, (_, at) => ({
      title: `keyword ${at}.`,
      text: 'long '.repeat(60),
      path: '/console/p/1',
    }));
    const { text } = make(name, { ...NOTICE, items, itemsTotal: 250 });
    const shown = items.filter(({ title }) => text.includes(title)).length;
    assert.ok(shown >= 5 && shown <= 46, `${name}: ${shown}`);
    assert.ok(text.includes('keyword 0.'), name);
    assert.ok(text.includes(`and ${250 - shown} more`), `${name}: ${shown}`);
  }
});
