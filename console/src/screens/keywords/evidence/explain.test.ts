import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from './compare.ts';
import { explainMove, sayPage, type ReadPage, type TwoPages } from './explain.ts';

type Spec = string | { readonly kind: string };

/** A result page: names of sites in order, `me` or `me/path` is the project's, kinds of blocks and `paid` between them. */
function toResults(specs: readonly Spec[]): Result[] {
  const inKind = new Map<string, number>();
  return specs.map((spec, at) => {
    const type = typeof spec === 'string' ? 'organic' : spec.kind;
    const place = (inKind.get(type) ?? 0) + 1;
    inKind.set(type, place);
    const [site = '', path = ''] = typeof spec === 'string' ? spec.split('/') : [];
    const isMine = site === 'me' && !specs.slice(0, at).some((one) => typeof one === 'string' && one.startsWith('me'));
    return {
      rank: at + 1,
      position: place,
      rank_absolute: at + 1,
      rank_group: place,
      type,
      is_paid: type === 'paid',
      domain: site ? `${site}.com` : null,
      url: site ? `https://${site}.com/${path}` : null,
      title: null,
      description: null,
      rating_value: null,
      rating_count: null,
      page: 1,
      is_featured_snippet: false,
      relationship: site === 'me' ? 'MINE' : 'OTHER',
      asset_id: null,
      asset_name: null,
      gives_position: isMine,
    };
  });
}

function toPage(day: string, specs: readonly Spec[], more: Partial<ReadPage> = {}): ReadPage {
  const kinds = specs.flatMap((spec) => (typeof spec === 'string' ? [] : [spec.kind]));
  return { day, results: toResults(specs), features: ['organic', ...new Set(kinds)], checkedDepth: 100, ...more };
}

const VIDEO = { kind: 'video' };
const AD = { kind: 'paid' };

function explain(before: readonly Spec[], after: readonly Spec[], more: Partial<TwoPages> = {}): string {
  return explainMove({
    scale: 'organic',
    before: toPage('2026-11-20', before),
    after: toPage('2026-11-21', after),
    failedDays: [],
    ...more,
  });
}

test('a check that is compared with no other says where the project stands', () => {
  assert.equal(sayPage(toPage('2026-11-20', ['a', VIDEO, 'me']), 'organic'), 'At 2 on Nov 20 among the 100 results that were read.');
  assert.equal(sayPage(toPage('2026-11-20', ['a', VIDEO, 'me']), 'page'), 'At 3 on Nov 20 among the 100 results that were read.');
  assert.equal(
    sayPage(toPage('2026-11-20', ['a'], { checkedDepth: 30 }), 'organic'),
    'Not found on Nov 20 among the 30 results that were read.',
  );
});

test('a fall says who passed, and what came to the page', () => {
  assert.equal(
    explain(['a', 'me', 'b', 'c'], ['a', 'b', 'new', VIDEO, 'me', 'c']),
    'From 2 to 4 on Nov 21: two sites passed you; a video pack appeared.',
  );
  assert.equal(
    explain(['a', VIDEO, { kind: 'ai_overview' }, 'me', 'b'], ['a', 'b', 'me']),
    'From 2 to 3 on Nov 21: one site passed you; a video pack and an AI overview disappeared.',
  );
  const many = Array.from({ length: 14 }, (_, at) => `s${at}`);
  assert.equal(explain(['me', ...many], [...many, 'me']), 'From 1 to 15 on Nov 21: 14 sites passed you.');
});

test('a rise says whom the project passed', () => {
  assert.equal(explain(['a', 'b', 'me'], ['me', 'a', 'b']), 'From 3 to 1 on Nov 21: you passed two sites.');
  assert.equal(explain(['a', 'b'], ['a', 'me', 'b']), 'From not found among 100 results to 2 on Nov 21.');
});

test('a keyword that is lost says how far was looked, and which page ranked', () => {
  assert.equal(
    explain(['a', 'me/pricing', 'b'], ['a', 'b', 'c']),
    'From 2 to not found among 100 results on Nov 21: /pricing ranked before.',
  );
});

test('another own page is named', () => {
  assert.equal(explain(['me/old', 'a'], ['a', 'me/new']), 'From 1 to 2 on Nov 21: one site passed you; /new ranks now instead of /old.');
});

test('among everything on the page, ads and blocks push a result that no site passed', () => {
  assert.equal(
    explain(['a', 'me'], [AD, AD, AD, 'a', 'me'], { scale: 'page' }),
    'From 2 to 5 on Nov 21: no site passed you; three ads came above you.',
  );
  assert.equal(
    explain(['a', 'me'], [{ kind: 'ai_overview' }, 'a', 'me', VIDEO], { scale: 'page' }),
    'From 2 to 3 on Nov 21: no site passed you; an AI overview came above you; a video pack appeared.',
  );
  assert.equal(explain([AD, 'a', 'me'], ['a', 'me'], { scale: 'page' }), 'From 3 to 2 on Nov 21: one ad above you went away.');
  assert.equal(
    explain(['a', 'me'], [AD, AD, 'a', 'me']),
    'At 2 on Nov 20 and Nov 21: an ad appeared.',
    'the same ads move nothing among the results of the channel',
  );
});

test('sites that were above already can take more places', () => {
  assert.equal(
    explain(['a', 'me'], ['a', 'a/second', 'me']),
    'From 2 to 3 on Nov 21: no site passed you, but the sites above you take more places.',
  );
  assert.equal(explain(['a', 'a/second', 'me'], ['a', 'me']), 'From 3 to 2 on Nov 21: the sites above you take fewer places.');
});

test('days without a good check in between are named', () => {
  const before = toPage('2026-11-18', ['me', 'a']);
  assert.equal(
    explain([], ['a', 'me'], { before, failedDays: ['2026-11-19', '2026-11-20'] }),
    'From 1 to 2 between Nov 18 and Nov 21: one site passed you. Checks failed on Nov 19 and Nov 20, so it may have happened on one of these days.',
  );
  assert.equal(explain([], ['a', 'me'], { before }), 'From 1 to 2 between Nov 18 and Nov 21: one site passed you.');
});

test('checks of different depths say so, and none claims what lies below', () => {
  const shallow = { checkedDepth: 2 };
  assert.equal(
    explain([], [], { before: toPage('2026-11-20', ['a', 'b', 'me']), after: toPage('2026-11-21', ['a', 'b'], shallow) }),
    'At 3 on Nov 20; the check of Nov 21 read 2 results and did not look so deep. The checks read to different depths: 100 and 2 results.',
  );
  assert.equal(
    explain([], [], { before: toPage('2026-11-20', ['me', 'b']), after: toPage('2026-11-21', ['a', 'b'], shallow) }),
    'From 1 to not found among 2 results on Nov 21: / ranked before. The checks read to different depths: 100 and 2 results.',
  );
});

test('what was found on neither day is said of both', () => {
  assert.equal(explain(['a'], ['b']), 'Not found on Nov 20 and Nov 21.');
});
