import type { Judgement } from '../engine/judgement.ts';
import { toMeasured, type RuleJudgement, type RuleRecords } from '../models/rule-confidence.ts';
import { findAll } from './find.ts';
import { readHost } from './read-host.ts';
import { toJudgements } from './to-judgements.ts';

/** The rows do not tell property types apart. */
const NOT_MEASURED: RuleRecords = new Map();

/** What tables say of a host: `tier1_type`, `domain_type` and `property_type`, or nothing. Takes any text. */
export function judgeDomainByRules(host: string): readonly Judgement[] {
  const measured = stateOfDomain(host).map((stated) => toMeasured(stated, stated.dimension === 'property_type' ? NOT_MEASURED : undefined));
  // The finer label is never surer than the type that follows from it.
  const typeConfidence = measured.find(({ dimension }) => dimension === 'domain_type')?.confidence ?? 0;
  return measured.map((one) =>
    one.dimension === 'property_type' ? { ...one, confidence: Math.min(one.confidence, typeConfidence) } : one,
  );
}

/** The same, as the tables state it. */
export function stateOfDomain(host: string): readonly RuleJudgement[] {
  return toJudgements(findAll(readHost(host)));
}
