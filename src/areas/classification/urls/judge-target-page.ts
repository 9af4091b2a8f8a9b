import { findTargetPage, type TargetPage, type TargetPageType } from '../vocabulary/target-pages.ts';
import type { Candidate } from '../engine/judgement.ts';
import type { Finding } from './findings.ts';
import { readUrl } from './read-url.ts';

/** What a customer's own page is that others link to. */
export interface TargetPageJudgement {
  /** Null, and with it category and money page: no rule knows the page. */
  readonly type: string | null;
  readonly category: TargetPage['category'] | null;
  readonly isMoneyPage: boolean | null;
  /** From 0 to 100. */
  readonly confidence: number;
  readonly evidence: readonly string[];
}

/** What is known of a page beside its address, for free: nothing is read for it. */
export interface TargetPageHints {
  /** As a result page or the page itself says it. */
  readonly title?: string | null | undefined;
  /** What the page was found to be when it was read, by its structured data and text. */
  readonly read?: (Candidate & { readonly evidence: readonly string[] }) | undefined;
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
  guide_page: 'guide_page',
  review_page: 'blog_post',
  interview: 'blog_post',
  wiki_page: 'blog_post',
  event_page: 'webinar_page',
  about_page: 'about_page',
  listing: 'blog_index',
  job_posting: 'careers_page',
  careers_page: 'careers_page',
  documentation_page: 'documentation_page',
  support_page: 'support_page',
  forum_thread: 'support_page',
  question_page: 'support_page',
  legal_page: 'legal_page',
  login_page: 'login_page',
  account_page: 'account_page',
  contact_page: 'contact_page',
  status_page: 'status_page',
  video_page: 'video_page',
  download_page: 'app_page',
  pdf: 'ebook_page',
};

/** From it on an address alone is believed. */
const SURE = 60;
/** A title is written for people, and an address for the site. */
const TITLE_SHARE = 0.8;
const TITLE_WORDS_MAX = 3;
const OTHER: TargetPageType = 'other_page';

/**
 * By rules alone: about 45 types, each with its category and whether the page earns (a "money page"). An address that
 * says little is helped by what the page was read as, and by its title.
 */
export function judgeTargetPage(url: string, hints: TargetPageHints = {}): TargetPageJudgement {
  const byAddress = judgeAddress(url);
  const isWeak = byAddress === undefined || byAddress.type === OTHER || byAddress.confidence < SURE;
  const candidates = [byAddress, ...(isWeak ? [judgeReading(hints), judgeTitle(url, hints)] : [])]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => Number(one.type === OTHER) - Number(other.type === OTHER) || other.confidence - one.confidence);
  const [best] = candidates;
  if (best === undefined) return { type: null, category: null, isMoneyPage: null, confidence: 0, evidence: ['no rule knows the address'] };
  const { type, confidence, evidence } = best;
  const { category, isMoneyPage } = findTargetPage(type) ?? { category: 'utility', isMoneyPage: false };
  return { type, category, isMoneyPage, confidence: Math.round(confidence), evidence };
}

interface Found {
  readonly type: TargetPageType;
  readonly confidence: number;
  readonly evidence: readonly string[];
}

function judgeAddress(url: string): Found | undefined {
  const [best] = readUrl(url, []).findings;
  return best && { type: toTargetType(best), confidence: best.confidence, evidence: [best.evidence] };
}

function judgeReading({ read }: TargetPageHints): Found | undefined {
  if (read === undefined) return undefined;
  const evidence = [`read as ${read.label}`, ...read.evidence];
  return { type: BY_PAGE_TYPE[read.label] ?? OTHER, confidence: read.confidence, evidence };
}

/** The first part of a title, as if it were a path: "Pricing | Acme". Only words that name a kind of page count. */
function judgeTitle(url: string, { title }: TargetPageHints): Found | undefined {
  const [name = ''] = (title ?? '').split(/\s[|–—·:-]\s|[|:]/u);
  const words = name.trim().toLowerCase().split(/\s+/u);
  if (name.trim() === '' || words.length > TITLE_WORDS_MAX || !URL.canParse(url)) return undefined;
  const path = words.map((word) => encodeURIComponent(word)).join('-');
  const best = readUrl(`${new URL(url).origin}/${path}`, []).findings.find(({ kind }) => kind === 'word' || kind === 'phrase');
  if (best === undefined || toTargetType(best) === OTHER) return undefined;
  return { type: toTargetType(best), confidence: best.confidence * TITLE_SHARE, evidence: [`title "${name.trim()}"`] };
}

function toTargetType({ concept, kind, label }: Finding): TargetPageType {
  const isSection = kind === 'section' || kind === 'subdomain';
  const named = isSection ? (concept?.targetBelow ?? concept?.target) : concept?.target;
  return (named as TargetPageType | undefined) ?? BY_PAGE_TYPE[label] ?? OTHER;
}
