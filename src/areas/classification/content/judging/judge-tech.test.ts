import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainTechType } from '../../vocabulary/records.ts';
import { readTable, splitCell } from '../data/read-table.ts';
import { judgeTechByHost, judgeTechByPage } from './judge-tech.ts';

test('a page says what it is made with, and what is added to a system wins over the system', () => {
  const of = (...products: string[]) => judgeTechByPage({ products })[0]?.label;
  assert.equal(of('shopify'), 'shop_system');
  assert.equal(of('wordpress'), 'content_management');
  assert.equal(of('woocommerce', 'wordpress'), 'shop_system');
  assert.equal(of('discourse'), 'forum_software');
  assert.equal(of(), undefined);
  assert.equal(of('parking'), undefined, 'no system');
  assert.equal(of('discourse', 'shopify'), undefined, 'a shop with a forum, or a forum with a shop');
});

test('a site of a platform is made with it, and the platform itself is not', () => {
  assert.deepEqual(judgeTechByHost('acme.myshopify.com')[0]?.evidence, ['hosted at myshopify.com']);
  assert.equal(judgeTechByHost('acme.myshopify.com')[0]?.label, 'shop_system');
  assert.equal(judgeTechByHost('www.bob.github.io')[0]?.label, 'static_generator');
  for (const host of ['myshopify.com', 'github.io', 'acme.com', 'notmyshopify.com', '']) assert.deepEqual(judgeTechByHost(host), [], host);
});

test('every label of the table is one of the vocabulary, and every product one that pages are read for', () => {
  const products = new Set(readTable('products.tsv').map(([product]) => product));
  for (const [label = '', made = ''] of readTable('tech-types.tsv')) {
    assert.ok(label in domainTechType.labels, label);
    for (const product of splitCell(made)) assert.ok(products.has(product), product);
  }
});
