import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSignals } from '../../../../../test/support/page-signals.ts';
import { findPlaceholder } from './find-placeholder.ts';

const kindOf = (signals: Parameters<typeof makeSignals>[0], isCut = false) => findPlaceholder(makeSignals(signals), isCut)?.kind;
const few = { words: 18 };

/** Titles and first words of placeholders, in ten languages and more. */
const PAGES: readonly (readonly [kind: string, title: string, text: string])[] = [
  ['parked', 'example.com', 'This domain is parked free, courtesy of a registrar.'],
  ['parked', 'beispiel.de', 'Diese Domain ist geparkt.'],
  ['for_sale', 'shopname.com is a premium name', 'This domain is for sale. Make an offer.'],
  ['for_sale', 'Domain steht zum Verkauf', ''],
  ['for_sale', 'exemple.fr', 'Ce nom de domaine est à vendre'],
  ['for_sale', 'ejemplo.es', 'Este dominio está en venta'],
  ['for_sale', 'esempio.it', 'Questo dominio è in vendita'],
  ['for_sale', 'exemplo.com.br', 'Este domínio está à venda'],
  ['for_sale', 'voorbeeld.nl', 'Deze domeinnaam kopen? Domein te koop'],
  ['for_sale', 'przyklad.pl', 'Ta domena jest na sprzedaż'],
  ['for_sale', 'primer.ru', 'Домен продаётся'],
  ['for_sale', '域名出售', ''],
  ['under_construction', 'Coming soon', 'We are working on our new website'],
  ['under_construction', 'Hier entsteht eine neue Internetpräsenz', ''],
  ['under_construction', 'Site en construction', ''],
  ['under_construction', '準備中', ''],
  ['default_page', 'Apache2 Ubuntu Default Page: It works', ''],
  ['default_page', 'Welcome to nginx!', 'If you see this page, the nginx web server is successfully installed.'],
  ['suspended', 'Account Suspended', 'This account has been suspended.'],
  ['suspended', 'Sitio suspendido', ''],
  ['not_found', '404 Not Found', ''],
  ['not_found', 'Seite nicht gefunden', ''],
  ['not_found', 'Страница не найдена', ''],
  ['bot_wall', 'Just a moment...', 'Enable JavaScript and cookies to continue'],
  ['consent_wall', 'Bevor Sie fortfahren', ''],
  ['login_wall', 'Log in to continue', ''],
  ['script_only', 'App', 'You need to enable JavaScript to run this app.'],
];

test('knows placeholders by their title or their few words', () => {
  for (const [kind, title, text] of PAGES) assert.equal(kindOf({ title, text, counts: few }), kind, title);
  assert.equal(kindOf({ products: ['parking'], counts: few }), 'parked');
  assert.equal(kindOf({ title: '', counts: { words: 0, images: 0 } }), 'empty');
});

test('knows an empty shell by its scripts, and takes no small page for one', () => {
  const shell = { words: 4, scripts: 2, headings: 0, images: 0, links: 0 };
  assert.equal(kindOf({ title: 'App', counts: shell }), 'script_only');
  assert.equal(kindOf({ title: 'App', counts: shell }, true), undefined, 'what follows is not known');
  for (const more of [{ words: 60 }, { scripts: 0 }, { headings: 1 }, { images: 1 }, { links: 8 }])
    assert.equal(kindOf({ title: 'App', counts: { ...shell, ...more } }), undefined, JSON.stringify(more));
  assert.equal(kindOf({ title: 'Coming soon', counts: shell }), 'under_construction', 'what it says counts first');
});

test('takes no site for a placeholder because it speaks of one', () => {
  const words = 900;
  assert.equal(kindOf({ title: 'How to buy a domain', text: 'When a domain is for sale, make an offer.', counts: { words } }), undefined);
  assert.equal(kindOf({ title: 'Planner for teams', text: 'See how it works. Sign up today.', counts: { words: 120 } }), undefined);
  assert.equal(kindOf({ title: 'Cinema Roxy', text: 'Coming soon: the new film', counts: { words: 140 } }), undefined);
  assert.equal(kindOf({ title: 'Photographs', counts: { words: 2, images: 12 } }), undefined);
});

test('of a page that goes on only the title counts', () => {
  assert.equal(kindOf({ title: 'Our shop', text: 'This domain is for sale', counts: few }, true), undefined);
  assert.equal(kindOf({ title: 'This domain is for sale', counts: few }, true), 'for_sale');
  assert.equal(kindOf({ title: 'This domain is for sale', counts: { words: 2_000 } }, true), undefined);
});
