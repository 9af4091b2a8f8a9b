import type { Judgement } from '../engine/judgement.ts';
import { chooseMeasured, type RuleJudgement } from '../models/rule-confidence.ts';
import { deriveUrl } from './derive-url.ts';
import type { Finding } from './findings.ts';
import { readUrl, type UrlReading } from './read-url.ts';
import { loadTables } from './tables.ts';

/** From here on a rule decides by itself. */
const DECIDES_FROM = 84;
/** Below it the model, which sees what the rules find, is right more often: their confidence then stays below that of an early exit. */
const LEFT_TO_MODEL = 0.83;

/**
 * What the tables of paths say of a page: `page_type`, `page_bucket`, and what follows from them. Empty for what is no URL.
 * @param url in any spelling, with or without scheme
 * @param domain what is known of its host
 */
export function judgeUrlByRules(url: string, domain: readonly Judgement[]): readonly Judgement[] {
  const reading = readUrl(url, domain);
  const pageType = chooseMeasured(stateOfUrl(reading));
  return pageType === undefined ? [] : deriveUrl(pageType, reading.parts, { domain, tables: loadTables() });
}

/** Every type of the page that the tables state, the surest first; none for what is no URL. */
export function stateOfUrl({ findings }: UrlReading): RuleJudgement[] {
  return findings.map((finding) => ({
    dimension: 'page_type',
    rule: toRule(finding),
    label: finding.label,
    confidence: toConfidence(finding),
    evidence: [finding.evidence],
  }));
}

/** Words by what they mean, other rules by what they say. */
function toRule({ kind, basis, concept, label }: Finding): string {
  return concept === undefined ? [kind, ...(basis === undefined ? [] : [basis]), label].join('/') : `${kind}/${concept.name}`;
}

function toConfidence({ confidence }: Finding): number {
  return Math.round(confidence >= DECIDES_FROM ? confidence : confidence * LEFT_TO_MODEL);
}
