import { getVisibleDomain, normalizeUrl, type DomainReader } from '#areas/domains/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toGroups } from '#kernel/lists.ts';
import { toSubjectHash } from '../records/classification.ts';
import {
  findJudgedAt,
  groupTargetPages,
  listTargetLabels,
  listTargetPages,
  type TargetPageFilter,
  type TargetPageGroup,
  type TargetPageRecord,
} from './store/pages.ts';

export interface OwnPages {
  readonly domain: string;
  readonly isOwn: boolean;
  /** When the pages of the site were looked through last. */
  readonly judgedAt: Date | undefined;
  readonly pages: readonly TargetPageRecord[];
  /** Of all pages that fit. */
  readonly groups: readonly TargetPageGroup[];
}

/**
 * The pages of an own site that links lead to or that rank, and what they are to their owner.
 * @throws AppError `Domain not found`
 */
export async function listOwnPages(ctx: DomainReader, filter: TargetPageFilter, page: Page): Promise<OwnPages> {
  const { domain, dataTier } = await getVisibleDomain(ctx, filter.domain);
  const [pages, groups, judgedAt] = await Promise.all([
    listTargetPages(ctx.postgres, filter, page),
    groupTargetPages(ctx.postgres, filter),
    findJudgedAt(ctx.postgres, domain),
  ]);
  return { domain, isOwn: dataTier === 'customer', judgedAt, pages, groups };
}

/** What an own page is to its owner. */
export interface TargetPageLabels {
  readonly targetPageType: string | null;
  readonly targetPageCategory: string | null;
  readonly isMoneyPage: boolean | null;
  readonly targetPageConfidence: number | null;
  readonly targetPageEvidence: readonly string[] | null;
}

/** Judged without a pause: some 20 ms. */
const PER_BATCH = 500;

/** What own pages are: as it is stored, and by rules where nothing is stored yet. By the addresses as they are given. */
export async function describeOwnPages(
  { postgres }: { readonly postgres: Sql },
  urls: readonly string[],
): Promise<ReadonlyMap<string, TargetPageLabels>> {
  const hashes = new Map(urls.map((url) => [url, toSubjectHash(normalizeUrl(url)?.url ?? url)]));
  const stored = new Map((await listTargetLabels(postgres, [...new Set(hashes.values())])).map((row) => [row.urlHash, row]));
  const found = new Map<string, TargetPageLabels>();
  const missing: string[] = [];
  for (const [url, hash] of hashes) {
    const known = stored.get(hash);
    if (known === undefined) missing.push(url);
    else found.set(url, known);
  }
  if (missing.length === 0) return found;
  const { judgeTargetPage } = await import('../urls/judge-target-page.ts');
  for (const batch of toGroups(missing, PER_BATCH)) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const url of batch) {
      const { type, category, isMoneyPage, confidence, evidence } = judgeTargetPage(url);
      found.set(url, {
        targetPageType: type,
        targetPageCategory: category,
        isMoneyPage,
        targetPageConfidence: confidence,
        targetPageEvidence: evidence,
      });
    }
  }
  return found;
}
