import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardMail } from './guard-mail.ts';

test('makes classes of the styles of a mail, each once, in one style with the nonce', () => {
  const html = '<html><head></head><body style="margin:0"><p style="color:#222">a</p><p style="color:#222" class="x">b</p></body></html>';
  const shown = guardMail(html, 'abc');
  assert.match(shown, /<style nonce="abc">[^<]*\.mail-0\{margin:0\}\.mail-1\{color:#222\}<\/style><\/head>/u);
  assert.match(shown, /<body class="mail-0"><p class="mail-1">a<\/p><p class="x mail-1">b<\/p>/u);
  assert.doesNotMatch(shown, / style="/u);
});

test('gives the nonce to styles that a mail has, and lets no value end its rule', () => {
  const shown = guardMail('<head><style>p{margin:0}</style></head><p style="font-family:&quot;Arial&quot;}&lt;/style&gt;">a</p>', 'n');
  assert.match(shown, /<style nonce="n">p\{margin:0\}<\/style>/u);
  assert.match(shown, /\.mail-0\{font-family:"Arial"\/style\}/u);
});

test('leaves the text of a mail as it is', () => {
  const text = '<p>1 &lt; 2, style=&quot;x&quot;</p>';
  assert.ok(guardMail(text, 'n').endsWith(text));
});
