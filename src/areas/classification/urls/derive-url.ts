import type { Judgement } from '../engine/judgement.ts';
import { deriveLabel } from '../models/derive-label.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import { findSpam } from './find-spam.ts';
import type { UrlParts } from './parse-url.ts';
import type { Tables } from './tables.ts';

/** In what form the content of a page type comes; what is not named is text. */
const CONTENT: Readonly<Record<string, string>> = {
  category_page: 'list',
  listing: 'list',
  search_results: 'list',
  tag_page: 'list',
  author_page: 'list',
  calendar_page: 'list',
  sitemap_page: 'list',
  login_page: 'form',
  signup_page: 'form',
  account_page: 'form',
  contact_page: 'form',
  cart_page: 'form',
  video_page: 'video',
  gallery_page: 'image',
  image: 'image',
  pdf: 'document',
  feed: 'data',
  file: 'archive',
  download_page: 'archive',
};
const AUDIO = /(?:^|\/)(?:audio|podcasts?|tracks?|songs?|listen|music)(?:\/|$)/u;
const DATA_FILE = /^(?:json|jsonld|csv|tsv|xml|yaml|yml)$/u;
const CODE_FILE = /^(?:js|css|sql)$/u;

/** How links from such a page come about; what is not named follows from the type of the domain. */
const TACTIC_OF_PAGE: Readonly<Record<string, string>> = {
  press_release: 'pr',
  news_article: 'pr',
  interview: 'pr',
  forum_thread: 'ugc',
  question_page: 'ugc',
  profile_page: 'ugc',
  social_post: 'ugc',
  video_page: 'influencer',
  listing: 'programmatic',
  search_results: 'programmatic',
  tag_page: 'programmatic',
  feed: 'programmatic',
  directory_entry: 'programmatic',
  job_posting: 'programmatic',
};
const TACTIC_OF_DOMAIN: Readonly<Record<string, string>> = {
  news: 'pr',
  blog: 'link_building',
  ecommerce: 'marketplace',
  forum: 'ugc',
  social: 'ugc',
  wiki: 'ugc',
  affiliate: 'affiliate',
  directory: 'programmatic',
  edu: 'link_building',
  gov: 'link_building',
  saas: 'link_building',
  agency: 'link_building',
  other: 'link_building',
};
/** Only the kind of site speaks for a tactic, so that its judgement is never surer than this. */
const TACTIC_CONFIDENCE_MAX = 68;

/** Contact, terms and the like are what they are on any site. */
const SURE_IN_SPITE = 84;
const HUBS = new Set(['category_page', 'listing', 'search_results', 'tag_page', 'author_page', 'sitemap_page']);
const CHOSEN_BY_QUERY = new Set(['search_results', 'listing', 'category_page']);

/** A judged page type with what follows from it, from the parts of the URL and from the kind of its domain. */
export function deriveUrl(
  pageType: Judgement,
  parts: UrlParts,
  { domain, tables }: { readonly domain: readonly Judgement[]; readonly tables: Tables },
): readonly Judgement[] {
  const spam = findSpam(parts, tables.spamSigns);
  const page = spam.label === 'high' && pageType.confidence < SURE_IN_SPITE ? toSpamPage(pageType, spam) : pageType;
  const { label, confidence } = page;
  const evidence = [`follows from page type ${label}`];
  return [
    page,
    ...(spam.label === 'high' ? [{ ...spam, dimension: 'page_bucket', label: 'risky' }] : deriveBucket(page)),
    { dimension: 'content_type', label: findContentType(label, parts), confidence, evidence },
    {
      dimension: 'structural_type',
      ...findStructure(label, parts),
      confidence,
      evidence: [`path of ${parts.segments.length} segments`, ...evidence],
    },
    { dimension: 'tactic_type', ...findTactic(label, domain, spam.label), confidence: Math.min(TACTIC_CONFIDENCE_MAX, confidence) },
    { dimension: 'spam_tier', ...spam },
  ];
}

/** A page of a site with so many signs is of the kind that its path says at most by the way. */
function toSpamPage(pageType: Judgement, { confidence, evidence }: ReturnType<typeof findSpam>): Judgement {
  return {
    dimension: 'page_type',
    label: 'spam_page',
    confidence,
    secondBest: { label: pageType.label, confidence: Math.min(pageType.confidence, 100 - confidence) },
    evidence,
  };
}

function deriveBucket(pageType: Judgement): Judgement[] {
  const bucket = deriveLabel(pageType, findPageBucket);
  return bucket === undefined ? [] : [{ ...bucket, dimension: 'page_bucket', evidence: pageType.evidence }];
}

function findContentType(label: string, { path, extension }: UrlParts): string {
  if (label === 'video_page' && AUDIO.test(path)) return 'audio';
  if (label === 'file' && DATA_FILE.test(extension)) return 'data';
  if (label === 'file' && CODE_FILE.test(extension)) return 'code';
  return CONTENT[label] ?? 'text';
}

function findStructure(label: string, { segments, isLaterPage, query }: UrlParts): { readonly label: string } {
  if (['pdf', 'image', 'file', 'feed'].includes(label)) return { label: 'file' };
  if (isLaterPage) return { label: 'paginated' };
  if (segments.length === 0 && query.size === 0) return { label: 'root' };
  if (query.size > 0 && CHOSEN_BY_QUERY.has(label)) return { label: 'parameterized' };
  return { label: HUBS.has(label) ? 'hub' : 'leaf' };
}

function findTactic(label: string, domain: readonly Judgement[], spamTier: string): Pick<Judgement, 'label' | 'evidence'> {
  if (spamTier === 'high') return { label: 'blackhat', evidence: ['signs of spam in the URL'] };
  const type = domain.find(({ dimension }) => dimension === 'domain_type')?.label ?? 'other';
  const isAffiliate = type === 'affiliate';
  const ofPage = isAffiliate ? undefined : TACTIC_OF_PAGE[label];
  if (ofPage !== undefined) return { label: ofPage, evidence: [`follows from page type ${label}`] };
  return { label: TACTIC_OF_DOMAIN[type] ?? 'link_building', evidence: [`page type ${label} on a site of type ${type}`] };
}
