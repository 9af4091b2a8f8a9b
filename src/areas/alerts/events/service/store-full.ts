import { z } from 'zod';
import { defineEventKind } from '../event-kind.ts';
import { fullDisks } from '../sources/service-facts.ts';
import { foldStanding } from '../sources/standing.ts';

/** A disk that the stores write to is nearly full. */
export const storeFull = defineEventKind({
  event: 'store_full',
  params: z.strictObject({ percent: z.int().min(1).max(100).default(85) }),
  describe: ({ percent }) => `a disk of the stores is ${percent} % full`,
  family: 'service',
  judgedAfter: 'hour',
  isOfService: true,
  source: fullDisks,
  fold: (_params, subject, observations, options) => foldStanding(subject, observations, options),
});
