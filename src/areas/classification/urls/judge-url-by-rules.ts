import type { Judgement } from '../engine/judgement.ts';
import { deriveUrl } from './derive-url.ts';
import type { Finding } from './findings.ts';
import { readUrl } from './read-url.ts';
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
  const { findings, parts } = readUrl(url, domain);
  const [best] = findings;
  if (best === undefined) return [];
  const confidence = toConfidence(best);
  const second = findings.find(({ label }) => label !== best.label);
  const agreeing = findings.filter(({ label }) => label === best.label);
  return deriveUrl(
    {
      dimension: 'page_type',
      label: best.label,
      confidence,
      ...(second === undefined
        ? {}
        : { secondBest: { label: second.label, confidence: Math.min(toConfidence(second), 100 - confidence) } }),
      evidence: [...new Set(agreeing.map(({ evidence }) => evidence))],
    },
    parts,
    { domain, tables: loadTables() },
  );
}

function toConfidence({ confidence }: Finding): number {
  return Math.round(confidence >= DECIDES_FROM ? confidence : confidence * LEFT_TO_MODEL);
}
