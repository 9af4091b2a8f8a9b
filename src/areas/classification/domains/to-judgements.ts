import type { Candidate } from '../engine/judgement.ts';
import type { RuleJudgement } from '../models/rule-confidence.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import type { Finding } from './finding.ts';

const EVIDENCE_MAX = 3;
/** From here on findings decide. Below, the model that sees all of them is right more often than the surest one. */
const DECIDES_FROM = 80;
/** What a finding that does not decide states of its own confidence, so that the model has the last word. */
const UNDECIDED_SHARE = 0.85;

const TO_LABEL: readonly (readonly [dimension: string, toLabel: (property: string) => string])[] = [
  ['tier1_type', (property) => findPropertyType(property)?.tier1Type ?? 'unknown'],
  ['domain_type', (property) => findPropertyType(property)?.domainType ?? 'other'],
  ['property_type', (property) => property],
];

/** Per dimension the surest label, with the findings that say the same as its evidence. Empty without findings. */
export function toJudgements(findings: readonly Finding[]): RuleJudgement[] {
  const sorted = findings.toSorted((one, other) => other.confidence - one.confidence);
  return sorted.length === 0 ? [] : TO_LABEL.map(([dimension, toLabel]) => toJudgement(dimension, sorted, toLabel));
}

function toJudgement(dimension: string, sorted: readonly Finding[], toLabel: (property: string) => string): RuleJudgement {
  const label = toLabel(sorted[0]?.property ?? '');
  const agreeing = sorted.filter(({ property }) => toLabel(property) === label);
  const other = sorted.find(({ property }) => toLabel(property) !== label);
  return {
    dimension,
    rule: `${agreeing[0]?.rule.split(':', 1)[0] ?? ''}/${label}`,
    label,
    confidence: toStated(agreeing[0]?.confidence ?? 0),
    secondBest: other === undefined ? undefined : toCandidate(toLabel(other.property), other, agreeing[0]),
    evidence: agreeing.slice(0, EVIDENCE_MAX).map(({ evidence }) => evidence),
  };
}

/** Both together are never surer than certain. */
function toCandidate(label: string, { confidence }: Finding, best: Finding | undefined): Candidate {
  return { label, confidence: Math.min(toStated(confidence), 100 - toStated(best?.confidence ?? 0)) };
}

function toStated(confidence: number): number {
  return confidence >= DECIDES_FROM ? confidence : Math.round(UNDECIDED_SHARE * confidence);
}
