import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind } from '../event-kind.ts';
import { downChecks } from '../sources/service-facts.ts';
import { foldStanding } from '../sources/standing.ts';

const MINUTES_DEFAULT = 5;
const MINUTES_MAX = 1_440;
const NAMES_MAX = 50;
const NAME_LENGTH_MAX = 60;

/** Something that the service needs does not answer, by the checks of `GET /health`. */
export const sourceDown = defineEventKind({
  event: 'source_down',
  params: z.strictObject({
    names: z.array(z.string().min(1).max(NAME_LENGTH_MAX)).min(1).max(NAMES_MAX).nullable().default(null),
    minutes: z.int().min(0).max(MINUTES_MAX).default(MINUTES_DEFAULT),
    degraded: z.boolean().default(false),
  }),
  describe: ({ names, minutes, degraded }) =>
    `${names?.join(', ') ?? 'something that the service needs'} is down${degraded ? ' or degraded' : ''} for ${formatPlural(minutes, 'minute')}`,
  family: 'service',
  judgedAfter: 'minute',
  isOfService: true,
  source: downChecks,
  fold: (_params, subject, observations, options) => foldStanding(subject, observations, options),
});
