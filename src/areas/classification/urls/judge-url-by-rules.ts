import type { Judgement } from '../engine/judgement.ts';
import { toMeasured, type RuleJudgement } from '../models/rule-confidence.ts';
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
  const stated = stateOfUrl(reading);
  return stated === undefined ? [] : deriveUrl(toMeasured(stated), reading.parts, { domain, tables: loadTables() });
}

/** The type of the page as the tables state it; none for what is no URL. */
export function stateOfUrl({ findings }: UrlReading): RuleJudgement | undefined {
  const [best] = findings;
  if (best === undefined) return undefined;
  const confidence = toConfidence(best);
  const second = findings.find(({ label }) => label !== best.label);
  const agreeing = findings.filter(({ label }) => label === best.label);
  return {
    dimension: 'page_type',
    rule: `${best.kind}/${best.label}`,
    label: best.label,
    confidence,
    ...(second === undefined ? {} : { secondBest: { label: second.label, confidence: Math.min(toConfidence(second), 100 - confidence) } }),
    evidence: [...new Set(agreeing.map(({ evidence }) => evidence))],
  };
}

function toConfidence({ confidence }: Finding): number {
  return Math.round(confidence >= DECIDES_FROM ? confidence : confidence * LEFT_TO_MODEL);
}
