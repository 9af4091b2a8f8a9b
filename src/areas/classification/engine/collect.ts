/** How the answers of several stages become one: the best of each dimension stays, and the runner-up is remembered. */
import type { Candidate, Judgement, StageRun, Verdict } from './judgement.ts';
import type { Case, Finding, StageName } from './stage.ts';

const EVIDENCE_MAX = 6;

/** A case that stages write into. */
export interface OpenCase<Item> extends Case<Item> {
  readonly verdicts: Map<string, Verdict>;
  readonly stagesRun: StageRun[];
  readonly findings: Finding[];
}

export function openCase<Item>(item: Item): OpenCase<Item> {
  return { item, verdicts: new Map(), stagesRun: [], findings: [] };
}

/**
 * Adds what a stage says. What was stored keeps the stage that decided it then.
 * @param isForced the stage was asked for, so its answer replaces a surer one
 */
export function addJudgements(
  verdicts: Map<string, Verdict>,
  stage: StageName,
  { judgements, isForced = false }: { readonly judgements: readonly (Judgement | Verdict)[]; readonly isForced?: boolean },
): void {
  for (const judgement of judgements) {
    const known = verdicts.get(judgement.dimension);
    const verdict = { stage, ...judgement };
    verdicts.set(judgement.dimension, known === undefined ? verdict : isForced ? merge(verdict, known) : mergeBest(known, verdict));
  }
}

/** The lowest confidence among dimensions that must be sure; 0 when one of them is not known. */
export function findConfidence(verdicts: ReadonlyMap<string, Verdict>, dimensions: readonly string[]): number {
  return Math.min(...dimensions.map((dimension) => verdicts.get(dimension)?.confidence ?? 0));
}

function mergeBest(known: Verdict, verdict: Verdict): Verdict {
  return verdict.confidence > known.confidence ? merge(verdict, known) : merge(known, verdict);
}

/** The winner, with what the loser adds: reasons for the same label, or another candidate. */
function merge(winner: Verdict, loser: Verdict): Verdict {
  const isSame = winner.label === loser.label;
  const evidence = isSame ? [...new Set([...winner.evidence, ...loser.evidence])].slice(0, EVIDENCE_MAX) : winner.evidence;
  const rivals = [winner.secondBest, loser.secondBest, isSame ? undefined : { label: loser.label, confidence: loser.confidence }];
  return { ...winner, evidence, secondBest: findBest(rivals, winner.label) };
}

function findBest(candidates: readonly (Candidate | undefined)[], except: string): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    if (candidate !== undefined && candidate.label !== except && candidate.confidence > (best?.confidence ?? -1)) best = candidate;
  }
  return best;
}
