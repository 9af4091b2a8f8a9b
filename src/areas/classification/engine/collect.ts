/** How the answers of several stages become one: the best of each dimension stays, and the runner-up is remembered. */
import type { Candidate, StageRun, Verdict } from './judgement.ts';
import type { Case, Finding, Replacing, StageName } from './stage.ts';

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

interface Added extends Pick<Finding, 'judgements' | 'replaces'> {
  /** The stage was asked for, so its answer replaces a surer one. */
  readonly isForced?: boolean;
}

/** Adds what a stage says. What was stored keeps the stage that decided it then. */
export function addJudgements(verdicts: Map<string, Verdict>, stage: StageName, { judgements, isForced = false, replaces }: Added): void {
  for (const judgement of judgements) {
    const known = verdicts.get(judgement.dimension);
    const verdict = { stage, ...judgement };
    if (known === undefined) verdicts.set(judgement.dimension, verdict);
    else if (isForced || isReplaced(known, verdict, replaces)) verdicts.set(judgement.dimension, merge(verdict, known));
    else verdicts.set(judgement.dimension, mergeBest(known, verdict));
  }
}

/** The lowest confidence among dimensions that must be sure; 0 when one of them is not known. */
export function findConfidence(verdicts: ReadonlyMap<string, Verdict>, dimensions: readonly string[]): number {
  return Math.min(...dimensions.map((dimension) => verdicts.get(dimension)?.confidence ?? 0));
}

function isReplaced(known: Verdict, verdict: Verdict, replaces: Replacing | undefined): boolean {
  if (replaces === undefined || !replaces.dimensions.has(known.dimension)) return false;
  return known.confidence < replaces.below && verdict.confidence >= replaces.from;
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
