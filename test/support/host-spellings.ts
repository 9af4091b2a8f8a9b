/** Ways to write the host `example.com`, an internationalized one apart. */
export const GOOD_SPELLINGS = [
  'example.com',
  'EXAMPLE.com',
  'example.com.',
  'www.example.com',
  'http://example.com',
  'https://www.Example.com:8443/a/b?c=d#e',
  '//example.com/path',
  'example.com:8080',
  ' example.com ',
  'ｅｘａｍｐｌｅ.com',
] as const;

/** An internationalized host as people and as machines write it. */
export const IDN_SPELLINGS = ['bücher.de', 'BÜCHER.de', 'https://www.Bücher.de/x', 'xn--bcher-kva.de'] as const;

/** What is no public site. */
export const BAD_SPELLINGS = [
  '127.0.0.1',
  'http://10.0.0.1/x',
  '0x7f.1',
  '2130706433',
  '[::1]',
  'http://[fe80::1]/',
  '169.254.169.254',
  'localhost',
  'printer.local',
  'shop.example',
  'x.test',
  'intranet',
  'com',
  'co.uk',
  'a..b.com',
  '-a.com',
  '*.example.com',
  'example.com:99999',
  'a b.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'user:pw@example.com',
  `${'a'.repeat(64)}.com`,
] as const;
