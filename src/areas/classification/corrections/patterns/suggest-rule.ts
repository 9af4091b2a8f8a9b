import type { Kind } from '../../similarity/example.ts';
import type { SuggestedRule } from '../correction.ts';
import { describeFeature, listCorrectionFeatures, type Feature } from '../learning/features.ts';

/** A rule that one item speaks for would only say that item again. */
const SUPPORT_MIN = 2;
/** A rule that is wrong in every third case is none. */
const RIGHT_SHARE_MIN = 2 / 3;

/** An item with what is known of it in one dimension. */
export interface LabelledItem {
  readonly item: string;
  readonly label: string;
}

/**
 * The feature that the corrected items of a pattern share and items with other labels do not.
 * @param corrected items whose label was corrected the same way
 * @param others items that certainly have another label
 */
export function suggestRule(kind: Kind, corrected: readonly string[], others: readonly LabelledItem[]): SuggestedRule | undefined {
  const support = countFeatures(kind, corrected);
  const counters = countFeatures(
    kind,
    others.map(({ item }) => item),
  );
  const rules = [...support].flatMap(([key, count]): SuggestedRule[] => {
    const feature = toFeature(key);
    const against = counters.get(key) ?? 0;
    if (count < SUPPORT_MIN || count / (count + against) < RIGHT_SHARE_MIN) return [];
    return [{ feature: feature.name, value: feature.value, text: describeFeature(feature), support: count, counter_examples: against }];
  });
  return rules.toSorted(byWorth)[0];
}

/** The most support after counter-examples; equal ones stay in their order, the most specific first. */
function byWorth(one: SuggestedRule, other: SuggestedRule): number {
  return toWorth(other) - toWorth(one);
}

const toWorth = (rule: SuggestedRule): number => rule.support - 2 * rule.counter_examples;

function countFeatures(kind: Kind, items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    for (const feature of listCorrectionFeatures(kind, item)) {
      const key = toKey(feature);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** No name of a feature has a space. */
const toKey = ({ name, value }: Feature): string => `${name} ${value}`;

function toFeature(key: string): Feature {
  const at = key.indexOf(' ');
  return { name: key.slice(0, at), value: key.slice(at + 1) };
}
