import { findPageKind } from '../classes/page-kinds.ts';
import { hashText, mix, pick } from '../hashing.ts';
import type { World } from '../world/index.ts';
import { toSlug, toTitle } from '../world/names.ts';
import type { Site } from '../world/sites.ts';
import { declare } from './declared.ts';
import { escapeHtml, toJsonLd } from './html.ts';
import { bodyOf } from './page-bodies.ts';
import { listProperties, type Property } from './properties.ts';
import { bodyOfSitePage, bodyOfSubject, headlines, offers, points, products } from './site-bodies.ts';
import { SITE_PAGES, type SitePage } from './site-pages.ts';
import { chance, planSite, type SitePlan } from './site-plan.ts';
import { structuredDataOf } from './structured-data.ts';
import { say, sayMany } from './wording.ts';

/** A page of a site: its home page, one that its navigation offers, or one about a subject. */
export function renderPage(world: World, site: Site, path: string): string {
  const plan = planSite(world, site);
  if (path === '/') return homePage(plan, listProperties(world, site));
  const page = SITE_PAGES.find(({ paths }) => Object.values(paths).includes(path));
  return page === undefined ? subjectPage(plan, path) : navigationPage(plan, page, path);
}

interface Parts {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly head: string;
  readonly bodyClass: string;
  readonly heading: string;
  readonly main: string;
  readonly footer: string;
}

function homePage(plan: SitePlan, properties: readonly Property[]): string {
  const { site, talk, isTerse } = plan;
  const type = site.businessType;
  const leads = sayMany(talk, `${type}.lead`, { hash: hashText('lead', site.hash), count: isTerse ? 1 : 2 + (site.hash % 2) });
  const [description = ''] = sayMany(talk, `${type}.lead`, { hash: hashText('description', site.hash), count: 1 });
  const asides = plan.asides.map((aside) => say(talk, `aside.${aside}`, site.hash));
  const button = say(talk, `${type}.button`, mix(site.hash, 9));
  return wrap(plan, {
    path: '/',
    title: say(talk, `${type}.title`, hashText('title', site.hash)),
    description: chance(site, 'description') < 15 ? '' : `${site.name}: ${description}`,
    head: `${headOf(site, properties)}\n${structuredDataOf(plan)}`,
    bodyClass: 'home',
    heading: say(talk, `${type}.h1`, hashText('h1', site.hash)),
    main: [...leads.map(paragraph), `<a class="button" href="#next">${button}</a>`, showcase(plan), ...asides.map(paragraph)].join('\n'),
    footer: properties.filter(isLinked).map(toAnchor).join(' '),
  });
}

const WINDOWS: Readonly<Partial<Record<Site['businessType'], typeof points>>> = {
  ecommerce: products,
  marketplace: offers,
  content: headlines,
};

/** What a home page puts in its window, below a heading. */
function showcase(plan: SitePlan): string {
  const { businessType, hash } = plan.site;
  const count = plan.isTerse ? 3 : 4 + (hash % 4);
  const show = WINDOWS[businessType] ?? points;
  return `<h2>${escapeHtml(toTitle(plan.talk.other))}</h2>\n${show(plan, count)}`;
}

function navigationPage(plan: SitePlan, page: SitePage, path: string): string {
  const kind = findPageKind(path);
  const name = say(plan.talk, `nav.${page.name}`, plan.site.hash);
  const title = `${name} | ${plan.site.name}`;
  return wrap(plan, {
    path,
    title,
    description: '',
    head: kind === undefined ? '' : declare(kind, title),
    bodyClass: kind?.bodyClass ?? 'page',
    heading: name,
    main: bodyOfSitePage(plan, page),
    footer: '',
  });
}

function subjectPage(plan: SitePlan, path: string): string {
  const { site, talk } = plan;
  const kind = findPageKind(path);
  const slug = path.split('/').findLast((part) => part !== '') ?? '';
  const subject = plan.subjects.find((known) => toSlug(known) === slug) ?? slug.replaceAll('-', ' ');
  const title = `${toTitle(subject)} | ${site.name}`;
  const blurb = say(talk, `${site.businessType}.lead`, hashText('description', site.hash));
  // The bodies of page types are written in English.
  const typed =
    kind === undefined || talk.language !== 'en'
      ? ''
      : bodyOf(kind.pageType, { title: toTitle(subject), site: site.name, blurb, hash: site.hash });
  return wrap(plan, {
    path,
    title,
    description: blurb,
    head: kind === undefined ? '' : declare(kind, title),
    bodyClass: kind?.bodyClass ?? 'page',
    heading: toTitle(subject),
    main: `${typed}\n${bodyOfSubject(plan, subject)}\n${points(plan, 4)}`,
    footer: '',
  });
}

function wrap(plan: SitePlan, parts: Parts): string {
  const { site, talk } = plan;
  const description = parts.description === '' ? '' : `<meta name="description" content="${escapeHtml(parts.description)}">\n`;
  return `<!doctype html>
<html lang="${talk.language}">
<head>
<meta charset="utf-8">
<meta name="generator" content="sightline-sandbox">
<title>${escapeHtml(parts.title)}</title>
${description}<link rel="canonical" href="https://${site.host}${encodeURI(parts.path)}">
${parts.head}
</head>
<body class="${parts.bodyClass}">
<header><a href="/">${escapeHtml(site.name)}</a> ${navigation(plan)}</header>
<main>
<h1>${escapeHtml(parts.heading)}</h1>
${parts.main}
</main>
<footer>${escapeHtml(site.name)} <a href="/legal/privacy">${say(talk, 'nav.legal', site.hash)}</a> ${parts.footer}</footer>
</body>
</html>
`;
}

/** Some sites mark their navigation as such, some do not. */
function navigation({ pages, talk, site }: SitePlan): string {
  const links = pages.map(({ name, paths }) => `<a href="${paths[talk.language]}">${escapeHtml(say(talk, `nav.${name}`, site.hash))}</a>`);
  return pick([`<nav>${links.join(' ')}</nav>`, `<nav><ul><li>${links.join('</li><li>')}</li></ul></nav>`, links.join(' ')], site.hash);
}

function headOf(site: Site, properties: readonly Property[]): string {
  const feeds = properties
    .filter(({ kind }) => kind === 'feed')
    .map(({ url }) => `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(site.name)}" href="${url}">`);
  const sameAs = properties.filter(({ shownAs }) => shownAs === 'structured_data').map(({ url }) => url);
  const about = { '@type': 'Organization', name: site.name, url: `https://${site.host}/`, sameAs };
  return [...feeds, ...(sameAs.length === 0 ? [] : [toJsonLd(about)])].join('\n');
}

function isLinked({ shownAs }: Property): boolean {
  return shownAs === 'link' || shownAs === 'rel_me';
}

function toAnchor({ url, platform, shownAs }: Property): string {
  const name = platform === '' ? new URL(url).hostname : platform;
  return `<a${shownAs === 'rel_me' ? ' rel="me"' : ''} href="${escapeHtml(url)}">${name}</a>`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
