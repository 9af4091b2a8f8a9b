import type { Candidate, Judgement } from '../engine/judgement.ts';
import type { Finding } from './findings.ts';
import { findNoun, type Noun } from './nouns.ts';
import type { Segment, UrlParts } from './parse-url.ts';
import { readSlug, type Slug } from './slug.ts';
import type { Tables } from './tables.ts';

/** What a site of this type mostly has at paths that no table knows, by the length of the last segment. */
const BY_DOMAIN: Readonly<Record<string, { readonly short: Candidate; readonly long: Candidate }>> = {
  news: { short: { label: 'listing', confidence: 62 }, long: { label: 'news_article', confidence: 86 } },
  blog: { short: { label: 'blog_post', confidence: 52 }, long: { label: 'blog_post', confidence: 84 } },
  ecommerce: { short: { label: 'category_page', confidence: 62 }, long: { label: 'product_page', confidence: 62 } },
  forum: { short: { label: 'listing', confidence: 50 }, long: { label: 'forum_thread', confidence: 62 } },
  social: { short: { label: 'profile_page', confidence: 78 }, long: { label: 'forum_thread', confidence: 42 } },
  wiki: { short: { label: 'article', confidence: 74 }, long: { label: 'article', confidence: 80 } },
  edu: { short: { label: 'listing', confidence: 34 }, long: { label: 'article', confidence: 55 } },
  gov: { short: { label: 'article', confidence: 38 }, long: { label: 'article', confidence: 60 } },
  affiliate: { short: { label: 'listing', confidence: 50 }, long: { label: 'article', confidence: 68 } },
  directory: { short: { label: 'listing', confidence: 66 }, long: { label: 'listing', confidence: 50 } },
  saas: { short: { label: 'service_page', confidence: 42 }, long: { label: 'article', confidence: 56 } },
  agency: { short: { label: 'service_page', confidence: 55 }, long: { label: 'blog_post', confidence: 60 } },
};
const DOMAIN_SURE_MIN = 50;
const LONG_FROM = 4;
/** How sure a title of so many words is a text, when nothing is known of its site. */
const TEXT_BY_WORDS: readonly number[] = [12, 18, 36, 50, 68, 78, 84, 88];
const BY_NOUN: Readonly<Record<Noun, Candidate>> = {
  goods: { label: 'category_page', confidence: 64 },
  trades: { label: 'service_page', confidence: 60 },
};
/** Below a section that decides, what the slug looks like counts little. */
const UNDER_SECTION = 0.6;

/** Names of users as sub-domains: `marta_w`, `oldtimer99`. */
const USER_LABEL = /^[a-z]+_[a-z\d]+$|^[a-z]{4,}\d{2,4}$/u;

interface Known {
  readonly tables: Tables;
  readonly byWords: readonly Finding[];
}

/** What remains when no table knows a path: what its last segment looks like, on a site of this kind. */
export function findUrlByShape(parts: UrlParts, domain: readonly Judgement[], { tables, byWords }: Known): Finding[] {
  const last = parts.segments.at(-1);
  if (last === undefined) return findFronts(parts, byWords);
  const slug = readSlug(last);
  const isUnderSection = byWords.some(({ kind, concept }) => (kind === 'section' || kind === 'subdomain') && concept?.isStrong === true);
  const bySite = findByDomain(slug, domain);
  // News sites and blogs have a name of their own for a text.
  const title = findTitle(slug, parts).filter(({ label }) => label !== 'article' || !bySite.some(isOwnText));
  const found = [
    ...bySite,
    ...findMerchant(slug, parts),
    ...findName(last, slug, parts),
    ...title,
    ...findTown(last),
    ...findProject(slug, parts),
    ...findBranches(last),
  ];
  // A name with model numbers and sizes is one of the goods, not their sort.
  const noun = slug.words > 0 && !slug.hasId && slug.goodsMarks === 0 ? findNoun(last, tables.nouns) : undefined;
  if (noun !== undefined) found.push({ ...BY_NOUN[noun.noun], basis: noun.noun, evidence: `"${noun.word}" in the path` });
  return found.map(({ label, confidence, evidence, basis }) => ({
    kind: basis === 'sign' ? 'name' : 'shape',
    basis,
    label,
    confidence: isUnderSection ? confidence * UNDER_SECTION : confidence,
    evidence,
  }));
}

const OWN_TEXTS = new Set(['news_article', 'blog_post']);
const OWN_TEXT_FROM = 76;

function isOwnText({ label, confidence }: Guess): boolean {
  return OWN_TEXTS.has(label) && confidence >= OWN_TEXT_FROM;
}

type Guess = Candidate & { readonly evidence: string; readonly basis: string };

function findFronts(parts: UrlParts, byWords: readonly Finding[]): Finding[] {
  const front = findFront(parts, byWords);
  const user = parts.subdomains.find((label) => USER_LABEL.test(label));
  if (user === undefined) return [front];
  return [
    { kind: 'shape', label: 'profile_page', confidence: 60, evidence: `name ${user}.` },
    { ...front, confidence: 56 },
  ];
}

const PAGE_ENDING = /^(?:|[sx]?html?|php\d?|aspx?|jspx?|cfm|do|cgi|pl)$/u;

function findFront({ query, isLaterPage, extension }: UrlParts, byWords: readonly Finding[]): Finding {
  if (isLaterPage) return { kind: 'front', label: 'listing', confidence: 88, evidence: 'a later page of the list on the front page' };
  const other = Math.max(0, ...byWords.filter(({ label }) => label !== 'homepage').map(({ confidence }) => confidence));
  // `index.xml` is no page.
  const most = PAGE_ENDING.test(extension) ? (query.size === 0 ? 96 : 82) : 50;
  const confidence = Math.min(most, Math.max(40, 130 - other));
  return { kind: 'front', label: 'homepage', confidence, evidence: 'front page of the host' };
}

function findByDomain(slug: Slug, domain: readonly Judgement[]): Guess[] {
  const type = domain.find(({ dimension, confidence }) => dimension === 'domain_type' && confidence >= DOMAIN_SURE_MIN);
  const usual = type === undefined ? undefined : BY_DOMAIN[type.label];
  if (type === undefined || usual === undefined) return [];
  const { label, confidence } = slug.words >= LONG_FROM ? usual.long : usual.short;
  return [
    {
      label,
      confidence: confidence * Math.min(1, 0.5 + type.confidence / 180),
      basis: `${type.label}-${slug.words >= LONG_FROM ? 'long' : 'short'}`,
      evidence: `page of a site of type ${type.label}`,
    },
  ];
}

/** A search engine marks clicks on offers of merchants so. */
function findMerchant(slug: Slug, { query }: UrlParts): Guess[] {
  if (!query.has('srsltid')) return [];
  return [
    {
      label: slug.words >= LONG_FROM ? 'product_page' : 'category_page',
      confidence: 56,
      basis: 'offer',
      evidence: 'parameter srsltid of an offer',
    },
  ];
}

/** Names of users have no hyphens between words, but digits at their end, dots or underscores. */
function findName({ text }: Segment, slug: Slug, { segments, path }: UrlParts): Guess[] {
  if (segments.length > 1) return [];
  if (path.startsWith('@') || path.startsWith('~'))
    return [{ label: 'profile_page', confidence: 92, basis: 'sign', evidence: `name ${path.slice(0, 30)}` }];
  if (slug.hasId) return [];
  const basis = 'name';
  if (/^[a-z]{3,}\d{1,4}$/u.test(text) || /^[a-z]{2,}[._][a-z0-9]{1,}$/u.test(path))
    return [{ label: 'profile_page', confidence: 58, basis, evidence: `name /${text}` }];
  return slug.words === 1 ? [{ label: 'profile_page', confidence: 26, basis: 'word', evidence: `one word /${text}` }] : [];
}

/** Hosts whose users keep projects of software, each below its name. */
const PROJECT_HOSTS = new Set(['github.io', 'gitlab.io', 'bitbucket.io', 'readthedocs.io']);
const PROJECT_WORDS_MAX = 4;

/** `someone.github.io/some-tool`: the page of a project. What has a longer name is a text. */
function findProject(slug: Slug, { host, segments }: UrlParts): Guess[] {
  const parent = host.slice(host.indexOf('.') + 1);
  if (!PROJECT_HOSTS.has(parent) || segments.length !== 1 || slug.words === 0 || slug.words > PROJECT_WORDS_MAX) return [];
  return [{ label: 'documentation_page', confidence: 88, basis: 'project', evidence: `project of ${host}` }];
}

const BRANCHES = new Set(
  'stores shops locations branches dealers offices showrooms outlets finder locator filialen filialfinder standorte magasins tiendas negozi lojas butiker winkels prodejny'.split(
    ' ',
  ),
);
const FIND_A = new Set(['a', 'an', 'your', 'my', 'our', 'the', 'us']);

/** `find-a-kiosk`, `acme-stores`: lists of branches under names of their own. */
function findBranches({ words }: Segment): Guess[] {
  const isSearch = words.length > 2 && words.length < 6 && words[0] === 'find' && FIND_A.has(words[1] ?? '');
  const isNamed = words.length > 1 && words.length < 5 && BRANCHES.has(words.at(-1) ?? '');
  return isSearch || isNamed ? [{ label: 'listing', confidence: 84, basis: 'branches', evidence: `branches: "${words.join('-')}"` }] : [];
}

const STATES = new Set(
  'al ak az ar ca co ct dc fl ga ia il ks ky la md mi mn mo ms mt nc nd ne nh nj nm nv ny oh ok or pa ri sc sd tn tx ut va vt wa wi wv wy'.split(
    ' ',
  ),
);

/** `/roof-repair-austin-tx`: what local businesses offer in a town. */
function findTown({ words }: Segment): Guess[] {
  const state = words.at(-1) ?? '';
  if (words.length < 2 || !STATES.has(state)) return [];
  return [{ label: 'service_page', confidence: 66, basis: 'town', evidence: `town and state "${words.slice(-2).join('-')}" in the path` }];
}

/** One mark may stand in a title of a text, several hardly. */
const SURE_MARKS = 2;
/** No goods have a name of so many words, unless several of them are marks. */
const TITLE_OF_TEXT = 9;

function findTitle(slug: Slug, { segments }: UrlParts): Guess[] {
  const text = TEXT_BY_WORDS[Math.min(slug.words, TEXT_BY_WORDS.length - 1)] ?? 0;
  const evidence = slug.words > 1 ? `title of ${slug.words} words in the path` : 'no word of the path is known';
  const title: Guess =
    slug.goodsMarks >= SURE_MARKS || (slug.goodsMarks > 0 && slug.words < TITLE_OF_TEXT)
      ? { label: 'product_page', confidence: Math.min(text, slug.goodsMarks >= SURE_MARKS ? 72 : 52), basis: 'goods', evidence }
      : { label: 'article', confidence: text, basis: 'title', evidence };
  if (slug.words === 0 || slug.words >= LONG_FROM) return [title];
  return [
    title,
    { label: segments.length > 1 ? 'category_page' : 'service_page', confidence: 24, basis: 'short', evidence: 'short name in the path' },
  ];
}
