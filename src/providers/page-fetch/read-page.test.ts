import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPage } from './read-page.ts';

const HERE = 'https://shop.com/a/';

test('reads what a page says of itself and where it leads', async () => {
  const facts = await readPage(
    `<!doctype html><HTML LANG="de"><head><title> Rechnungen
       &amp; mehr </title><base href="/b/"><meta name="Description" content="Kurz &quot;gesagt&quot;">
     <meta property="og:title" content="OG"><link rel="canonical" href="https://shop.com/">
     <link rel="alternate" type="application/rss+xml" title="Neu" href="feed.xml"><link rel=me href="https://m.social/@shop">
     <script type="application/ld+json">{"@type":"Organization","sameAs":["https://x.com/shop"],"founder":{"sameAs":"https://x.com/her"}}</script>
     <script type="application/ld+json">{broken</script></head>
     <body><a href="c#part" rel="Me nofollow">Ein <b>Link</b></a><a href="mailto:a@b.c">x</a><a href="javascript:x">y</a>
     <script>document.write('<a href="/no">no</a>')</script><!-- <a href="/no">no</a> --><area href='//other.com/?a=1&amp;b=2'></body>`,
    HERE,
  );
  assert.equal(facts.title, 'Rechnungen & mehr');
  assert.equal(facts.description, 'Kurz "gesagt"');
  assert.equal(facts.lang, 'de');
  assert.equal(facts.canonical, 'https://shop.com/');
  assert.equal(facts.metas.get('og:title'), 'OG');
  assert.deepEqual(facts.feeds, [{ url: 'https://shop.com/b/feed.xml', type: 'application/rss+xml', title: 'Neu' }]);
  assert.deepEqual(facts.sameAs, ['https://x.com/shop', 'https://x.com/her']);
  assert.deepEqual(facts.links, [
    { url: 'https://m.social/@shop', rel: ['me'], text: '' },
    { url: 'https://shop.com/b/c', rel: ['me', 'nofollow'], text: 'Ein Link' },
    { url: 'https://other.com/?a=1&b=2', rel: [], text: '' },
  ]);
});

test('reads markup with elements that are never closed', async () => {
  const facts = await readPage('<h1>Broken<p>One<ul><li>a<table><td>x<a href=/one>one<a href="/two>two</a><div <span>', HERE);
  assert.deepEqual(
    facts.links.map(({ url, text }) => [url, text]),
    [['https://shop.com/one', 'one']],
  );
  assert.equal((await readPage('<title>Broken & proud<body><h1>Broken', HERE)).title, 'Broken & proud');
  for (const text of ['', '<', '<a', '<a href', '<a href="', '</', '&#', '<!--', '<script type="application/ld+json">'])
    assert.deepEqual((await readPage(text, HERE)).links, []);
});

test('reads the same whatever falls on the border of its parts', async () => {
  const link = '<a href="/x?a=1&amp;b=2" rel="me">T&uuml;r</a>';
  for (let shift = 0; shift <= link.length; shift += 1) {
    const facts = await readPage('y'.repeat(64 * 1_024 - shift) + link, HERE);
    assert.deepEqual(facts.links, [{ url: 'https://shop.com/x?a=1&b=2', rel: ['me'], text: 'Tür' }]);
  }
});

test('bounds what it keeps of a hostile page', async () => {
  const many = await readPage(`${'<a href=/x>'.repeat(20_000)}${'<meta name=n content=c>'.repeat(10)}`, HERE);
  assert.equal(many.links.length, 5_000);
  const deep = `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`;
  const wide = `<script type="application/ld+json">{"sameAs":[${'"https://x.com/a",'.repeat(10_000)}"b"]}</script>`;
  const empty = '<script type="application/ld+json">[]</script>';
  assert.deepEqual((await readPage(empty.repeat(20) + wide, HERE)).sameAs, []);
  assert.deepEqual((await readPage(deep + wide, HERE)).sameAs, ['https://x.com/a', 'b']);
  const wrapped = '<script type="application/ld+json">//<![CDATA[\n{"sameAs":"https://x.com/a"}\n//]]></script>';
  const spaces = `<script type="application/ld+json">${' '.repeat(250_000)}</script>`;
  assert.deepEqual((await readPage(spaces + wrapped, HERE)).sameAs, ['https://x.com/a']);
  const large = `<script type="application/ld+json">{"sameAs":"https://x.com/a","pad":"${'x'.repeat(300_000)}"}</script>`;
  assert.deepEqual((await readPage(large, HERE)).structuredData, []);
});

test('yields to other work while it reads', async () => {
  const pages = ['<div>', '<a b=c d ', '&amp;', '<a href=/x>'].map((part) => part.repeat(Math.floor((2 * 1_024 * 1_024) / part.length)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const page of pages) await readPage(page, HERE);
  delay.disable();
  assert.ok(delay.count > pages.length * 10, `the loop went round ${delay.count} times`);
});

test('reads whatever comes, and the same twice', async () => {
  const part = fc.constantFrom(
    '<a href=',
    '"',
    "'",
    '>',
    '</a>',
    '<',
    '&amp',
    '&#x',
    ';',
    '<title>',
    '<!--',
    '-->',
    '<script type=application/ld+json>',
    '{',
    '[',
    '</script>',
    '<base href=//',
    '\u0000',
    ' ',
    '//x.com/a',
    'sameAs',
  );
  const page = fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 60 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(page, async (text) => {
      const facts = await readPage(text, HERE);
      for (const { url } of facts.links) assert.match(url, /^https?:/u);
      assert.deepEqual(await readPage(text, HERE), facts);
    }),
    { numRuns: 80 },
  );
});
