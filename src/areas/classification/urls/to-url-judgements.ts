import type { Judgement } from '../engine/judgement.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import type { UrlParts } from './parse-url.ts';

/** What a page type says of the other dimensions of a URL. */
export function toUrlJudgements(pageType: Judgement, _parts: UrlParts): readonly Judgement[] {
  const bucket = findPageBucket(pageType.label);
  return bucket === undefined ? [pageType] : [pageType, { ...pageType, dimension: 'page_bucket', label: bucket }];
}
