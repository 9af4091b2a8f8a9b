import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAtom } from './atom.ts';

const NOTICE = { severity: 'warning', event: 'alert.fired', path: '/console/p/proj_1', itemsTotal: 60 } as const;

test('a feed says what was sent as plain text, and nothing in it is markup', () => {
  const text = toAtom({
    id: 'chn_1',
    title: 'Sightline: <b>&"\u0000\uD800',
    updatedAt: new Date('2026-11-27T10:00:00Z'),
    toUrl: (path) => `https://a.example${path}?a=1&b="2"`,
    entries: [
      {
        id: 'msg_1',
        at: new Date('2026-11-27T10:00:00Z'),
        notice: {
          ...NOTICE,
          title: '2 left <script>',
          text: ']]>',
          items: [{ title: 'shoes', text: '3 → 14', path: null }],
        },
      },
    ],
  });
  assert.match(text, /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/u);
  assert.ok(text.includes('<title>Sightline: &lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}</title>'), text);
  assert.ok(text.includes('href="https://a.example/console/p/proj_1?a=1&amp;b=&quot;2&quot;"'));
  assert.ok(text.includes('<content type="text">]]&gt;\nshoes: 3 → 14\nand 59 more</content>'));
  assert.ok(!text.includes('<script') && !text.includes('\u0000'));
});
