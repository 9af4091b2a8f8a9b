import assert from 'node:assert/strict';
import test from 'node:test';
import { findHostProblem, findUrlProblem, isPublicAddress } from './address-check.ts';

const NOT_PUBLIC = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:0808:0808::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
];

const SPELLINGS_OF_LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '[::1]',
  '::1',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
];

test('every range that is not the public internet is recognized', () => {
  for (const address of NOT_PUBLIC) assert.equal(isPublicAddress(address), false, address);
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
});

test('a text that is no address is not public', () => {
  for (const text of ['', 'example.com', '1.2.3', '300.1.1.1', '127.1', '::g']) assert.equal(isPublicAddress(text), false, text);
});

test('every spelling of loopback is refused as a host and inside a URL', () => {
  for (const host of SPELLINGS_OF_LOOPBACK) {
    assert.notEqual(findHostProblem(host), undefined, host);
    const inUrl = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    assert.notEqual(findUrlProblem(`http://${inUrl}/icon.png`), undefined, host);
    assert.notEqual(findUrlProblem(`http://${inUrl}:8080/icon.png`), undefined, host);
  }
});

test('names that no public site has are refused', () => {
  const names = [
    'localhost',
    'LOCALHOST',
    'postgres',
    'a.localhost',
    'db.internal',
    'printer.local',
    'x.test',
    'x.example',
    'x.invalid',
    'x.onion',
    '1.0.0.127.in-addr.arpa',
    'router.lan',
    'home.arpa',
  ];
  for (const name of names) assert.equal(findHostProblem(name), 'must be a public host name', name);
});

test('texts that are no host are refused', () => {
  for (const text of [
    '',
    ' ',
    '.',
    '..',
    'a..com',
    '-a.com',
    'a.com/path',
    'user@a.com',
    'a.com:80',
    'a.com?x',
    'a b.com',
    '[::1',
    `${'a'.repeat(64)}.com`,
    `${'abc.'.repeat(70)}com`,
  ]) {
    assert.notEqual(findHostProblem(text), undefined, text);
  }
});

test('public names and addresses pass, in any case and script', () => {
  for (const host of [
    'example.com',
    'EXAMPLE.com',
    'www.bücher.de',
    'a_b.example.org',
    'example.com.',
    '8.8.8.8',
    '[2606:4700::1111]',
    'xn--bcher-kva.de',
  ]) {
    assert.equal(findHostProblem(host), undefined, host);
  }
});

test('a web address needs http or https and carries no credentials', () => {
  assert.equal(findUrlProblem('https://example.com/icon.png?size=2#x'), undefined);
  for (const address of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    '//example.com',
    'example.com',
    '',
  ]) {
    assert.notEqual(findUrlProblem(address), undefined, address);
  }
  assert.match(findUrlProblem('https://user:secret@example.com/') ?? '', /user name or password/u);
});
