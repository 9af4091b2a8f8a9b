import type { Judgement } from '../engine/judgement.ts';
import { findPlaceholder } from './judging/find-placeholder.ts';
import { judgeDomainPage, judgeDomainPlaceholder } from './judging/judge-domain.ts';
import { judgeFile, judgePage, judgePagePlaceholder } from './judging/judge-page.ts';
import { judgeTechByPage } from './judging/judge-tech.ts';
import { judgeTopicByPage } from '../topics/judge-topic.ts';
import { isReadable, type PageLook } from './page-look.ts';

const NOT_FOUND: ReadonlySet<number> = new Set([404, 410]);

/**
 * What the content of a page says: of a `domain` by its home page (`tier1_type`, `domain_type`, `property_type`, `domain_tech_type`), of a
 * `url` (`page_type`, `page_bucket`, `topic`). A placeholder makes the domain `unknown`. Empty when the look says nothing
 * (`describeLook` says why).
 * @param address what the stages said that saw only the address: it is weighed beside the content
 */
export function judgeByContent(look: PageLook, kind: 'domain' | 'url', address: readonly Judgement[] = []): readonly Judgement[] {
  if (look.outcome === 'no_page') return kind === 'url' && look.contentType !== null ? judgeFile(look.contentType) : [];
  if (look.outcome !== 'seen') return [];
  const { signals, isCut, finalUrl, status } = look;
  if (!isReadable(look)) {
    const gone = { kind: 'not_found', confidence: 70, evidence: [`HTTP status ${status}`] } as const;
    return kind === 'url' && NOT_FOUND.has(status) ? judgePagePlaceholder(gone) : [];
  }
  const placeholder = findPlaceholder(signals, isCut);
  if (kind === 'domain' && placeholder === undefined) return [...judgeDomainPage(signals, address), ...judgeTechByPage(signals)];
  if (kind === 'domain' && placeholder !== undefined) return judgeDomainPlaceholder(placeholder);
  return placeholder === undefined
    ? [...judgePage(signals, finalUrl, address), ...judgeTopicByPage(finalUrl, signals)]
    : judgePagePlaceholder(placeholder);
}
