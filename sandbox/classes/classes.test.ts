import assert from 'node:assert/strict';
import test from 'node:test';
import { findPageBucket } from '#areas/classification/vocabulary/pages.ts';
import { findPropertyType } from '#areas/classification/vocabulary/property-types.ts';
import { makeWorld } from '../world/index.ts';
import { openSandbox } from '../../test/support/sandbox-client.ts';
import { toPageAddress, findPageKind, listPageKinds } from './page-kinds.ts';
import { findLinkingSite, inventSite, listExamples } from './site-classes.ts';
import { findTruth } from './truth.ts';

const PLATFORMS = [['cms', 'blogs'], ['cms'], ['organization'], ['cms', 'news'], ['message-boards'], ['ecommerce'], ['wikis'], ['unknown']];
const SITES = 24_000;

test('every invented site has a host of its own, and its class can be read off the host', () => {
  const hosts = new Set<string>();
  for (let place = 0; place < SITES; place += 1) {
    const site = inventSite(PLATFORMS[place % PLATFORMS.length] ?? [], place, Math.imul(place, 0x9e3779b1) >>> 0);
    assert.equal(findLinkingSite(site.host)?.class, site.class, site.host);
    hosts.add(site.host);
  }
  assert.equal(hosts.size, SITES);
  assert.equal(findLinkingSite('example.com'), undefined);
});

test('the labels are those of the vocabularies, and all of them occur', () => {
  const sites = listExamples().map((site) => site.class);
  for (const { propertyType, tier1Type, domainType } of sites.filter((one) => one.propertyType !== 'dead')) {
    const known = findPropertyType(propertyType);
    assert.deepEqual([known?.tier1Type, known?.domainType], [tier1Type, domainType], propertyType);
  }
  assert.deepEqual([new Set(sites.map((one) => one.tier1Type)).size, new Set(sites.map((one) => one.domainType)).size], [8, 13]);
  for (const { pageType, pageBucket, path } of listPageKinds()) {
    assert.equal(findPageBucket(pageType), pageBucket, pageType);
    assert.equal(findPageKind(new URL(toPageAddress('a.com', path, 'Some subject')).pathname)?.pageType, pageType, path);
  }
});

test('the truth of domains, addresses and keywords can be asked for', async (t) => {
  const world = makeWorld('sightline');
  const { control } = await openSandbox(t);
  const ask = async (query: object) =>
    await control(`/_sandbox/truth/classification?${new URLSearchParams(Object.entries(query)).toString()}`);
  const [shop] = listExamples().filter((site) => site.class.propertyType === 'ecommerce_store');
  const known = world.sites[0];
  for (const query of [
    { domain: shop?.host ?? '' },
    { domain: known?.host ?? '' },
    { url: `https://${shop?.host ?? ''}/products/oak-table` },
    { keyword: `${known?.name ?? ''} login` },
  ]) {
    const { status, body } = await ask(query);
    assert.deepEqual([status, body], [200, findTruth(world, query)]);
  }
  assert.equal((await ask({ url: `https://${shop?.host ?? ''}/products/oak-table` })).body['page_type'], 'product_page');
  assert.deepEqual((await ask({ keyword: `${known?.name ?? ''} login` })).body['branded'], true);
  assert.deepEqual([(await ask({})).status, (await ask({ domain: 'nobody-knows-this.com' })).status], [400, 404]);
});

test('pages show what they are, parked names offer themselves, and the dead do not answer', async (t) => {
  const { sandbox } = await openSandbox(t);
  const { request } = await import('undici');
  const get = async (host: string, path: string) => {
    const answer = await request(sandbox.url + path, { headers: { host } });
    return { status: answer.statusCode, html: await answer.body.text() };
  };
  const hostOf = (propertyType: string): string => listExamples().find((site) => site.class.propertyType === propertyType)?.host ?? '';
  const product = await get(hostOf('ecommerce_store'), '/products/oak-table');
  assert.match(product.html, /"@type":"Product".*Oak Table.*\$\d+\.\d\d.*Add to cart/su);
  const thread = await get(hostOf('forum_community_board'), '/threads/oak-table.4711/');
  assert.match(thread.html, /DiscussionForumPosting.*Reply/su);
  const german = listExamples().find((site) => site.class.language === 'de')?.host ?? '';
  assert.match((await get(german, '/')).html, /lang="de".*Nachrichten/su);
  assert.match((await get(hostOf('parked_domain'), '/')).html, /for sale/u);
  assert.equal((await get(hostOf('ecommerce_store'), '/no-such-page')).status, 404);
  await assert.rejects(get(hostOf('dead'), '/'));
});
