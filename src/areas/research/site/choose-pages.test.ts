import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../../../../test/support/site-facts.ts';
import { choosePages } from './choose-pages.ts';

const HOME = 'https://www.shop-a.de/';
const HTML = `<header><nav>
<a href="/">Start</a> <a href="/login">Anmelden</a> <a href="/produkte">Produkte</a> <a href="/preise/">Preise</a>
<a href="/leistungen">Leistungen</a> <a href="/blog">Magazin</a> <a href="/ueber-uns">Über uns</a> <a href="/warenkorb">Warenkorb</a>
<a href="https://shop-a.de/produkte">Produkte</a> <a href="https://facebook.com/shop-a">Facebook</a></nav></header>
<p><a href="/produkte/zelt-9">Zelt</a> <a href="/katalog.pdf">Katalog</a> <a href="/suche?q=1">Suche</a></p>
<footer><a href="/kontakt">Kontakt</a> <a href="/impressum">Impressum</a> <a href="/agb">AGB</a> <a href="/datenschutz">Datenschutz</a></footer>`;

test('chooses the pages that say what a site offers', async () => {
  const pages = await choosePages(await readFacts(HTML, HOME), HOME, 5);
  assert.deepEqual(
    pages.map((url) => new URL(url).pathname).toSorted(),
    ['/kontakt', '/leistungen', '/preise/', '/produkte', '/ueber-uns'].toSorted(),
  );
});

test('never chooses another site, an account, legal pages, files, or one page twice', async () => {
  const pages = await choosePages(await readFacts(HTML, HOME), HOME, 50);
  assert.equal(new Set(pages.map((url) => new URL(url).pathname)).size, pages.length);
  assert.ok(
    pages.every((url) => !/facebook|login|warenkorb|impressum|agb|datenschutz|pdf|suche/u.test(url)),
    pages.join(' '),
  );
});

test('a page without links leads nowhere', async () => {
  assert.deepEqual(await choosePages(await readFacts('<p>Words alone.'), HOME, 5), []);
});
