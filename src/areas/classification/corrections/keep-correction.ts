import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import type { Verdict } from '../engine/judgement.ts';
import { toSubjectHash } from '../records/classification.ts';
import { upsertClassifications } from '../records/store/classifications.ts';
import type { FoundEntity } from './find-entity.ts';

/** As the stage of a label that a person gave. */
const BY_PERSON = 'human_feedback';

/** Keeps what a person said as the classification of the item, for ever: it is asked before every stage. */
export async function keepCorrection(
  { clock }: Pick<AppContext, 'clock'>,
  sql: Sql,
  { entity, verdicts, labels }: FoundEntity & { readonly labels: Readonly<Record<string, string>> },
): Promise<void> {
  const given = Object.entries(labels).map(([dimension, label]) => toVerdict(dimension, label));
  const classification = {
    subject: entity.item,
    verdicts: [...given, ...verdicts.filter(({ dimension }) => labels[dimension] === undefined)],
    confidence: 100,
    source: BY_PERSON,
    depth: 'free',
    needsReview: false,
    skipReason: undefined,
    version: undefined,
    costUsd: 0,
    classifiedAt: clock.now(),
  } as const;
  await upsertClassifications(sql, entity.type, [{ hash: toSubjectHash(entity.item), classification, cachedUntil: null }]);
}

function toVerdict(dimension: string, label: string): Verdict {
  return { dimension, label, confidence: 100, stage: BY_PERSON, evidence: ['a person said so'] };
}
