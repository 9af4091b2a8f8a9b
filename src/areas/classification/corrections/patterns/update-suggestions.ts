import type { Sql } from '#stores/postgres/types.ts';
import { LEARNING_THRESHOLDS } from '../../engine/stage.ts';
import type { Correction } from '../correction.ts';
import { findPattern, updateSuggestion, type PatternKey } from '../store/patterns.ts';
import { listSaid } from '../store/corrections.ts';
import { listSureItems } from '../store/sure-items.ts';
import { suggestRule, type LabelledItem } from './suggest-rule.ts';

/** More corrections than these do not change what they have in common. */
const SAID_MAX = 5_000;

/**
 * Looks again for what corrected items have in common, for each pattern that corrections belong to.
 * @returns how many patterns
 */
export async function updateSuggestions(sql: Sql, corrections: readonly Correction[]): Promise<number> {
  const patterns = new Map(corrections.flatMap((correction) => toPattern(correction) ?? []).map((key) => [JSON.stringify(key), key]));
  for (const pattern of patterns.values()) await updateOne(sql, pattern);
  return patterns.size;
}

function toPattern({ entityType, originalDimension, originalValue, correctedValue }: Correction): PatternKey[] {
  if (originalValue === correctedValue) return [];
  return [{ entityType, dimension: originalDimension, fromValue: originalValue ?? '', toValue: correctedValue }];
}

async function updateOne(sql: Sql, pattern: PatternKey): Promise<void> {
  const { entityType: kind, dimension, fromValue, toValue } = pattern;
  const id = await findPattern(sql, pattern);
  if (id === undefined) return;
  const said = (await listSaid(sql, kind, SAID_MAX)).filter((correction) => correction.originalDimension === dimension);
  const byItem = Map.groupBy(said, ({ item }) => item);
  const [agreed, others]: [string[], LabelledItem[]] = [[], []];
  for (const [item, ofItem] of byItem) {
    const labels = new Set(ofItem.map(({ correctedValue }) => correctedValue));
    // People who disagree about an item say nothing about others.
    if (labels.size > 1) continue;
    const [last] = ofItem;
    if (last?.correctedValue !== toValue) others.push({ item, label: last?.correctedValue ?? '' });
    else if ((last.originalValue ?? '') === fromValue) agreed.push(item);
  }
  const sure = await listSureItems(sql, kind, { dimension, confidenceMin: LEARNING_THRESHOLDS[kind] });
  // What has the label that was corrected is perhaps wrong as well.
  const known = sure.filter(({ item, label }) => label !== toValue && label !== fromValue && !byItem.has(item));
  await updateSuggestion(sql, id, suggestRule(kind, agreed, [...others, ...known]));
}
