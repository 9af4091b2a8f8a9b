import { hashText } from '../hashing.ts';
import { toPageAddress, findPageKind, getPageKind, type PageKind } from '../classes/page-kinds.ts';
import type { LinkingSite } from '../classes/site-classes.ts';
import { htmlReply, type Reply } from '../reply.ts';
import { toTitle } from '../world/names.ts';
import { declare } from './declared.ts';
import { escapeHtml } from './html.ts';
import { bodyOf } from './page-bodies.ts';

const NEWEST = ['first steps', 'the long way round', 'a second look', 'what we learned', 'before winter', 'questions and answers'];
const FILE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  image: 'image/jpeg',
  feed: 'application/rss+xml',
  file: 'application/zip',
};

/** A page of an invented site that links to others, made as such sites make them. */
export function linkingSitePage(site: LinkingSite, path: string): Reply {
  if (site.class.propertyType === 'parked_domain') return htmlReply(200, parkedPage(site));
  const kind = findPageKind(path);
  if (kind === undefined) return htmlReply(404, wrap(site, getPageKind('error_page'), path, '<p>404: page not found</p>'));
  const type = FILE_TYPES[kind.pageType];
  if (type !== undefined) return { status: 200, headers: { 'content-type': type }, body: FILES[kind.pageType] ?? '' };
  const subject = { title: titleOf(path), site: site.name, blurb: site.class.blurb, hash: hashText(site.host + path) };
  return htmlReply(200, wrap(site, kind, path, kind.pageType === 'homepage' ? homeOf(site) : bodyOf(kind.pageType, subject)));
}

const FILES: Readonly<Record<string, string>> = {
  pdf: '%PDF-1.7\n',
  feed: '<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title></channel></rss>',
};

function homeOf({ host, class: { blurb, pages } }: LinkingSite): string {
  const entries = NEWEST.map((title, place) => {
    const { path } = getPageKind(pages[place % pages.length] ?? 'article');
    return `<article><h2><a href="${toPageAddress(host, path, title)}">${toTitle(title)}</a></h2></article>`;
  });
  return `<p>${blurb}</p>\n${entries.join('\n')}`;
}

function wrap(site: LinkingSite, kind: PageKind, path: string, body: string): string {
  const isHome = kind.pageType === 'homepage';
  const title = isHome ? site.name : `${titleOf(path)} | ${site.name}`;
  return `<!doctype html>
<html lang="${site.class.language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(site.class.blurb)}">
<meta property="og:site_name" content="${escapeHtml(site.name)}">
${declare(kind, title)}
</head>
<body class="${kind.bodyClass}">
<header><a href="/">${escapeHtml(site.name)}</a></header>
<main>
<h1>${escapeHtml(isHome ? site.name : titleOf(path))}</h1>
${body}
</main>
<footer>&copy; 2026 ${escapeHtml(site.name)} <a href="/legal/privacy">Privacy</a></footer>
</body>
</html>
`;
}

function parkedPage({ host, class: { blurb } }: LinkingSite): string {
  return `<!doctype html>\n<html><head><title>${host}</title></head><body><h1>${host}</h1><p>${blurb}</p></body></html>\n`;
}

/** The last segment that is more than a number, as a title. */
function titleOf(path: string): string {
  const segment = path.split('/').findLast((part) => /[a-z]{2}/u.test(part)) ?? '';
  return toTitle(
    segment
      .replace(/\.\w+$/u, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
}
