import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFreeClassifier } from './free-classifier.ts';

test('an address that says nothing of its page is never sure, least of all of a video', () => {
  const { classifyUrl } = createFreeClassifier();
  const paths = ['a8f3k2l9', 'x/7gh3k29d', 'dQw4w9WgXcQ', '99281', 'v2/9xk28dks', '3f2504e0'];
  for (const host of ['acme-widgets.com', 'northfield.example.org', 'lindqvist.se']) {
    for (const path of paths) {
      const { verdicts } = classifyUrl(`https://${host}/${path}`);
      const pageType = verdicts.find(({ dimension }) => dimension === 'page_type');
      assert.ok(pageType !== undefined && pageType.confidence < 70, `${host}/${path}: ${pageType?.label} ${pageType?.confidence}`);
    }
  }
});
