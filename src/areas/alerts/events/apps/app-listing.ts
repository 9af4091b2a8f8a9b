import { z } from 'zod';
import { defineEventKind } from '../event-kind.ts';
import { foldFacts, type Fact } from '../fold-facts.ts';
import { appListings, LISTING_FIELDS, type ListingObservation } from '../sources/app-records.ts';

const VALUE_LENGTH_MAX = 500;

const OF = { own: 'an own app', competitor: "a competitor's app", any: 'an app' } as const;

/** The page of an app in its store is changed: an own one, or a competitor's. */
export const appListing = defineEventKind({
  event: 'app_listing',
  params: z.strictObject({
    of: z.enum(['own', 'competitor', 'any']).default('any'),
    fields: z.array(z.enum(LISTING_FIELDS)).min(1).max(LISTING_FIELDS.length).nullable().default(null),
  }),
  describe: ({ of, fields }) => `${OF[of]} changes ${fields === null ? 'its page in the store' : `its ${fields.join(', ')}`}`,
  family: 'service',
  judgedAfter: 'hour',
  isToldOnce: true,
  source: appListings,
  fold: ({ of, fields }, subject, changes, options) => {
    const isAsked = of === 'any' || (of === 'own') === subject.isOwn;
    const asked = isAsked ? changes.filter(({ field }) => fields === null || (fields as readonly string[]).includes(field)) : [];
    return foldFacts(
      subject,
      asked.map((change) => toFact(subject.label, change)),
      options,
    );
  },
});

function toFact(app: string, { changedAt, day, at, field, oldValue, newValue }: ListingObservation): Fact {
  return {
    id: `${field}:${changedAt.toISOString()}`,
    label: `${app}: ${field}`,
    day,
    at,
    from: { field, value: toShown(oldValue) },
    to: { field, value: toShown(newValue) },
    size: 1,
  };
}

function toShown(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, VALUE_LENGTH_MAX) : value;
}
