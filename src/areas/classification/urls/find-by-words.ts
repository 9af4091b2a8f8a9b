import type { Candidate } from '../engine/judgement.ts';
import { findPhrase, type Concept } from './concepts.ts';
import type { Finding } from './findings.ts';
import { toSegment, type Segment, type UrlParts } from './parse-url.ts';
import { readSlug, type Slug } from './slug.ts';
import type { Tables } from './tables.ts';

/** A word that stands before the last segment; sub-domains count as the outermost sections. */
interface Section {
  readonly concept: Concept;
  readonly evidence: string;
  readonly kind: 'section' | 'subdomain';
}

/** Labels of texts: what holds them also holds lists, whose names are short. */
const TEXTS = new Set([
  'article',
  'blog_post',
  'news_article',
  'recipe_page',
  'press_release',
  'case_study',
  'video_page',
  'event_page',
  'guide_page',
  'interview',
]);
/** What a short last segment takes from the confidence in a text, by the number of its words. */
const SHORT_SLUG_LOSS: readonly number[] = [10, 24, 8];
/** Below them stands what a user named. */
const PROFILES = new Set(['profile', 'own-profile']);
const TITLE_FROM = 3;
const CONTRADICTED = 0.72;
const PHRASE_UNDER_SECTION = 0.8;
const PHRASE_UNDER_TEXTS = 0.65;

/** What words of the path and of the sub-domain say, in 20 languages. */
export function findByWords(parts: UrlParts, tables: Tables): Finding[] {
  const { segments, subdomains } = parts;
  const last = segments.at(-1);
  const hosts = subdomains.flatMap((label) => toSection(label, tables));
  if (last === undefined) return findFront(hosts, parts);
  const sections = [...hosts, ...segments.slice(0, -1).flatMap(({ text, key }) => toPathSection(text, key, tables))];
  const section = findDeciding(sections);
  const own = tables.words.whole.get(last.key);
  return [
    ...findOwn(last, own, section),
    // `/careers/jobs` says one thing twice, and nothing is below it.
    ...(own !== undefined && own === section?.concept ? [] : findBelow(section, readSlug(last), parts)),
    ...findInside(last, own, { section, tables }),
    ...findFragment(parts, tables),
  ];
}

/** The last of the highest rank; among those without rank a strong one. */
function findDeciding(sections: readonly Section[]): Section | undefined {
  const rank = Math.max(0, ...sections.map(({ concept }) => concept.rank));
  if (rank > 0) return sections.findLast(({ concept }) => concept.rank === rank);
  return sections.findLast(({ concept }) => concept.isStrong) ?? sections.at(-1);
}

function toSection(label: string, { words }: Tables): Section[] {
  const whole = words.whole.get(label.replaceAll('-', ''));
  const concept =
    whole ??
    label
      .split('-')
      .map((word) => words.whole.get(word))
      .find((found) => found !== undefined);
  return concept === undefined || PROFILES.has(concept.name) ? [] : [{ concept, evidence: `sub-domain ${label}.`, kind: 'subdomain' }];
}

function toPathSection(text: string, key: string, { words }: Tables): Section[] {
  const concept = words.whole.get(key);
  return concept === undefined ? [] : [{ concept, evidence: `section /${text}`, kind: 'section' }];
}

function findFront(hosts: readonly Section[], { subdomains }: UrlParts): Finding[] {
  const section = hosts.at(-1);
  const root = section?.concept.root ?? (section?.concept.isFirm === true ? section.concept.alone : undefined);
  if (section === undefined || root === undefined) return [];
  // `docs.us.example.com` says as much as `docs.example.com`, `pay.help.example.com` less.
  const distance = subdomains.length - 1;
  return [
    {
      ...root,
      confidence: root.confidence - 3 * distance,
      kind: 'subdomain',
      evidence: `front page of ${section.evidence}`,
      concept: section.concept,
    },
  ];
}

/** The last segment is a word of the tables. */
function findOwn(last: Segment, own: Concept | undefined, section: Section | undefined): Finding[] {
  const alone = own?.alone;
  if (own === undefined || alone === undefined) return [];
  const isContradicted =
    !own.isFirm &&
    section?.concept.isStrong === true &&
    section.concept.below?.label !== alone.label &&
    !PROFILES.has(section.concept.name);
  const confidence = isContradicted ? alone.confidence * CONTRADICTED : alone.confidence;
  return [{ label: alone.label, confidence, kind: 'word', evidence: `path /${last.text}`, concept: own }];
}

function findBelow(section: Section | undefined, slug: Slug, parts: UrlParts): Finding[] {
  const below = section?.concept.below;
  if (section === undefined || below === undefined) return [];
  const { concept, evidence, kind } = section;
  const { label, confidence } = adjust(below, slug, parts);
  const found: Finding = { label, confidence, kind, evidence, concept };
  return TEXTS.has(below.label) && slug.words < 2 && !slug.hasId
    ? [found, { label: 'listing', confidence: 52, kind, evidence: `short name below ${evidence}`, concept }]
    : [found];
}

function adjust({ label, confidence }: Candidate, slug: Slug, { isLaterPage }: UrlParts): Candidate {
  // `/topics/gadgets/best-electric-scooter`: names of lists and of users are short.
  if (label === 'listing' && (slug.words >= TITLE_FROM || slug.isId)) return { label: 'article', confidence: 66 };
  // A posting has a title or a number; a place or a team is a part of the page of all jobs.
  if (label === 'job_posting' && slug.words < 2 && !slug.hasId) return { label: 'careers_page', confidence };
  // The list of a town or a trade has a short name, an entry that of a firm.
  if (label === 'directory_entry' && slug.words < 2 && !slug.hasId) return { label: 'listing', confidence };
  if (label === 'profile_page' && slug.words > TITLE_FROM) return { label, confidence: confidence / 2 };
  if (!TEXTS.has(label)) return { label, confidence };
  const loss = slug.hasId ? 0 : (SHORT_SLUG_LOSS[slug.words] ?? 0);
  return { label, confidence: confidence - loss - (isLaterPage ? 25 : 0) };
}

/** A phrase of the tables within a longer last segment. Sections of texts and manuals hold such words in their titles. */
function findInside(
  last: Segment,
  own: Concept | undefined,
  { section, tables }: { readonly section: Section | undefined; readonly tables: Tables },
): Finding[] {
  if (own !== undefined) return [];
  const found = findPhrase(last, tables.words);
  const inside = found?.concept.inside;
  if (found === undefined || inside === undefined) return [];
  const phraseWords = found.phrase.split('-').length;
  const other = last.words.length - phraseWords;
  // The more other words, the likelier is a title that only mentions the thing.
  const share = Math.max(0.35, 1 - 0.09 * Math.max(0, other - phraseWords)) * (phraseWords === 1 && other > 2 ? 0.8 : 1);
  const under = TEXTS.has(section?.concept.below?.label ?? '') ? PHRASE_UNDER_TEXTS : PHRASE_UNDER_SECTION;
  const factor = section?.concept.isStrong === true ? share * under : share;
  return [
    {
      label: inside.label,
      confidence: inside.confidence * factor,
      kind: 'phrase',
      evidence: `"${found.phrase}" in the path`,
      concept: found.concept,
    },
  ];
}

/** `/help#contact-us` */
function findFragment({ fragment }: UrlParts, { words }: Tables): Finding[] {
  const concept = fragment === '' ? undefined : words.whole.get(toSegment(fragment).key);
  if (concept?.alone === undefined || !concept.isFirm) return [];
  return [{ label: concept.alone.label, confidence: 60, kind: 'fragment', evidence: `fragment #${fragment}`, concept }];
}
