import { z } from 'zod';
import { booleanParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import type { OwnPages } from '../targets/list-own-pages.ts';
import type { TargetPageGroup } from '../targets/store/pages.ts';
import { targetPageCategory, targetPageType } from '../vocabulary/target-pages.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** What an own page is to its owner. */
export const TARGET_FIELDS = {
  target_page_type: z.string().nullable().meta({ description: 'What an own page is to its owner. Null: not judged, or no rule knows it.' }),
  target_page_category: z.string().nullable(),
  is_money_page: z
    .boolean()
    .nullable()
    .meta({ description: 'Home, pricing, product, demo, trial, signup, landing and enterprise pages. Null: the type is not known.' }),
  target_page_confidence: z.int().nullable().meta({ description: 'From 0 to 100' }),
  target_page_evidence: z.array(z.string()).nullable().meta({ description: 'Why: the part of the address, the title, or what was read.' }),
};

export const URL_HASH = z
  .string()
  .meta({ description: 'Of the normalized address: SHA-256, its first 16 bytes in hexadecimal digits. Unique.' });
export const TIER_SOURCE = z
  .enum(['page_rank', 'domain_rank', 'human_feedback'])
  .nullable()
  .meta({ description: 'What `quality_tier` rests on: the rank of the page, that of its domain, or a person. Null: nothing is known.' });

export const MONEY_PAGES = {
  money_pages: booleanParam()
    .optional()
    .meta({ description: 'Only money pages, or only others. Pages whose type is not known are neither.' }),
};

const enumOf = (labels: Readonly<Record<string, string>>) => z.enum(Object.keys(labels) as [string, ...string[]]);

export const TargetPagesQuery = z.object({
  ...MONEY_PAGES,
  target_page_type: enumOf(targetPageType.labels).optional(),
  target_page_category: enumOf(targetPageCategory.labels).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const TargetPageBody = z
  .object({
    id: z.int(),
    url: z.string(),
    url_hash: URL_HASH,
    domain: z.string(),
    first_seen: z.string(),
    last_seen: z.string(),
    page_type: z.string().nullable(),
    quality_tier: z.string().nullable(),
    quality_tier_source: TIER_SOURCE,
    ...TARGET_FIELDS,
    links_to: z.int().meta({ description: 'Stored links that lead here and are not lost' }),
    linking_domains: z.int(),
    ranked_keywords: z.int().meta({ description: "By the provider's database" }),
    target_judged_at: z.string().meta({ description: 'When that was counted' }),
  })
  .meta({ id: 'OwnPage' });

const Sums = z.object({ pages: z.int(), links_to: z.int(), ranked_keywords: z.int() });

export const TargetPagesResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  is_own: z.boolean().meta({ description: 'A website of a project. Pages of other sites are not judged.' }),
  judged_at: z.string().nullable().meta({ description: 'When its pages were looked through last. Null: never yet.' }),
  money_pages: Sums.meta({ description: 'Of all pages that fit' }),
  other_pages: Sums,
  unknown_pages: Sums.meta({ description: 'That no rule knows' }),
  by_type: z.array(z.object({ target_page_type: z.string().nullable(), is_money_page: z.boolean().nullable(), ...Sums.shape })),
  pages: z.array(TargetPageBody),
  ...ListFields,
});

export function toTargetPagesBody(page: Page, { domain, isOwn, pages, groups, judgedAt }: OwnPages): z.input<typeof TargetPagesResponse> {
  const total = sumUp(groups).pages;
  return {
    success: true,
    domain,
    is_own: isOwn,
    judged_at: judgedAt?.toISOString() ?? null,
    money_pages: sumUp(groups.filter(({ isMoneyPage }) => isMoneyPage === true)),
    other_pages: sumUp(groups.filter(({ isMoneyPage }) => isMoneyPage === false)),
    unknown_pages: sumUp(groups.filter(({ isMoneyPage }) => isMoneyPage === null)),
    by_type: groups.map(({ type, isMoneyPage, pages: count, linksTo, rankedKeywords }) => ({
      target_page_type: type,
      is_money_page: isMoneyPage,
      pages: count,
      links_to: linksTo,
      ranked_keywords: rankedKeywords,
    })),
    pages: pages.map((one) => toBody(TargetPageBody, one)),
    ...toListFields(pages, page, total),
  };
}

function sumUp(groups: readonly TargetPageGroup[]): z.input<typeof Sums> {
  const sum = (read: (group: TargetPageGroup) => number): number => groups.reduce((total, group) => total + read(group), 0);
  return {
    pages: sum(({ pages }) => pages),
    links_to: sum(({ linksTo }) => linksTo),
    ranked_keywords: sum((group) => group.rankedKeywords),
  };
}
