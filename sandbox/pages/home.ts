import { mix } from '../hashing.ts';
import { toSentence, toTitle } from '../world/names.ts';
import type { World } from '../world/index.ts';
import type { Site } from '../world/sites.ts';
import { findPageKind } from '../classes/page-kinds.ts';
import { declare } from './declared.ts';
import { bodyOf } from './page-bodies.ts';
import { listProperties, type Property } from './properties.ts';

/** What a site says about itself, by what it is. */
const PITCHES: Readonly<Record<string, string>> = {
  saas: 'Sign up in minutes, invite your team and see the pricing that fits. Start a free trial today.',
  ecommerce: 'Add to cart, free shipping on orders over 50, and returns within thirty days.',
  local: 'Call us or book an appointment online. Opening hours: Monday to Friday, 8 to 18. Our address is on the contact page.',
  content: 'New articles every week, written and checked by our editors. Subscribe to the newsletter.',
  service: 'Tell us about your project and receive a quote within two days. See our case studies.',
  marketplace: 'Thousands of offers from private and professional sellers. List yours in five minutes.',
  game: 'Download and play for free on phone, tablet and desktop. New levels every month.',
};

/** A page of a site: its home page, or the page behind an address of its own. */
export function renderPage(world: World, site: Site, path: string): string {
  const subjects = (site.topic ?? world.topics[site.hash % world.topics.length])?.subjects[site.home === 'de' ? 'de' : 'en'] ?? [];
  const about = path === '/' ? (subjects[0] ?? site.name) : path.split('/').at(-1)?.replaceAll('-', ' ') || site.name;
  const title = path === '/' ? `${site.name} - ${toTitle(about)}` : `${toTitle(about)} | ${site.name}`;
  const paragraphs = subjects
    .slice(0, 4)
    .map(
      (subject) =>
        `<h2>${toTitle(subject)}</h2>\n<p>${toSentence(subject)}: how it works, what it costs and whom it suits, explained by ${site.name}.</p>`,
    );
  const links = subjects
    .slice(0, 6)
    .map(
      (subject, index) =>
        `<li><a href="/topics/${encodeURIComponent(subject.replaceAll(' ', '-'))}">${toTitle(subject)} ${mix(site.hash, index) % 90}</a></li>`,
    );
  const kind = path === '/' ? undefined : findPageKind(path);
  const pitch = PITCHES[site.businessType] ?? '';
  const properties = path === '/' ? listProperties(world, site) : [];
  return `<!doctype html>
<html lang="${site.home === 'de' ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="generator" content="sightline-sandbox">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(`${site.name}: ${about}. ${pitch}`)}">
<link rel="canonical" href="https://${site.host}${encodeURI(path)}">
${headOf(site, properties)}
${kind === undefined ? '' : declare(kind, title)}
</head>
<body class="${kind?.bodyClass ?? 'home'}">
<header><a href="/">${site.name}</a> <a href="/about">About</a> <a href="/contact">Contact</a></header>
<main>
<h1>${escapeHtml(toTitle(about))}</h1>
<p>${pitch}</p>
${kind === undefined ? '' : bodyOf(kind.pageType, { title: toTitle(about), site: site.name, blurb: pitch, hash: site.hash })}
${paragraphs.join('\n')}
<ul>
${links.join('\n')}
</ul>
</main>
<footer>${site.name} ${properties.filter(isLinked).map(toAnchor).join(' ')}</footer>
</body>
</html>
`;
}

function headOf(site: Site, properties: readonly Property[]): string {
  const feeds = properties
    .filter(({ kind }) => kind === 'feed')
    .map(({ url }) => `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(site.name)}" href="${url}">`);
  const sameAs = properties.filter(({ shownAs }) => shownAs === 'structured_data').map(({ url }) => url);
  const about = { '@context': 'https://schema.org', '@type': 'Organization', name: site.name, url: `https://${site.host}/`, sameAs };
  const data = sameAs.length === 0 ? [] : [`<script type="application/ld+json">${JSON.stringify(about)}</script>`];
  return [...feeds, ...data].join('\n');
}

function isLinked({ shownAs }: Property): boolean {
  return shownAs === 'link' || shownAs === 'rel_me';
}

function toAnchor({ url, platform, shownAs }: Property): string {
  const name = platform === '' ? new URL(url).hostname : platform;
  return `<a${shownAs === 'rel_me' ? ' rel="me"' : ''} href="${escapeHtml(url)}">${name}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
