import type { Judgement } from '../engine/judgement.ts';
import { judgeByModel } from '../models/judge-by-model.ts';
import { toMeasured, type RuleJudgement } from '../models/rule-confidence.ts';
import { toKeywordFeatures } from './features.ts';
import { findIntentRule } from './intent-rules.ts';
import { readKeyword, type KeywordOptions, type KeywordReading } from './read-keyword.ts';
import { EXPERTISE_RULES, JOURNEY_RULES, SPECIFICITY_RULES, type SideRule } from './side-rules.ts';

/** What the words of a keyword say by themselves, without a model. */
export function judgeKeywordByRules(keyword: string, options: KeywordOptions): readonly Judgement[] {
  const reading = readKeyword(keyword, options);
  if (reading.folded === '') return [];
  const intent = stateIntent(reading);
  return [
    ...(intent === undefined ? [] : [toMeasured(intent)]),
    ...judgeSide('journey', JOURNEY_RULES, reading),
    ...judgeSide('query_specificity', SPECIFICITY_RULES, reading),
    ...judgeSide('expertise_level', EXPERTISE_RULES, reading),
  ];
}

/** What the shipped models say; they see the words, the signals and the rule that fits. */
export function judgeKeywordByModel(keyword: string, options: KeywordOptions): readonly Judgement[] {
  const reading = readKeyword(keyword, options);
  if (reading.folded === '') return [];
  const seen = [...reading.signals].map(([signal, by]) => `${signal.replaceAll('_', ' ')}: ${by}`);
  const evidence = ['words that are alike in known keywords', ...seen];
  const features = toKeywordFeatures(reading);
  return [judgeByModel('intent_type', features, evidence), judgeByModel('journey', features, evidence)];
}

/** The brands and modifiers of a keyword. It is branded when it names one of the caller's brands; any known brand is a mention. */
export function describeKeyword(keyword: string, options: KeywordOptions): KeywordDescription {
  const { brands, modifiers } = readKeyword(keyword, options);
  return {
    brands: brands.map(({ name, isOwn, reason }) => ({ name, isOwn, reason })),
    isBranded: brands.some(({ isOwn }) => isOwn),
    hasBrandMention: brands.length > 0,
    modifiers,
  };
}

export interface KeywordDescription {
  /** It names a brand of the caller. */
  readonly isBranded: boolean;
  /** It names any known brand, the caller's included. */
  readonly hasBrandMention: boolean;
  readonly brands: readonly { readonly name: string; readonly isOwn: boolean; readonly reason: string }[];
  readonly modifiers: readonly string[];
}

/** The intent as the first rule that fits states it. */
export function stateIntent({ signals }: KeywordReading): RuleJudgement | undefined {
  const rule = findIntentRule(signals);
  if (rule === undefined) return undefined;
  const evidence = rule.has.map((signal) => `${signal.replaceAll('_', ' ')}: ${signals.get(signal) ?? ''}`);
  return { dimension: 'intent_type', rule: rule.name, label: rule.intent, confidence: rule.confidence, evidence };
}

function judgeSide(dimension: string, rules: readonly SideRule[], reading: KeywordReading): Judgement[] {
  const rule = rules.find(({ holds }) => holds(reading));
  return rule === undefined ? [] : [{ dimension, label: rule.label, confidence: rule.confidence, evidence: [rule.evidence] }];
}
