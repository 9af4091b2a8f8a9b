import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { hostMatches, normalizeHost } from './normalize-host.ts';

test('reduces every spelling of a site to the same host', () => {
  const spellings = [
    'example.com',
    'EXAMPLE.com.',
    'www.example.com',
    'http://example.com',
    'https://www.Example.com:8443/a/b?c=d#e',
    '//example.com/path',
    ' example.com ',
    'www.www.example.com',
    'ｅｘａｍｐｌｅ.com',
  ];
  for (const spelling of spellings) assert.deepEqual(normalizeHost(spelling), { host: 'example.com' }, spelling);
});

test('keeps sub-domains, writes punycode, and leaves www where it is the name', () => {
  assert.equal(normalizeHost('https://Blog.Example.co.uk/x').host, 'blog.example.co.uk');
  assert.equal(normalizeHost('Bücher.de').host, 'xn--bcher-kva.de');
  assert.equal(normalizeHost('www.com').host, 'www.com');
  assert.equal(normalizeHost('www.co.uk').host, 'www.co.uk');
  assert.equal(normalizeHost('my_blog.tumblr.com').host, 'my_blog.tumblr.com');
});

test('takes the suffix of an authority for a site, because the state answers there itself', () => {
  for (const host of ['gov.uk', 'nhs.uk', 'police.uk', 'gob.mx', 'gov.sg', 'gub.uy', 'govt.nz', 'gv.at', 'gouv.fr']) {
    assert.deepEqual(normalizeHost(`https://www.${host}/a`), { host }, host);
    assert.deepEqual(normalizeHost(host), { host }, host);
  }
});

test('says what is wrong with a value that is no public host name', () => {
  const refused = [
    '',
    ' ',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'http://[fe80::1]/',
    'localhost',
    'a.localhost',
    'printer.local',
    'shop.example',
    'x.test',
    'home.arpa',
    'intranet',
    'co.uk',
    'com',
    'a..b.com',
    '-a.com',
    'a-.com',
    '*.example.com',
    'example.com:99999',
    'a b.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'user:pw@example.com',
    'http://example.com@evil.com',
    'a\u0000.com',
    'example.com\n.evil.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ];
  for (const value of refused) {
    const result = normalizeHost(value);
    assert.equal(result.host, undefined, JSON.stringify(value));
    assert.match(result.problem ?? '', /^must /u, JSON.stringify(value));
  }
});

test('changes nothing when done twice, whatever text comes in', () => {
  const anyText = fc.oneof(
    fc.webUrl(),
    fc.domain(),
    fc.domain().map((domain) => `WWW.www.${domain}.`),
    fc.string({ unit: 'binary' }),
    fc.ipV4(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const { host } = normalizeHost(text);
      if (host === undefined) return;
      assert.deepEqual(normalizeHost(host), { host });
      assert.deepEqual(normalizeHost(`https://www.${host}:80/?q`), { host });
      assert.match(host, /^[a-z0-9._-]+$/u);
    }),
    { numRuns: 2_000 },
  );
});

test('a host matches its domain and what stands above it, and nothing that only looks alike', () => {
  assert.ok(hostMatches('example.com', 'example.com'));
  assert.ok(hostMatches('www.example.com', 'example.com'));
  assert.ok(hostMatches('A.B.Example.com.', 'example.com'));
  assert.ok(!hostMatches('notexample.com', 'example.com'));
  assert.ok(!hostMatches('example.com.evil.net', 'example.com'));
  assert.ok(!hostMatches('example.com', 'blog.example.com'));
  fc.assert(fc.property(fc.domain(), fc.domain(), (host, asset) => hostMatches(`x.${host}`, asset) === `.x.${host}`.endsWith(`.${asset}`)));
});

test('finds the registered part with the private section of the public suffix list', () => {
  assert.equal(toRegistrableDomain('a.b.example.co.uk'), 'example.co.uk');
  assert.equal(toRegistrableDomain('x.blog.github.io'), 'blog.github.io');
  assert.equal(toRegistrableDomain('github.io'), 'github.io');
  fc.assert(fc.property(fc.domain(), (host) => hostMatches(host, toRegistrableDomain(host.toLowerCase()))));
});
