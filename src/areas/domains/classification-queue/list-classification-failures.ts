import type { AppContext } from '#context';
import type { DeadLetter } from '#workflows/queues/dead-letters.ts';
import { domainClassification, keywordClassification, urlClassification } from '../queues.ts';

export const ENTITY_TYPES = ['domain', 'url', 'keyword'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Where messages about such entities wait; those that linking domains are classified with wait among the domains'. */
const QUEUE_OF: Readonly<Record<EntityType, string>> = {
  domain: domainClassification.name,
  url: urlClassification.name,
  keyword: keywordClassification.name,
};

export interface ClassificationFailure extends DeadLetter {
  readonly entityType: EntityType;
}

export interface FailureFilter {
  readonly entityType: EntityType | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What could not be classified after all tries, newest first. */
export async function listClassificationFailures(
  { deadLetters }: Pick<AppContext, 'deadLetters'>,
  { entityType, since, ...page }: FailureFilter,
): Promise<{ failures: ClassificationFailure[]; total: number }> {
  const queues = (entityType === undefined ? ENTITY_TYPES : [entityType]).map((type) => QUEUE_OF[type]);
  const filter = { queues, ...page, ...(since === undefined ? {} : { since }) };
  const [letters, total] = await Promise.all([deadLetters.list(filter), deadLetters.count(filter)]);
  return { failures: letters.map((letter) => ({ ...letter, entityType: toEntityType(letter) })), total };
}

function toEntityType({ queue }: DeadLetter): EntityType {
  return ENTITY_TYPES.find((type) => QUEUE_OF[type] === queue) ?? 'url';
}
