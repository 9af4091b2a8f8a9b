/**
 * Who judges in the free stages that need no store, in their order. Each is a pure function of its item; tables and
 * models are loaded on the first call, so that a process that does not classify holds none of them.
 */
import { judgeTechByHost } from '../content/judging/judge-tech.ts';
import { judgeDomainByModel } from '../domains/judge-domain-by-model.ts';
import { judgeDomainByRules } from '../domains/judge-domain-by-rules.ts';
import { judgeKeywordByModel, judgeKeywordByRules } from '../keywords/judge-keyword.ts';
import { judgeUrlByRules } from '../urls/judge-url-by-rules.ts';
import type { Judgement } from './judgement.ts';
import type { StageName } from './stage.ts';
import { judgeByModel } from '../models/judge-by-model.ts';
import { judgeTopicByUrl } from '../topics/judge-topic.ts';
import { deriveUrl } from '../urls/derive-url.ts';
import { toUrlFeatures } from '../urls/features.ts';
import { isOpaque, readUrl } from '../urls/read-url.ts';
import { loadTables } from '../urls/tables.ts';

const EVIDENCE_MAX = 4;

export interface FreeJudge<Item> {
  readonly stage: StageName;
  readonly judge: (item: Item) => readonly Judgement[];
}

export interface DomainSubject {
  /** Normalized (`normalizeHost`). */
  readonly host: string;
}

export interface UrlSubject {
  /** Normalized (`normalizeUrl`). */
  readonly url: string;
  /** What the host is, which is judged first. */
  readonly domain: readonly Judgement[];
}

export interface KeywordSubject {
  readonly text: string;
  /** Own names: a keyword with one is branded. */
  readonly brands: readonly string[];
}

export const domainJudges: readonly FreeJudge<DomainSubject>[] = [
  { stage: 'rules', judge: ({ host }) => [...judgeDomainByRules(host), ...judgeTechByHost(host)] },
  { stage: 'similarity', judge: ({ host }) => judgeDomainByModel(host) },
];
export const urlJudges: readonly FreeJudge<UrlSubject>[] = [
  { stage: 'rules', judge: ({ url, domain }) => [...judgeUrlByRules(url, domain), ...judgeTopicByUrl(url)] },
  { stage: 'similarity', judge: ({ url, domain }) => judgeUrlByModel(url, domain) },
];
export const keywordJudges: readonly FreeJudge<KeywordSubject>[] = [
  { stage: 'rules', judge: ({ text, brands }) => judgeKeywordByRules(text, { brands }) },
  { stage: 'similarity', judge: ({ text, brands }) => judgeKeywordByModel(text, { brands }) },
];

/** What a pipeline must be sure of before it ends early. */
export const DECIDED = {
  domain: ['tier1_type', 'domain_type'],
  url: ['page_type'],
  keyword: ['intent_type'],
} as const;

/** Of an address that says nothing: it ends no pipeline, so that the page is looked at. */
const OPAQUE_CONFIDENCE_MAX = 60;

/** What the shipped model says of a page: it sees the words of the URL and everything that the rules find in it. Empty for what is no URL. */
function judgeUrlByModel(url: string, domain: readonly Judgement[]): readonly Judgement[] {
  const reading = readUrl(url, domain);
  if (reading.findings.length === 0) return [];
  const evidence = [...new Set(reading.findings.map((finding) => finding.evidence))].slice(0, EVIDENCE_MAX);
  const judged = judgeByModel('page_type', toUrlFeatures(reading), evidence);
  const pageType = isOpaque(reading) ? { ...judged, confidence: Math.min(judged.confidence, OPAQUE_CONFIDENCE_MAX) } : judged;
  return deriveUrl(pageType, reading.parts, { domain, tables: loadTables() });
}
