import { findTargetPage, type TargetPage, type TargetPageType } from '../vocabulary/target-pages.ts';
import type { Finding } from './findings.ts';
import { readUrl } from './read-url.ts';

/** What a customer's own page is that others link to. */
export interface TargetPageJudgement extends TargetPage {
  readonly type: string;
  /** From 0 to 100. */
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** Target page types of pages that no word of the tables names more exactly. */
const BY_PAGE_TYPE: Readonly<Record<string, TargetPageType>> = {
  homepage: 'homepage',
  product_page: 'product_page',
  category_page: 'category_page',
  pricing_page: 'pricing_page',
  landing_page: 'landing_page',
  service_page: 'service_page',
  comparison_page: 'comparison_page',
  signup_page: 'signup_page',
  article: 'blog_post',
  blog_post: 'blog_post',
  news_article: 'news_page',
  press_release: 'press_page',
  case_study: 'case_study',
  recipe_page: 'guide_page',
  event_page: 'webinar_page',
  about_page: 'about_page',
  listing: 'blog_index',
  job_posting: 'careers_page',
  careers_page: 'careers_page',
  documentation_page: 'documentation_page',
  support_page: 'support_page',
  forum_thread: 'support_page',
  legal_page: 'legal_page',
  login_page: 'login_page',
  account_page: 'account_page',
  contact_page: 'contact_page',
  status_page: 'status_page',
  video_page: 'video_page',
  download_page: 'app_page',
  pdf: 'ebook_page',
};

/** By rules alone: about 45 types, each with its category and whether the page earns (a "money page"). */
export function judgeTargetPage(url: string): TargetPageJudgement {
  const [best] = readUrl(url, []).findings;
  const type = best === undefined ? 'other_page' : toTargetType(best);
  const { category, isMoneyPage } = findTargetPage(type) ?? { category: 'utility', isMoneyPage: false };
  return {
    type,
    category,
    isMoneyPage,
    confidence: best === undefined ? 0 : Math.round(best.confidence),
    evidence: best === undefined ? ['no address of a page'] : [best.evidence],
  };
}

function toTargetType({ concept, kind, label }: Finding): string {
  const isSection = kind === 'section' || kind === 'subdomain';
  const named = isSection ? (concept?.targetBelow ?? concept?.target) : concept?.target;
  return named ?? BY_PAGE_TYPE[label] ?? 'other_page';
}
