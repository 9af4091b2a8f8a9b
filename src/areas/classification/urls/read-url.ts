import type { Judgement } from '../engine/judgement.ts';
import { findBySite, findBySystem } from './find-by-grammar.ts';
import { findUrlByShape } from './find-by-shape.ts';
import { findByWords } from './find-by-words.ts';
import type { Concept } from './concepts.ts';
import type { Finding } from './findings.ts';
import { parseUrl, type UrlParts } from './parse-url.ts';
import { readSlug } from './slug.ts';
import { loadTables } from './tables.ts';

/** Endings of files to their page type and how sure it is. Endings of pages (`html`, `php`) say nothing. */
const TYPES: readonly (readonly [label: string, confidence: number, endings: string])[] = [
  ['pdf', 98, 'pdf'],
  ['pdf', 92, 'doc docx odt rtf ppt pptx odp xls xlsx ods epub mobi djvu ps'],
  ['feed', 96, 'rss atom rdf'],
  ['feed', 84, 'xml opml ics'],
  ['file', 80, 'json jsonld csv tsv txt md yaml yml sql log'],
  ['file', 90, 'zip gz tgz tar rar 7z bz2 xz exe dmg pkg msi apk ipa deb rpm iso jar js css woff woff2 wasm'],
  ['image', 96, 'jpg jpeg png gif webp svg avif bmp tif tiff ico heic'],
  ['video_page', 78, 'mp4 webm mov m3u8 mkv avi flv mp3 m4a ogg wav aac'],
];
const BY_ENDING = new Map(
  TYPES.flatMap(([label, confidence, endings]) => endings.split(' ').map((ending) => [ending, { label, confidence }] as const)),
);

/** A URL in parts, and what the rules find in it, the surest first. */
export interface UrlReading {
  readonly parts: UrlParts;
  readonly findings: readonly Finding[];
  readonly domain: readonly Judgement[];
}

/** @param domain what is known of the host; it says what paths without known words mean */
export function readUrl(url: string, domain: readonly Judgement[]): UrlReading {
  const parts = parseUrl(url);
  if (parts.host === '') return { parts, findings: [], domain };
  const tables = loadTables();
  const byWords = findByWords(parts, tables);
  const findings = [
    findBySite(parts, tables),
    findByFile(parts),
    withGovernment(findBySystem(parts, tables), byWords),
    ...byWords,
    ...findUrlByShape(parts, domain, { tables, byWords }),
  ].filter((finding) => finding !== undefined);
  return { parts, findings: findings.toSorted((one, other) => other.confidence - one.confidence), domain };
}

/** Whether no word of the path is known and its end is an identifier: what such a page is, its address does not say. */
export function isOpaque({ parts, findings }: UrlReading): boolean {
  const last = parts.segments.at(-1);
  return last !== undefined && readSlug(last).isId && findings.every(({ kind }) => kind === 'shape');
}

/** Numbers in a path make an article of a news site or a product, but not below `/help` or `docs.`. */
const NUMBERED = new Set(['article', 'news_article', 'product_page', 'category_page', 'listing', 'video_page', 'forum_thread']);
const GOVERNED = 0.72;
const SURE = 94;

function withGovernment(finding: Finding | undefined, byWords: readonly Finding[]): Finding | undefined {
  if (finding === undefined || !NUMBERED.has(finding.label) || finding.confidence >= SURE) return finding;
  const governing = byWords.find(
    ({ kind, concept }) => (kind === 'section' && (concept?.rank ?? 0) > 0) || (kind === 'subdomain' && isGoverningHost(concept)),
  );
  // The categories of a forum hold threads, and no goods.
  if (governing?.concept?.name === 'forum' && finding.label === 'category_page') return { ...finding, label: 'listing' };
  if (governing?.kind === 'subdomain' && governing.concept?.isFirm === true && finding.label === 'category_page') {
    return { ...finding, confidence: finding.confidence * GOVERNED };
  }
  if (governing === undefined || governing.label === finding.label || finding.confidence > governing.confidence + 4) return finding;
  return { ...finding, confidence: finding.confidence * GOVERNED };
}

/** `forum.`, `help.`, `checkout.`: what the path holds is of the service that the host names. */
function isGoverningHost(concept: Concept | undefined): boolean {
  return concept !== undefined && (concept.rank > 0 || concept.isFirm);
}

function findByFile({ extension, path, query }: UrlParts): Finding | undefined {
  // Some servers hand a document out by a parameter: `/terms/?.pdf`.
  const inQuery = [...query.keys()].find((name) => name.endsWith('.pdf'));
  const ending = inQuery === undefined ? extension : 'pdf';
  const type = BY_ENDING.get(ending);
  if (type === undefined) return undefined;
  // Code hosts show files as pages.
  const isShown = /(?:^|\/)(?:blob|tree)\//u.test(path);
  return { ...type, confidence: isShown ? type.confidence - 60 : type.confidence, kind: 'file', evidence: `file .${ending}` };
}
