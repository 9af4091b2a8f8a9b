import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeTargetPage } from './judge-target-page.ts';
import { judgeUrlByRules } from './judge-url-by-rules.ts';
import { parseUrl } from './parse-url.ts';

const textsOf = (url: string): string[] => parseUrl(url).segments.map(({ text }) => text);

describe('the parts of a URL', () => {
  it('leaves out languages, index files, pages of lists and endings', () => {
    assert.deepEqual(textsOf('https://a.com/en-us/hc/articles/1'), ['hc', 'articles', '1']);
    assert.deepEqual(textsOf('https://a.com/de/shop/index.html'), ['shop']);
    assert.deepEqual(textsOf('https://a.com/blog/page/3/'), ['blog']);
    assert.deepEqual(textsOf('https://a.com/About_Us.aspx'), ['about-us']);
    assert.deepEqual(textsOf('https://a.com/PrivacyPolicy'), ['privacy-policy']);
  });

  it('decodes, and writes without accents', () => {
    assert.deepEqual(textsOf('https://a.fr/conditions-g%C3%A9n%C3%A9rales'), ['conditions-generales']);
    assert.deepEqual(textsOf('https://a.dk/k%C3%B8bsbetingelser'), ['kobsbetingelser']);
  });

  it('takes schemes, ports, hosts without scheme and routes in fragments', () => {
    for (const url of [
      'a.com/pricing',
      '//a.com/pricing',
      'HTTP://WWW.A.COM:8080/pricing',
      'a.com:8080/pricing',
      'ftp://a.com/pricing',
      'https://a.com./#!/pricing',
    ]) {
      const { host, segments } = parseUrl(url);
      assert.deepEqual([host, segments.map(({ text }) => text)], ['a.com', ['pricing']], url);
    }
  });
});

const HOSTILE = [
  '',
  ' ',
  'https://',
  'https:///x',
  '://',
  'http://[::1]/x',
  'http://127.0.0.1:80/a',
  'https://a.com/%',
  'https://a.com/%zz/%E0%A4%A',
  'https://a.com/\u0000\u0007/\u202Elogin\u202C',
  'https://xn--e1awd7f.xn--p1ai/контакты',
  'https://аррӏе.com/login',
  'javascript:alert(1)',
  'mailto:a@b.c',
  'data:text/html,<p>',
  'https://user:pass@a.com/x',
  'https://a.com/?a=1&a=2&&=&=x&y',
  'https://a.com/..//.././%2e%2e/etc',
  'not a url at all',
  `https://a.com/${'a/'.repeat(50_000)}`,
  `https://a.com/${'a-'.repeat(50_000)}`,
  `https://a.com/?${'a=1&'.repeat(25_000)}`,
  `https://a.com/#${'/x'.repeat(50_000)}`,
  `https://${'a.'.repeat(50_000)}com/`,
  `https://a.com/${'%41'.repeat(33_000)}`,
  `https://a.com/${'١'.repeat(100_000)}`,
  '('.repeat(100_000),
];

describe('URLs of every spelling', () => {
  it('are judged without throwing', () => {
    for (const url of HOSTILE) {
      for (const { confidence } of judgeUrlByRules(url, [])) assert.ok(confidence >= 0 && confidence <= 100);
      assert.ok(judgeTargetPage(url).evidence.length > 0);
    }
  });

  it('are read no further than 2,048 characters, so that the longest takes little more than a short one', () => {
    const short = `https://a.com/${'a-'.repeat(1000)}`;
    judgeUrlByRules(short, []);
    const timeOf = (url: string): number => {
      const times = Array.from({ length: 15 }, () => {
        const beganAt = performance.now();
        judgeUrlByRules(url, []);
        return performance.now() - beganAt;
      });
      return Math.min(...times);
    };
    for (const url of HOSTILE.filter(({ length }) => length > 50_000)) assert.ok(timeOf(url) < 5 * timeOf(short) + 2, url.slice(0, 40));
  });
});
