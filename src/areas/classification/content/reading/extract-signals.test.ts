import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractSignals, withMainText } from './extract-signals.ts';

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
  const { signals, size } = await extractSignals(PRODUCT, HERE);
  const { counts, ...said } = signals;
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
  assert.ok(size.depth >= 4 && size.elements === counts.elements);
});

test('finds the main text of an article, and no menu in it', async () => {
  const paragraph = '<p>The harbour was quiet in the morning, and the boats lay still on the grey water for an hour or two.</p>';
  const html = `<html><body><nav>${'<a href="/x">Menu</a>'.repeat(30)}</nav><div class="cookie">We use cookies</div><article><h1>Harbour</h1>${paragraph.repeat(12)}</article><footer>Imprint</footer></body></html>`;
  const found = withMainText(await extractSignals(html, HERE), html);
  assert.equal(found.textFrom, 'article');
  assert.equal(found.language, 'en');
  assert.doesNotMatch(found.text, /Menu|cookies|Imprint/u);
  assert.match(found.text, /an hour or two\. The harbour/u);
});

test('counts actions only where something can be done', async () => {
  const { signals } = await extractSignals('<p>The button "add to cart" of a shop should be large. Log in to comment.</p>', HERE);
  assert.deepEqual(signals.phrases, {});
});

test('knows key phrases of languages without spaces', async () => {
  const { signals } = await extractSignals('<button>カートに入れる</button><a href=/l>登录</a><p>本日も送料無料です</p>', HERE);
  assert.deepEqual(Object.keys(signals.phrases).toSorted(), ['add_to_cart', 'cart', 'delivery', 'log_in']);
});

test('reads whatever is no page without failing', async () => {
  for (const html of ['', '\u0000\u0001\u0002', '<', '{"title":"x"}', '<html', '<body class="', '\ud800', '<a href="http://[">x</a>']) {
    const extract = await extractSignals(html, HERE);
    assert.equal(extract.signals.title, null);
    assert.equal(withMainText(extract, html).textFrom, 'page');
  }
});

test('leaves pages that are too deep or too large for a tree to the first walk', async () => {
  const deep = `${'<div>'.repeat(50_000)}<p>Deep text</p>`;
  const extract = await extractSignals(deep, HERE);
  assert.deepEqual([extract.size.depth > 40_000, withMainText(extract, deep).text], [true, 'Deep text']);
});
