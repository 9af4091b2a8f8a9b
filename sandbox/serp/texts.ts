import { mix, pick } from '../hashing.ts';
import { toSentence, toTitle } from '../world/names.ts';
import type { Site, SiteRole } from '../world/sites.ts';
import type { SerpQuery } from './query.ts';
import type { RankedPage } from './ranking.ts';

type Phrases = Readonly<Record<'en' | 'de', readonly string[]>>;

/** Titles by what the site wants: to sell, to inform, to collect opinions. `{k}` keyword, `{s}` site name. */
const SELLING: Phrases = {
  en: ['{k} | {s}', '{k} made simple - {s}', '{s}: {k}', 'The {k} people recommend | {s}', '{k} - prices and plans - {s}'],
  de: ['{k} | {s}', '{k} leicht gemacht - {s}', '{s}: {k}', '{k} - Preise und Angebote - {s}'],
};
const INFORMING: Phrases = {
  en: [
    '{k}: what to know before you decide',
    '{k} - {s}',
    'Our notes on {k} | {s}',
    '{k}, tested and compared',
    'A plain guide to {k} - {s}',
  ],
  de: ['{k}: das sollten Sie wissen', '{k} - {s}', 'Ratgeber: {k} | {s}', '{k} im Vergleich'],
};
const ASKING: Phrases = {
  en: ['{k}? : {s}', 'Anyone with experience of {k}? - {s}', '{k} - discussion | {s}'],
  de: ['{k}? : {s}', 'Erfahrungen mit {k}? - {s}', '{k} - Diskussion | {s}'],
};
const DESCRIPTIONS: Phrases = {
  en: [
    'Everything about {k} in one place: what matters, what it costs and where to begin. {s} has followed the subject for years.',
    '{s} compares the options for {k}, with clear tables, honest limits and no small print.',
    'Looking for {k}? See how it works, read what others say and find what suits you.',
    'We tried {k} for four weeks. Here is what held up, what did not, and what we would choose again.',
  ],
  de: [
    'Alles über {k} an einem Ort: worauf es ankommt, was es kostet und wie man beginnt. {s} begleitet das Thema seit Jahren.',
    '{s} vergleicht die Möglichkeiten für {k}, mit klaren Tabellen und ohne Kleingedrucktes.',
    'Sie suchen {k}? So funktioniert es, das sagen andere, und das passt zu Ihnen.',
  ],
};
const STYLE: Readonly<Record<SiteRole, Phrases>> = {
  saas: SELLING,
  ecommerce: SELLING,
  local: SELLING,
  service: SELLING,
  marketplace: SELLING,
  game: SELLING,
  content: INFORMING,
  reference: INFORMING,
  video: INFORMING,
  news: INFORMING,
  reviews: INFORMING,
  institution: INFORMING,
  forum: ASKING,
};
/** Folders of pages by role: for the best page, then for further ones. */
const FOLDERS: Readonly<Record<SiteRole, readonly string[]>> = {
  saas: ['solutions', 'blog', 'docs'],
  ecommerce: ['collections', 'blog', 'products'],
  local: ['services', 'about', 'prices'],
  content: ['articles', 'guides', 'topics'],
  service: ['services', 'insights', 'cases'],
  marketplace: ['search', 'offers', 'blog'],
  game: ['play', 'blog', 'games'],
  reference: ['wiki', 'topic', 'entry'],
  forum: ['t', 'c', 'tag'],
  video: ['watch', 'channel', 'shorts'],
  news: ['story', 'live', 'section'],
  reviews: ['best', 'reviews', 'compare'],
  institution: ['resources', 'research', 'news'],
};

/** The page of a site that serves a subject best. */
export function mainPathOf({ role }: Pick<Site, 'role'>, subjectSlug: string): string {
  return `/${FOLDERS[role][0] ?? 'p'}/${subjectSlug}`;
}

/** The address of the page; a site answers one subject with one page, and questions with articles. */
export function addressOf(page: RankedPage, query: SerpQuery): string {
  const { site, ordinal, host } = page;
  if (query.facts.brand === site && ordinal === 0) return `https://${host}/`;
  const slug = query.facts.intent === 'informational' || ordinal > 0 ? query.facts.slug : query.facts.subjectSlug;
  const folder = FOLDERS[site.role][ordinal] ?? 'p';
  const language = query.languageCode !== 'en' && site.home === 'world' ? `${query.languageCode}/` : '';
  return `https://${host}/${language}${folder}/${slug}`;
}

export function titleOf(page: RankedPage, query: SerpQuery): string {
  if (query.facts.brand === page.site && page.ordinal === 0)
    return `${page.site.name} - ${toTitle(query.facts.topic.subjects[voice(query)][0] ?? '')}`;
  return fill(pick(STYLE[page.site.role][voice(query)], mix(page.site.hash, query.facts.hash + page.ordinal)), page, query.facts.title);
}

export function descriptionOf(page: RankedPage, query: SerpQuery): string {
  return fill(pick(DESCRIPTIONS[voice(query)], mix(page.site.hash, query.facts.hash + 5 + page.ordinal)), page, query.facts.text);
}

export function breadcrumbOf(url: string, arrow = '›'): string {
  const end = url.endsWith('/') ? -1 : undefined;
  return `https://${url.slice('https://'.length, end).replaceAll('/', ` ${arrow} `)}`;
}

/** Questions people ask beside the keyword. */
export function questionsOf(query: SerpQuery, count: number): string[] {
  const subject = query.facts.subject;
  const all =
    voice(query) === 'de'
      ? [
          `Was kostet ${subject}?`,
          `Wie funktioniert ${subject}?`,
          `Welche ${subject} ist die beste?`,
          `Lohnt sich ${subject}?`,
          `Worauf achten bei ${subject}?`,
        ]
      : [
          `What is the best ${subject}?`,
          `How much does ${subject} cost?`,
          `Is ${subject} worth it?`,
          `How do I choose ${subject}?`,
          `What should I avoid with ${subject}?`,
        ];
  return rotate(all, query.facts.hash).slice(0, count);
}

export function relatedOf(query: SerpQuery): string[] {
  const subjects = query.facts.topic.subjects[voice(query)];
  return rotate(subjects, query.facts.hash).slice(0, 8);
}

export function summaryOf(query: SerpQuery): string {
  const text = toSentence(query.facts.text);
  return voice(query) === 'de'
    ? `${text}: Die meisten Quellen raten, zuerst den eigenen Bedarf zu klären, dann Preise und Bedingungen zu vergleichen.`
    : `${text}: most sources advise to settle what you need first, then to compare prices and terms, and to try before committing.`;
}

function voice(query: SerpQuery): 'en' | 'de' {
  return query.languageCode === 'de' ? 'de' : 'en';
}

function fill(pattern: string, page: RankedPage, keyword: string): string {
  return pattern.replace('{k}', () => keyword).replace('{s}', () => page.site.name);
}

function rotate<Value>(values: readonly Value[], by: number): Value[] {
  const start = by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}
