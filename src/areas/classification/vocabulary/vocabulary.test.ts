import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUALITY_TIERS } from '#areas/domains/links/quality-tier.ts';
import { deriveDomain } from './derive-domain.ts';
import { findPageBucket, pageBucket, pageType } from './pages.ts';
import { findPropertyType, propertyType } from './property-types.ts';
import { qualityTier } from './records.ts';
import { findTargetPage, targetPageCategory, targetPageType } from './target-pages.ts';
import { toKnownLabel } from './to-known-label.ts';
import { VOCABULARIES } from './vocabularies.ts';

test('every label has a definition, and every synonym means a label of its own vocabulary', () => {
  for (const { dimension, labels, synonyms = {} } of VOCABULARIES) {
    for (const [label, definition] of Object.entries(labels)) {
      assert.match(definition, /^[A-Z].+\.$/u, `${dimension} ${label}`);
      assert.equal(toKnownLabel(dimension, label), label, `${dimension} ${label}`);
    }
    for (const [synonym, label] of Object.entries(synonyms)) assert.ok(label in labels, `${dimension}: ${synonym} means ${label}`);
  }
});

test('dimensions have different names', () => {
  assert.equal(new Set(VOCABULARIES.map(({ dimension }) => dimension)).size, VOCABULARIES.length);
});

test('maps outputs that are outside the set, in any spelling, and refuses what means nothing', () => {
  assert.deepEqual(
    ['authority', 'media', 'technology', 'business', 'social'].map((text) => toKnownLabel('tier1_type', text)),
    ['institutional', 'information', 'platform', 'service', 'community'],
  );
  assert.equal(toKnownLabel('domain_type', ' E-Commerce '), 'ecommerce');
  assert.equal(toKnownLabel('page_type', 'Blog Post'), 'blog_post');
  assert.equal(toKnownLabel('platform_type', 'message-boards'), 'message-boards');
  assert.equal(toKnownLabel('intent', 'Commercial investigation'), 'commercial');
  for (const text of ['', 'banana', 'constructor', '__proto__', 'x'.repeat(100_000)])
    assert.equal(toKnownLabel('tier1_type', text), undefined);
  assert.equal(toKnownLabel('no such dimension', 'news'), undefined);
});

test('property types lead to labels of the coarser dimensions', () => {
  for (const label of Object.keys(propertyType.labels)) {
    const property = findPropertyType(label);
    assert.ok(property !== undefined);
    const values: readonly (readonly [string, string])[] = [
      ['tier1_type', property.tier1Type],
      ['domain_type', property.domainType],
      ['channel', property.channel],
      ['channel_bucket', property.channelBucket],
      ['media_type', property.mediaType],
    ];
    for (const [dimension, value] of values) assert.equal(toKnownLabel(dimension, value), value, `${label}: ${dimension}`);
  }
});

test('pages have a bucket or a category of the vocabulary', () => {
  for (const label of Object.keys(pageType.labels)) assert.ok((findPageBucket(label) ?? '') in pageBucket.labels, label);
  for (const label of Object.keys(targetPageType.labels))
    assert.ok((findTargetPage(label)?.category ?? '') in targetPageCategory.labels, label);
  assert.deepEqual(findTargetPage('pricing_page'), { category: 'commercial', isMoneyPage: true });
});

test("derives channel and media type, the owner's own domains included", () => {
  assert.deepEqual(deriveDomain('news', 'broadcaster'), {
    channel: 'news_media',
    subchannel: 'broadcaster',
    channelBucket: 'pr',
    mediaType: 'earned',
  });
  assert.equal(deriveDomain('forum', 'news_publisher')?.subchannel, 'forum_community_board', 'the domain type wins');
  assert.deepEqual(deriveDomain('blog', undefined, true)?.mediaType, 'owned');
  assert.equal(deriveDomain('banana', undefined), undefined);
});

test('quality tiers are those of the domains area', () => {
  assert.deepEqual(Object.keys(qualityTier.labels), QUALITY_TIERS);
});
