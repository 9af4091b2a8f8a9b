import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractSignals } from './extract-signals.ts';

const HERE = 'https://www.shop.example.com/schuhe/';

const PRODUCT = `<!doctype html><html lang="de-AT"><head><title>Wanderschuh "Alm" &ndash; Schuhhaus</title>
<meta name="description" content="Leichter Wanderschuh aus Leder."><meta name="generator" content="WordPress 6.8">
<meta property="og:type" content="Product"><meta property="og:site_name" content="Schuhhaus">
<script type="application/ld+json">{"@graph":[{"@type":["Product","http://schema.org/Vehicle"],"offers":{"@type":"Offer"}}]}</script>
<script>var text = "<p>in den Warenkorb</p>";</script><style>p::after { content: "<form>" }</style></head>
<body class="single-product Woocommerce" itemscope itemtype="https://schema.org/ItemPage">
<nav><a href="/">Start</a> <a href="//other.org/x">Partner</a></nav>
<div class="product product-card"><h1>Wanderschuh <b>Alm</b></h1><p class="price">129,90&nbsp;€ statt 1.149,00 EUR</p>
<form><select></select><input type="hidden"><input type="number" placeholder="Menge"><button>In den  Warenkorb</button></form>
<p>Am 12. März 2024 neu, versandkostenfrei.</p><img src="a.jpg"><time datetime="2024-03-12"></time></div>
<section class="comments-area" id="comments"><span class="byline author">Von Eva</span></section>
<iframe src="https://www.youtube.com/embed/x"></iframe></body></html>`;

test('finds what a page declares, is made with, holds and asks for', async () => {
  const { counts, ...said } = await extractSignals(PRODUCT, HERE);
  assert.equal(said.title, 'Wanderschuh "Alm" – Schuhhaus');
  assert.equal(said.h1, 'Wanderschuh Alm');
  assert.deepEqual([said.siteName, said.lang, said.ogType, said.generator], ['Schuhhaus', 'de-AT', 'product', 'WordPress 6.8']);
  assert.equal(said.language, 'de');
  assert.deepEqual(said.schemaTypes, ['Product', 'Vehicle', 'Offer', 'ItemPage']);
  assert.deepEqual(said.bodyClasses, ['single-product', 'Woocommerce']);
  assert.deepEqual(said.products, ['woocommerce', 'wordpress']);
  assert.equal(said.phrases['add_to_cart'], 'in den Warenkorb');
  assert.equal(said.phrases['delivery'], 'versandkostenfrei');
  const { links, linksOut, forms, inputs, prices, dates, players, authors, images, scripts } = counts;
  assert.deepEqual([links, linksOut, forms, inputs, prices], [2, 1, 1, 2, 2]);
  assert.deepEqual([dates, players, authors, images, scripts], [2, 1, 1, 1, 1]);
  assert.ok(counts.products >= 1 && counts.comments >= 1);
  assert.match(said.text, /^Wanderschuh Alm 129,90 €/u);
  assert.ok(!said.text.includes('Partner'));
});

const SENTENCE = 'The harbour was quiet in the morning, and the boats lay still on the grey water for an hour or two. ';

/** What may stand around or inside a text, and is no part of it. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a menu and a foot': [`<nav>${'<a href="/x">Menu</a>'.repeat(30)}</nav>`, '<footer>Imprint</footer>'],
  'a menu of no name': [`<div>${'<a href="/x">Menu of the harbour and its boats</a> '.repeat(30)}</div>`, ''],
  'a notice about cookies': [`<div class="cookie-notice"><p>We use cookies. ${SENTENCE.replaceAll('harbour', 'cookie')}</p></div>`, ''],
  'comments with elements of the same name': [
    '',
    `<div id="comments"><div><div>Comment</div></div><div>${SENTENCE.replaceAll('harbour', 'comment').repeat(2)}</div></div>`,
  ],
  'scripts and styles': ['<script>var text = "script";</script><style>p { color: style }</style>', '<script>script</script>'],
  'teasers with links': ['', `<h2>More</h2>${'<p><a href="/y">Teaser of another story in this paper</a></p>'.repeat(20)}`],
};

test('finds the main text of an article, and nothing of what stands around it', async () => {
  for (const [name, [before, after]] of Object.entries(AROUND)) {
    const html = `<html><body>${before}<article><h1>Harbour</h1>${`<p>${SENTENCE}</p>`.repeat(12)}</article>${after}</body></html>`;
    const found = await extractSignals(html, HERE);
    assert.deepEqual([found.textFrom, found.language], ['article', 'en'], name);
    assert.doesNotMatch(found.text, /menu|cookie|imprint|comment|script|style|teaser/iu, name);
    assert.equal(found.text.match(/harbour was quiet/gu)?.length, 12, name);
    assert.match(found.text, /an hour or two\. The harbour/u, name);
  }
});

test('finds the main text of pages that are written as they come', async () => {
  const pages: Readonly<Record<string, string>> = {
    'lines that end with br': `<div>${'A short line of a song<br>'.repeat(30)}</div>`,
    'a part that never ends': `<div class="sidebar"><div>${`<p>${SENTENCE}</p>`.repeat(6)}`,
    'paragraphs without ends': `<body>${`<p>${SENTENCE}`.repeat(6)}`,
    'words of no spaces': `<p>${'港は朝静かで、船は灰色の水の上に一、二時間じっと横たわっていた。'.repeat(5)}</p>`,
    'a name that misleads': `<div class="main-content no-sidebar">${`<p>${SENTENCE}</p>`.repeat(6)}</div>`,
  };
  for (const [name, html] of Object.entries(pages)) assert.equal((await extractSignals(html, HERE)).textFrom, 'article', name);
  const listing = `<ul>${'<li><a href="/shoe">Shoe of leather with laces and a sole</a> 20 EUR</li>'.repeat(30)}</ul>`;
  assert.equal((await extractSignals(listing, HERE)).textFrom, 'page');
});

test('counts actions only where something can be done', async () => {
  const { phrases } = await extractSignals('<p>The button "add to cart" of a shop should be large. Log in to comment.</p>', HERE);
  assert.deepEqual(phrases, {});
});

test('knows key phrases of languages without spaces', async () => {
  const { phrases } = await extractSignals('<button>カートに入れる</button><a href=/l>登录</a><p>本日も送料無料です</p>', HERE);
  assert.deepEqual(Object.keys(phrases).toSorted(), ['add_to_cart', 'cart', 'delivery', 'log_in']);
});

test('reads whatever is no page without failing', async () => {
  for (const html of ['', '\u0000\u0001\u0002', '<', '{"title":"x"}', '<html', '<body class="', '\ud800', '<a href="http://[">x</a>']) {
    const { title, textFrom } = await extractSignals(html, HERE);
    assert.deepEqual([title, textFrom], [null, 'page']);
  }
});

test('reads pages of any depth', async () => {
  const { text } = await extractSignals(`${'<div>'.repeat(50_000)}<p>Deep text</p>`, HERE);
  assert.equal(text, 'Deep text');
});

test('knows marks of products wherever they stand in the markup, in any case', async () => {
  const { products } = await extractSignals('<link href="https://CDN.Shopify.com/s/x.css"><script src=/wp-includes/a.js></script>', HERE);
  assert.deepEqual(products.toSorted(), ['shopify', 'wordpress']);
  assert.deepEqual((await extractSignals('<p>cdn.shopif.com wp-content</p>', HERE)).products, []);
});
