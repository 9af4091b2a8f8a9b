import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { MAIL_BYTES_MAX, renderMail, type MailBlock, type MailContent } from './render-mail.ts';

const EVIL = '<img src=x onerror="alert(1)"></td></table><script>alert(2)</script><a href="javascript:alert(3)">x</a>\' & "';
const MAIL: MailContent = {
  subject: '2 keywords left the top 10',
  title: '2 keywords left the top 10',
  lead: 'Of 40 that were checked on 27 November.',
  blocks: [
    { kind: 'heading', text: 'Projects' },
    { kind: 'text', text: 'One line.\nAnother.\n\nA paragraph.' },
    { kind: 'facts', rows: [{ label: 'Share of voice', value: '14.2 %', change: '-0.4' }] },
    {
      kind: 'table',
      columns: ['Keyword', 'Before', 'Now'],
      rows: [
        { cells: ['red shoes', '7', '31'], url: 'https://seo.acme.com/console/p/1?a=1&b=2' },
        { cells: ['blue shoes', '9', 'not found in 100'] },
      ],
    },
    { kind: 'link', text: 'Open the alert', url: 'https://seo.acme.com/console/p/1/alerts/2' },
    { kind: 'note', text: 'Checks of 3 keywords failed.' },
  ],
  footer: { reason: 'You get this because you are a member of Acme.', unsubscribeUrl: 'https://seo.acme.com/api/public/mail/token' },
};

interface Seen {
  readonly tags: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly addresses: readonly string[];
  readonly styles: readonly string[];
  readonly text: string;
}

function see(html: string): Seen {
  const tags = new Set<string>();
  const attributes = new Set<string>();
  const [addresses, styles]: [string[], string[]] = [[], []];
  let text = '';
  const walk = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if ('data' in node) text += node.data;
      if (!('attribs' in node)) continue;
      tags.add(node.name);
      for (const [name, value] of Object.entries(node.attribs)) {
        attributes.add(name);
        if (name === 'style') styles.push(value);
        if (['href', 'src', 'background', 'action'].includes(name)) addresses.push(value);
      }
      walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return { tags, attributes, addresses, styles, text };
}

const KNOWN = see(renderMail(MAIL).html);

function assertHarmless({ subject, text, html }: ReturnType<typeof renderMail>): void {
  const { tags, attributes, addresses, styles } = see(html);
  for (const tag of tags) assert.ok(KNOWN.tags.has(tag), tag);
  for (const name of attributes) assert.ok(name === 'colspan' || KNOWN.attributes.has(name), name);
  for (const address of addresses) assert.match(address, /^https?:\/\//u);
  for (const style of styles) assert.doesNotMatch(style, /url\(|@import|expression/iu);
  assert.doesNotMatch(subject, /[\r\n]/u);
  assert.ok(Buffer.byteLength(html) <= MAIL_BYTES_MAX);
  assert.ok(Buffer.byteLength(text) <= MAIL_BYTES_MAX);
}

test('a mail says the same as HTML and as text', () => {
  const { subject, text, html } = renderMail(MAIL);
  assert.equal(subject, '2 keywords left the top 10');
  assert.equal(
    text,
    [
      '2 keywords left the top 10\n',
      'Of 40 that were checked on 27 November.\n',
      'Projects\n--------\n',
      'One line.\nAnother.\n\nA paragraph.\n',
      'Share of voice: 14.2 % (-0.4)\n',
      '- red shoes | Before: 7, Now: 31\n  https://seo.acme.com/console/p/1?a=1&b=2\n- blue shoes | Before: 9, Now: not found in 100\n',
      'Open the alert:\nhttps://seo.acme.com/console/p/1/alerts/2\n',
      'Checks of 3 keywords failed.\n',
      '-- \nSightline\nYou get this because you are a member of Acme.\nUnsubscribe: https://seo.acme.com/api/public/mail/token\n',
    ].join('\n'),
  );
  for (const part of ['red shoes', 'not found in 100', '14.2 %', '-0.4', 'Checks of 3 keywords failed.', 'A paragraph.', 'Open the alert'])
    assert.ok(KNOWN.text.includes(part), part);
  assert.deepEqual(KNOWN.addresses, [
    'https://seo.acme.com/console/p/1?a=1&b=2',
    'https://seo.acme.com/console/p/1/alerts/2',
    'https://seo.acme.com/api/public/mail/token',
  ]);
  assert.match(html, /max-width:600px/u);
  assertHarmless({ subject, text, html });
});

test('what comes from outside is no markup, no other link and no header', () => {
  const blocks: MailBlock[] = [
    { kind: 'heading', text: EVIL },
    { kind: 'text', text: EVIL },
    { kind: 'note', text: EVIL },
    { kind: 'facts', rows: [{ label: EVIL, value: EVIL, change: EVIL }] },
    { kind: 'table', columns: [EVIL, EVIL], rows: [{ cells: [EVIL, EVIL], url: 'javascript:alert(1)' }] },
  ];
  for (const url of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://a:b@c.example/',
    '"><b>',
    '',
  ])
    blocks.push({ kind: 'link', text: EVIL, url });
  const mail = renderMail({
    subject: `Acme\r\nBcc: eve@evil.example\r\n\r\n${EVIL}`,
    title: EVIL,
    lead: `${EVIL}\u0000\u202Egpj.exe`,
    blocks,
    footer: { reason: EVIL, unsubscribeUrl: 'javascript:alert(1)' },
    brand: { name: `${EVIL}\r\nBcc: x@y.z`, color: 'red;background:url(https://evil.example/p)' },
  });
  assertHarmless(mail);
  assert.deepEqual(see(mail.html).addresses, []);
  assert.ok(see(mail.html).text.includes(EVIL), 'it is shown as it was written');
  assert.match(mail.subject, /^Acme Bcc: eve@evil\.example <img/u);
  assert.ok(!mail.html.includes('evil.example/p'));
  assert.doesNotMatch(mail.html + mail.text, /\0|\u202E/u);
});

test('rows that have no room are counted, and a mail always ends with its foot', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    cells: [`keyword ${index}`, '7', '31'],
    url: `https://seo.acme.com/k/${index}`,
  }));
  const mail = renderMail({ ...MAIL, blocks: [{ kind: 'table', columns: ['Keyword', 'Before', 'Now'], rows }, ...MAIL.blocks] });
  assertHarmless(mail);
  for (const text of [see(mail.html).text, mail.text]) {
    const shown = (text.match(/keyword \d+/gu) ?? []).length;
    assert.ok(shown > 100);
    assert.ok(text.includes(`and ${5_000 - shown} more`));
    assert.match(text, /the rest is left out here/u);
    assert.match(text, /member of Acme/u);
  }
  assert.match(mail.html, /<\/table><\/td><\/tr><\/table><\/body><\/html>$/u);
});

test('no mail is longer than programs show, whatever it is made of', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(EVIL, '"'.repeat(9_000), '😀'.repeat(9_000), 'a\n\n'.repeat(3_000)),
  );
  const url = fc.oneof(fc.webUrl(), piece);
  const block: fc.Arbitrary<MailBlock> = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: piece }),
    fc.record({ kind: fc.constant('heading' as const), text: piece }),
    fc.record({ kind: fc.constant('note' as const), text: piece }),
    fc.record({ kind: fc.constant('link' as const), text: piece, url }),
    fc.record({
      kind: fc.constant('facts' as const),
      rows: fc.array(fc.record({ label: piece, value: piece, change: piece }), { maxLength: 20 }),
    }),
    fc.record({
      kind: fc.constant('table' as const),
      columns: fc.array(piece, { minLength: 1, maxLength: 12 }),
      rows: fc.array(fc.record({ cells: fc.array(piece, { maxLength: 12 }), url }), { maxLength: 60 }),
    }),
  );
  const content = fc.record({
    subject: piece,
    title: piece,
    lead: piece,
    blocks: fc.array(block, { maxLength: 12 }),
    footer: fc.record({ reason: piece, unsubscribeUrl: url }),
    brand: fc.record({ name: piece, color: piece }),
  });
  fc.assert(
    fc.property(content, (value) => assertHarmless(renderMail(value))),
    { numRuns: 60, endOnFailure: true },
  );
});
