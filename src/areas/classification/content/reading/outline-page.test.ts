import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_PAGES } from '../../../../../bench/support/hostile-pages.ts';
import { extractSignals } from './extract-signals.ts';

const HERE = 'https://www.example.com/a/';
const HTML = `<base href="https://www.example.com/b/"><header><a href="./">Logo</a><nav><a href="prices">Prices <b>today</b></a></nav></header>
<script type="application/ld+json">{"@graph":[{"@type":["Dentist","Thing"],"name":" Smile  Ltd ","openingHours":"Mo","address":{"@type":"PostalAddress"}},{"@type":"http://schema.org/Product","name":"Brush"}]}</script>
<h1>Teeth <em>and</em> more</h1><h4>Not this</h4><h2>Kids<h2>Seniors</h2>
<p><a href="tel:+1">Call</a> <a href="mailto:a@b.c">Mail</a> <a href="javascript:x()">No</a> <a href="prices#top">Again</a></p>
<address>12 High Street</address><footer><a href="https://other.org/">Partner</a></footer>`;

test('lists headings, links by place, names and ways of contact', async () => {
  const { outline } = await extractSignals(HTML, HERE, true);
  assert.deepEqual(outline, {
    headings: ['Teeth and more', 'Kids', 'Seniors'],
    links: [
      { url: 'https://www.example.com/b/', text: 'Logo', place: 'menu' },
      { url: 'https://www.example.com/b/prices', text: 'Prices today', place: 'menu' },
      { url: 'https://other.org/', text: 'Partner', place: 'foot' },
    ],
    contacts: ['mail', 'phone'],
    hasAddressElement: true,
    declaredNames: [
      { type: 'Dentist', name: 'Smile Ltd' },
      { type: 'Product', name: 'Brush' },
    ],
    declaredProperties: ['address', 'openingHours'],
  });
});

test('is made only when it is asked for', async () => {
  assert.equal('outline' in (await extractSignals(HTML, HERE)), false);
});

test('stays small however hostile the page is', async () => {
  const many = Array.from({ length: 20_000 }, (_none, at) => `<a href="/${at}">${at}<h2>${at}`).join('');
  const hostile = ['unclosed links', 'deep structured data'].map((name) => HOSTILE_PAGES[name] ?? '');
  for (const html of [many, ...hostile]) {
    const { outline } = await extractSignals(html, HERE, true);
    assert.ok(JSON.stringify(outline).length < 150_000);
  }
});
