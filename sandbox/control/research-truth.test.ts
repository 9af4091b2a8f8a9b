import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { openSandbox } from '../../test/support/sandbox-client.ts';

interface Truth {
  readonly business_type: string;
  readonly language_code: string;
  readonly topics: readonly string[];
  readonly categories: readonly { readonly id: number; readonly path: readonly number[] }[];
  readonly brand_names: readonly string[];
  readonly app_names: readonly { readonly title: string }[];
  readonly navigation: readonly { readonly url: string }[];
  readonly subjects: readonly { readonly subject: string; readonly url: string }[];
  readonly clusters: readonly { readonly subject: string; readonly keywords: readonly string[] }[];
}

interface Sample {
  readonly domain: string;
  readonly business_type: string;
  readonly topic: string;
}

test('knows what a research run should find, of every sample site', async (t) => {
  const { control, sandbox } = await openSandbox(t);
  const { body: world } = await control<{ sites: Sample[]; foreign_sites: Sample[] }>('/_sandbox/world');
  const load = async (address: string): Promise<string> => {
    const { host, pathname } = new URL(address);
    return (await request(sandbox.url + pathname, { headers: { host } })).body.text();
  };
  assert.equal(world.sites.length, 104);
  const seen = { types: new Set<string>(), languages: new Set<string>(), apps: 0 };
  for (const { domain, business_type: type, topic } of [...world.sites, ...world.foreign_sites]) {
    const { body } = await control<Truth>(`/_sandbox/truth/research?domain=${domain}`);
    assert.deepEqual([body.business_type, body.topics], [type, [topic]], domain);
    const [first, second] = body.categories;
    assert.ok(first !== undefined && second !== undefined && first.path.at(-2) === second.id, domain);
    const home = await load(`https://${domain}/`);
    for (const { url } of body.navigation) assert.ok(home.includes(`href="${new URL(url).pathname}"`), `${domain} offers ${url}`);
    assert.ok(home.includes(body.brand_names[0] ?? '?') && home.includes(`<html lang="${body.language_code}">`), domain);
    assert.doesNotMatch(home, /\bsaas\b|business_type|tier1|domain_type/iu, domain);
    assert.ok(body.clusters.length >= 8 && body.clusters.every(({ keywords }) => keywords.length >= 8), domain);
    seen.types.add(type);
    seen.languages.add(body.language_code);
    seen.apps += body.app_names.length;
  }
  assert.deepEqual([seen.types.size, [...seen.languages].toSorted()], [7, ['de', 'en', 'es', 'fr']]);
  assert.ok(seen.apps > 20);
});

test('knows the subjects of many keywords, and the page that ranks for one', async (t) => {
  const { control } = await openSandbox(t);
  const keywords = ['Best Invoicing  Software', 'billing app pricing', 'juniper invoice login', 'how do i unclog a drain'];
  const { body } = await control<{ keywords: Record<string, unknown>[] }>('/_sandbox/truth/research', { keywords });
  assert.deepEqual(
    body.keywords.map(({ keyword, topic, subject, is_known: isKnown }) => [keyword, topic, subject, isKnown]),
    [
      ['Best Invoicing  Software', 'invoicing', 'invoicing software', true],
      ['billing app pricing', 'invoicing', 'billing app', true],
      ['juniper invoice login', 'invoicing', 'juniper invoice login', false],
      ['how do i unclog a drain', 'plumber', 'how do i unclog a drain', false],
    ],
  );
  const { body: serp } = await control<{ items: { type: string; url: string }[] }>('/_sandbox/truth/serp?keyword=buy+running+shoes');
  const pages = new Set<string>();
  const { body: world } = await control<{ sites: Sample[] }>('/_sandbox/world');
  for (const { domain } of world.sites.filter(({ topic }) => topic === 'running-shoes')) {
    const { body: truth } = await control<Truth>(`/_sandbox/truth/research?domain=${domain}`);
    for (const { subject, url } of truth.subjects) if (subject === 'running shoes') pages.add(url);
  }
  assert.ok(serp.items.some(({ url }) => pages.has(url)));
  assert.deepEqual(
    [(await control('/_sandbox/truth/research?domain=nobody-knows.com')).status, (await control('/_sandbox/truth/research')).status],
    [404, 400],
  );
  assert.equal((await control('/_sandbox/truth/research', { keywords: 'one' })).status, 400);
});
