import type { Judgement } from '../engine/judgement.ts';
import { judgeByModel } from '../models/judge-by-model.ts';
import { deriveUrl } from './derive-url.ts';
import { toUrlFeatures } from './features.ts';
import { readUrl } from './read-url.ts';
import { loadTables } from './tables.ts';

const EVIDENCE_MAX = 4;

/** What the shipped model says of a page: it sees the words of the URL and everything that the rules find in it. Empty for what is no URL. */
export function judgeUrlByModel(url: string, domain: readonly Judgement[]): readonly Judgement[] {
  const reading = readUrl(url, domain);
  if (reading.findings.length === 0) return [];
  const evidence = [...new Set(reading.findings.map((finding) => finding.evidence))].slice(0, EVIDENCE_MAX);
  const pageType = judgeByModel('page_type', toUrlFeatures(reading), evidence);
  return deriveUrl(pageType, reading.parts, { domain, tables: loadTables() });
}
