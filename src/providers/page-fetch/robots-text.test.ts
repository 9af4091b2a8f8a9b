import assert from 'node:assert/strict';
import { test } from 'node:test';
import robotsParser from 'robots-parser';
import { reduceRobots } from './robots-text.ts';

const parse = robotsParser as unknown as typeof robotsParser.default;

function isAllowed(text: string, path: string): boolean | undefined {
  return parse('https://shop.com/robots.txt', reduceRobots(text, 'sightline')).isAllowed(`https://shop.com${path}`, 'Sightline');
}

test('obeys the group of our name, and that of everybody only when there is none', () => {
  const text = '\ufeffUser-agent: *\nDisallow: /\n\nUSER-AGENT: Sightline/2.0 # us\nDisallow: /private\nAllow: /private/open\n';
  assert.equal(isAllowed(text, '/'), true);
  assert.equal(isAllowed(text, '/private/x'), false);
  assert.equal(isAllowed(text, '/private/open'), true);
  assert.equal(isAllowed('User-agent: *\r\nDisallow: /*.pdf$\r\n', '/a.pdf'), false);
});

test('a group of others says nothing to us, wherever it stands', () => {
  const text =
    'User-agent: other\nDisallow: /\nUser-agent: sightline\nUser-agent: another\nDisallow: /a\nUser-agent: third\nDisallow: /b\n';
  assert.deepEqual(
    ['/', '/a', '/b'].map((path) => isAllowed(text, path)),
    [true, false, true],
  );
  // Our group without a rule, then one for others, then one for all: ours stays empty.
  assert.equal(isAllowed('User-agent: sightline\nSitemap: x\nUser-agent: x\nDisallow: /\nUser-agent: *\nDisallow: /\n', '/'), true);
});

test('costly files are reduced to few bytes', () => {
  const product = 'User-agent: a\nUser-agent: *\n'.repeat(15_000) + 'Disallow: /x\n'.repeat(15_000);
  assert.ok(reduceRobots(product, 'sightline').length < 100_000);
  const stars = `User-agent: *\n${`Disallow: ${'/*'.repeat(50)}\n`.repeat(5_000)}Disallow: /plain\n`;
  const reduced = reduceRobots(stars, 'sightline');
  assert.ok(reduced.length < 50_000);
  assert.match(reduced, /disallow: \/plain$/u);
});
