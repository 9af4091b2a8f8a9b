import { z } from 'zod';
import type { DayOutcome } from '#areas/rankings/index.ts';
import type { OutcomeSubject } from './sources/outcomes.ts';
import { defineMovement } from './movements/define-movement.ts';
import type { Movement } from './movements/movement.ts';
import { outcomeAt } from './movements/series.ts';

const DOMAIN_LENGTH_MAX = 253;

/** A competitor stands above us, and did not before: both by one check each. */
export const competitorPassed = defineMovement({
  event: 'competitor_passed',
  params: z.strictObject({
    domain: z
      .string()
      .toLowerCase()
      .min(1)
      .max(DOMAIN_LENGTH_MAX)
      .optional()
      .meta({ description: "One of the project's competitors; any of them unless given." }),
  }),
  describe: ({ domain }) => `was passed by ${domain ?? 'a competitor'}`,
  toMovement: () => undefined,
  toMovements: ({ domain: wanted }, subject, seen) =>
    listRivals(seen, wanted).map((domain) => ({ subject: toRivalSubject(subject, domain), movement: toMovement(domain) })),
});

/** Other rules may ask for more of them. */
function listRivals(seen: readonly DayOutcome[], wanted: string | undefined): string[] {
  const rivals = new Set(seen.flatMap(({ others }) => [...(others?.keys() ?? [])]));
  return [...rivals].filter((domain) => wanted === undefined || domain === wanted).toSorted();
}

function toRivalSubject(subject: OutcomeSubject, domain: string): OutcomeSubject {
  return { ...subject, key: `${subject.key} ${domain}`, label: `${subject.label} (${domain})` };
}

function toMovement(domain: string): Movement {
  return {
    direction: 'down',
    isMet: ({ series, a, b }) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      const [wasAbove, isAbove] = [standsAbove(before, domain), standsAbove(now, domain)];
      if (wasAbove === undefined || isAbove === undefined) return undefined;
      // A competitor that was added has a past that was worked out later.
      if (before.others?.get(domain)?.recomputedAt !== now.others?.get(domain)?.recomputedAt) return undefined;
      return isAbove && !wasAbove;
    },
    describe: ({ series }, index) => ({
      competitor: domain,
      competitor_position: outcomeAt(series, index).others?.get(domain)?.position ?? null,
    }),
  };
}

/** Undefined: the check does not say it. */
function standsAbove({ position, others }: DayOutcome, domain: string): boolean | undefined {
  const other = others?.get(domain);
  if (other === undefined) return undefined;
  if (other.position === null) return position === 0 ? undefined : false;
  return position === 0 || other.position < position;
}
