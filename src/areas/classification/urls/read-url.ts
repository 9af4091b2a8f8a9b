import type { Judgement } from '../engine/judgement.ts';
import { findByFile } from './find-by-file.ts';
import { findBySite, findBySystem } from './find-by-grammar.ts';
import { findByShape } from './find-by-shape.ts';
import { findByWords } from './find-by-words.ts';
import type { Finding } from './findings.ts';
import { parseUrl, type UrlParts } from './parse-url.ts';
import { loadTables } from './tables.ts';

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
    ...findByShape(parts, domain, { tables, byWords }),
  ].filter((finding) => finding !== undefined);
  return { parts, findings: findings.toSorted((one, other) => other.confidence - one.confidence), domain };
}

/** Numbers in a path make an article of a news site or a product, but not below `/help` or `docs.`. */
const NUMBERED = new Set(['article', 'news_article', 'product_page', 'category_page', 'listing', 'video_page', 'forum_thread']);
const GOVERNED = 0.72;
const SURE = 94;

function withGovernment(finding: Finding | undefined, byWords: readonly Finding[]): Finding | undefined {
  if (finding === undefined || !NUMBERED.has(finding.label) || finding.confidence >= SURE) return finding;
  const governing = byWords.find(({ kind, concept }) => (kind === 'section' || kind === 'subdomain') && (concept?.rank ?? 0) > 0);
  if (governing === undefined || governing.label === finding.label || finding.confidence > governing.confidence + 4) return finding;
  return { ...finding, confidence: finding.confidence * GOVERNED };
}
