import { z } from 'zod';
import type { Condition } from '../../rule.ts';
import { CONDITION_FIELDS, toCondition } from '../../wire/rule.ts';

const StoredCondition = z.object(CONDITION_FIELDS);

/** What is judged of a rule, from its row. @throws ZodError for what no release has written */
export function readCondition(stored: unknown): Condition {
  return toCondition(StoredCondition.parse(stored));
}

/** The same as it stands in the row: under the names of the wire. */
export function writeCondition(condition: Condition): string {
  const stored: z.input<typeof StoredCondition> = {
    when: condition.when,
    where: condition.where,
    min_volume: condition.minVolume,
    min_keywords: condition.minKeywords,
    confirm: condition.confirm,
    recheck_max: condition.recheckMax,
    volatility: condition.usesVolatility,
    group_by: condition.groupBy,
    cool_down_hours: condition.coolDownHours,
    severity: condition.severity,
  };
  return JSON.stringify(stored);
}
