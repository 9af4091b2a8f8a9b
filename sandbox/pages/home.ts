import { mix } from '../hashing.ts';
import { toSentence, toTitle } from '../world/names.ts';
import type { World } from '../world/index.ts';
import type { Site } from '../world/sites.ts';

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
  return `<!doctype html>
<html lang="${site.home === 'de' ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="generator" content="sightline-sandbox">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(`${site.name}: ${about}. ${PITCHES[site.businessType] ?? ''}`)}">
<link rel="canonical" href="https://${site.host}${encodeURI(path)}">
</head>
<body>
<header><a href="/">${site.name}</a> <a href="/about">About</a> <a href="/contact">Contact</a></header>
<main>
<h1>${escapeHtml(toTitle(about))}</h1>
<p>${PITCHES[site.businessType] ?? ''}</p>
${paragraphs.join('\n')}
<ul>
${links.join('\n')}
</ul>
</main>
<footer>${site.name}</footer>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
