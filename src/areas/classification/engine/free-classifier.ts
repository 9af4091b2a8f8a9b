import { addJudgements, findConfidence } from './collect.ts';
import { DECIDED, domainJudges, keywordJudges, urlJudges, type FreeJudge } from './free-judges.ts';
import type { StageRun, Verdict } from './judgement.ts';
import { COST_THRESHOLDS, REVIEW_BELOW, type Thresholds } from './stage.ts';

export interface FreeClassification {
  readonly verdicts: readonly Verdict[];
  readonly stagesRun: readonly StageRun[];
  /** From 0 to 100: of the least sure dimension among those that the pipeline decides. */
  readonly confidence: number;
  readonly needsReview: boolean;
}

export interface FreeUrlClassification extends FreeClassification {
  /** What the host is. */
  readonly domain: FreeClassification;
}

export interface FreeClassifier {
  /** @param host normalized (`normalizeHost`) */
  classifyDomain(host: string): FreeClassification;
  /** Judges the host first. @param url normalized (`normalizeUrl`) */
  classifyUrl(url: string): FreeUrlClassification;
  classifyKeyword(text: string, options?: { readonly brands?: readonly string[] }): FreeClassification;
}

/** Pages of one site often come one after the other. */
const HOSTS_KEPT = 1_000;

/** Rules, then the shipped model, with the early exits of the cost pipeline. Synchronous, without a store or a network. */
export function createFreeClassifier(thresholds: Thresholds = COST_THRESHOLDS): FreeClassifier {
  const classifyDomain = (host: string): FreeClassification => judge(domainJudges, { host }, { thresholds, decides: DECIDED.domain });
  const kept = new Map<string, FreeClassification>();
  const recall = (host: string): FreeClassification => {
    const known = kept.get(host) ?? classifyDomain(host);
    if (kept.size >= HOSTS_KEPT) kept.clear();
    kept.set(host, known);
    return known;
  };
  return {
    classifyDomain,
    classifyUrl(url) {
      const domain = recall(new URL(url).hostname.replace(/^www\./u, ''));
      return { ...judge(urlJudges, { url, domain: domain.verdicts }, { thresholds, decides: DECIDED.url }), domain };
    },
    classifyKeyword: (text, { brands = [] } = {}) => judge(keywordJudges, { text, brands }, { thresholds, decides: DECIDED.keyword }),
  };
}

function judge<Item>(
  judges: readonly FreeJudge<Item>[],
  item: Item,
  { thresholds, decides }: { readonly thresholds: Thresholds; readonly decides: readonly string[] },
): FreeClassification {
  const verdicts = new Map<string, Verdict>();
  const stagesRun: StageRun[] = [];
  let confidence = 0;
  for (const { stage, judge: ask } of judges) {
    const beganAt = performance.now();
    addJudgements(verdicts, stage, { judgements: ask(item) });
    stagesRun.push({ stage, ms: performance.now() - beganAt, costUsd: 0 });
    confidence = findConfidence(verdicts, decides);
    if (confidence >= (thresholds.of[stage] ?? thresholds.otherwise)) break;
  }
  return { verdicts: [...verdicts.values()], stagesRun, confidence, needsReview: confidence < REVIEW_BELOW };
}
