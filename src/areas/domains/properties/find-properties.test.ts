import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '#providers/page-fetch/read-page.ts';
import { findProperties } from './find-properties.ts';
import { findAppListing, findFediverseAccount, findProfile } from './platforms.ts';

test('knows a profile by every spelling of its address', () => {
  const same: Readonly<Record<string, readonly string[]>> = {
    'x acme https://x.com/acme': ['https://x.com/acme', 'http://www.twitter.com/acme/?lang=de', 'https://mobile.twitter.com/@acme'],
    'linkedin acme https://www.linkedin.com/company/acme': [
      'https://de.linkedin.com/company/acme/',
      'https://www.linkedin.com/company/acme/about/?x=1',
    ],
    'linkedin jane https://www.linkedin.com/in/jane': ['https://linkedin.com/in/jane'],
    'facebook acme.inc https://www.facebook.com/acme.inc': [
      'https://m.facebook.com/acme.inc?ref=ts',
      'https://de-de.facebook.com/acme.inc/posts/',
    ],
    'facebook 1234567 https://www.facebook.com/profile.php?id=1234567': [
      'https://www.facebook.com/profile.php?id=1234567&x=y',
      'https://facebook.com/pages/Acme-Inc/1234567',
    ],
    'instagram acme https://www.instagram.com/acme/': ['https://instagram.com/acme?hl=en', 'https://www.instagram.com/acme/reels/'],
    'youtube acme https://www.youtube.com/@acme': ['https://youtube.com/@acme/videos', 'https://m.youtube.com/@acme'],
    'youtube UCabcdefghijklmnopqrstuv https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv': [
      'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/featured',
    ],
    'github acme https://github.com/acme': ['https://github.com/acme', 'https://www.github.com/orgs/acme'],
    'tiktok acme https://www.tiktok.com/@acme': ['https://tiktok.com/@acme?lang=en'],
    'mastodon acme@mastodon.social https://mastodon.social/@acme': ['https://mastodon.social/@acme/'],
    'pinterest acme https://www.pinterest.com/acme/': ['https://pinterest.de/acme', 'https://de.pinterest.com/acme/'],
    'threads acme https://www.threads.net/@acme': ['https://threads.com/@acme'],
    'bluesky acme.com https://bsky.app/profile/acme.com': ['https://bsky.app/profile/acme.com'],
    'reddit acme https://www.reddit.com/r/acme/': ['https://old.reddit.com/r/acme'],
    'telegram acme https://t.me/acme': ['https://telegram.me/acme', 'https://t.me/s/acme'],
    'discord acme https://discord.gg/acme': ['https://discord.com/invite/acme'],
    'whatsapp 4912345678 https://wa.me/4912345678': [
      'https://wa.me/+4912345678?text=hi',
      'https://api.whatsapp.com/send?phone=%2B4912345678&text=hi',
    ],
  };
  for (const [expected, addresses] of Object.entries(same))
    for (const address of addresses) {
      const found = findProfile(address);
      assert.equal(`${found?.platform} ${found?.handle} ${found?.url}`, expected, address);
      assert.deepEqual(findProfile(found?.url ?? ''), found);
    }
});

test('takes share links, posts and pages of the platforms for no profiles', () => {
  const none = [
    'https://x.com/',
    'https://x.com/intent/tweet?url=a',
    'https://twitter.com/share?url=a',
    'https://x.com/acme/status/1',
    'https://www.linkedin.com/shareArticle?url=a',
    'https://www.linkedin.com/sharing/share-offsite/?url=a',
    'https://www.facebook.com/sharer/sharer.php?u=a',
    'https://www.facebook.com/sharer.php?u=a',
    'https://www.facebook.com/tr?id=123456',
    'https://www.facebook.com/acme/posts/1',
    'https://www.facebook.com/groups/acme',
    'https://www.instagram.com/p/abc/',
    'https://www.youtube.com/watch?v=a',
    'https://www.youtube.com/embed/a',
    'https://youtu.be/abc',
    'https://github.com/acme/repository',
    'https://github.com/pricing',
    'https://www.tiktok.com/@acme/video/1',
    'https://www.pinterest.com/pin/create/button/?url=a',
    'https://www.reddit.com/submit?url=a',
    'https://www.reddit.com/r/acme/comments/1/x',
    'https://t.me/share/url?url=a',
    'https://wa.me/?text=a',
    'https://api.whatsapp.com/send?text=a',
    'https://notx.com/acme',
    'https://x.com.evil.com/acme',
    'not an address',
  ];
  for (const address of none) assert.equal(findProfile(address), undefined, address);
  assert.equal(findFediverseAccount('https://social.acme.com/@team')?.handle, 'team@social.acme.com');
});

test('knows app listings by the id of the app', () => {
  assert.deepEqual(findAppListing('https://apps.apple.com/us/app/acme-pay/id123456?mt=8'), {
    platform: 'store_a',
    handle: '123456',
    url: 'https://apps.apple.com/us/app/acme-pay/id123456',
  });
  assert.equal(findAppListing('https://itunes.apple.com/app/id123456')?.url, 'https://apps.apple.com/app/id123456');
  assert.equal(findAppListing('https://play.google.com/store/apps/details?hl=de&id=com.acme.pay')?.handle, 'com.acme.pay');
  for (const other of [
    'https://apps.apple.com/us/developer/acme/id1',
    'https://play.google.com/store/apps/dev?id=123',
    'https://play.google.com/',
  ])
    assert.equal(findAppListing(other), undefined, other);
});

async function find(html: string, domain = 'acme.co.uk') {
  return findProperties(await readPage(html, `https://${domain}/`), domain);
}

test('finds each property once, with every way in which the page names it', async () => {
  const found = await find(`<head>
    <meta name="twitter:site" content="@acme"><meta name="apple-itunes-app" content="app-id=99887, affiliate=x">
    <link rel="alternate" type="application/atom+xml" href="/feed"><link rel="me" href="https://social.zone/@acme">
    <script type="application/ld+json">{"@graph":[{"@type":"Organization","sameAs":["https://x.com/Acme","https://acme.co.uk/"]}]}</script></head>
    <a href="https://x.com/acme">X</a><a href="https://other.zone/@acme">no</a><a rel="me" href="https://x.com/acme">me</a>
    <a href="https://apps.apple.com/gb/app/acme/id99887">App</a><a href="https://apps.apple.com/us/app/acme/id99887">App</a>
    <a href="/about">About</a><a href="https://www.acme.co.uk/x">www</a><a href="https://Shop.acme.co.uk/cart?a=b">Shop</a>
    <a href="https://www.shop.acme.co.uk/">same</a><a href="https://notacme.co.uk/">no</a>`);
  assert.deepEqual(
    found.map(({ kind, platform, url, foundIn }) => [kind, platform, url, foundIn.join()]),
    [
      ['social', 'mastodon', 'https://social.zone/@acme', 'rel_me'],
      ['social', 'x', 'https://x.com/acme', 'link,rel_me,structured_data,head'],
      ['app', 'store_a', 'https://apps.apple.com/gb/app/acme/id99887', 'link,head'],
      ['subdomain', '', 'https://shop.acme.co.uk/', 'link'],
      ['subdomain', '', 'https://www.shop.acme.co.uk/', 'link'],
      ['feed', '', 'https://acme.co.uk/feed', 'head'],
    ],
  );
});

test("takes a platform's own links for no profiles of it, and keeps a bounded number", async () => {
  assert.deepEqual(await find('<a href="https://github.com/someone">x</a><a href="https://docs.github.com/">d</a>', 'github.com'), [
    { kind: 'subdomain', platform: '', url: 'https://docs.github.com/', handle: null, foundIn: ['link'] },
  ]);
  const links = Array.from({ length: 400 }, (_, at) => `<a href="https://x.com/user${at}">x</a>`).join('');
  assert.equal((await find(links)).length, 100);
});
