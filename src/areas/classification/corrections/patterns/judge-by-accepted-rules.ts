import type { Judgement } from '../../engine/judgement.ts';
import type { Kind } from '../../similarity/example.ts';
import { describeFeature, listCorrectionFeatures } from '../learning/features.ts';
import type { AcceptedRule } from '../store/rules.ts';

/** Rules by kind, feature and value. */
export type RuleIndex = ReadonlyMap<string, readonly AcceptedRule[]>;

export function indexRules(rules: readonly AcceptedRule[]): RuleIndex {
  return Map.groupBy(rules, ({ entityType, feature, value }) => `${entityType} ${feature} ${value}`);
}

/**
 * What accepted rules say of an item. They were made because others were wrong: in their dimension they take the place
 * of what the shipped rules say.
 */
export function applyAcceptedRules(
  rules: RuleIndex,
  { kind, item, judgements }: { readonly kind: Kind; readonly item: string; readonly judgements: readonly Judgement[] },
): readonly Judgement[] {
  if (rules.size === 0) return judgements;
  const best = new Map<string, Judgement>();
  for (const feature of listCorrectionFeatures(kind, item)) {
    for (const rule of rules.get(`${kind} ${feature.name} ${feature.value}`) ?? []) {
      if (rule.confidence <= (best.get(rule.dimension)?.confidence ?? -1)) continue;
      const evidence = [`accepted rule: ${describeFeature(feature)}, after ${rule.support} corrections`];
      best.set(rule.dimension, { dimension: rule.dimension, label: rule.label, confidence: rule.confidence, evidence });
    }
  }
  if (best.size === 0) return judgements;
  const known = new Map(judgements.map((judgement) => [judgement.dimension, judgement]));
  for (const [dimension, judgement] of best) known.set(dimension, prefer(judgement, known.get(dimension)));
  return [...known.values()];
}

function prefer(rule: Judgement, known: Judgement | undefined): Judgement {
  if (known === undefined || known.label === rule.label) return known !== undefined && known.confidence > rule.confidence ? known : rule;
  return { ...rule, secondBest: { label: known.label, confidence: known.confidence } };
}
