import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind } from '../event-kind.ts';
import { deadLetterQueues } from '../sources/service-facts.ts';
import { foldStanding } from '../sources/standing.ts';

/** Work that failed after all its tries waits until a person looks at it. */
export const deadLetters = defineEventKind({
  event: 'dead_letters',
  params: z.strictObject({ at_least: z.int().min(1).max(1_000_000).default(1) }),
  describe: ({ at_least: atLeast }) => `${formatPlural(atLeast, 'dead letter')} or more wait in a queue`,
  family: 'service',
  judgedAfter: 'minute',
  isOfService: true,
  source: deadLetterQueues,
  fold: (_params, subject, observations, options) => foldStanding(subject, observations, options),
});
