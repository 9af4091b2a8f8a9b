import type { Judgement } from '../engine/judgement.ts';
import { readUrl } from './read-url.ts';
import { toUrlJudgements } from './to-url-judgements.ts';

/**
 * What the tables of paths say of a page: `page_type`, `page_bucket`, and what follows from them. Empty for what is no URL.
 * @param url in any spelling, with or without scheme
 * @param domain what is known of its host
 */
export function judgeUrlByRules(url: string, domain: readonly Judgement[]): readonly Judgement[] {
  const { findings, parts } = readUrl(url, domain);
  const [best] = findings;
  if (best === undefined) return [];
  const second = findings.find(({ label }) => label !== best.label);
  const agreeing = findings.filter(({ label }) => label === best.label);
  return toUrlJudgements(
    {
      dimension: 'page_type',
      label: best.label,
      confidence: Math.round(best.confidence),
      ...(second === undefined
        ? {}
        : { secondBest: { label: second.label, confidence: Math.min(Math.round(second.confidence), 100 - Math.round(best.confidence)) } }),
      evidence: [...new Set(agreeing.map(({ evidence }) => evidence))],
    },
    parts,
  );
}
