import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';
import { foldFacts, type Fact } from '../fold-facts.ts';
import type { FoldOptions, Folded, Subject } from '../event-kind.ts';
import type { LinkObservation } from '../sources/link-weeks.ts';

const RANK_MAX = 100;
const AT_LEAST_MAX = 100_000;

/** Which links count, and how many of a week. */
export const LinkParams = z.strictObject({
  min_rank: z.int().min(0).max(RANK_MAX).default(0),
  followed: z.boolean().default(false),
  at_least: z.int().min(1).max(AT_LEAST_MAX).default(1),
});
type LinkParams = z.output<typeof LinkParams>;

export function describeLinks({ min_rank: rank, followed, at_least: atLeast }: LinkParams, what: string): string {
  const kind = `${followed ? 'followed ' : ''}link`;
  return `${formatPlural(atLeast, kind)} or more${rank === 0 ? '' : ` of domains of rank ${rank} and up`} ${what} in a week`;
}

/** A match for each link of a complete week in which enough of them are stored. */
export function foldLinks(
  { at_least: atLeast }: LinkParams,
  subject: Subject,
  weeks: readonly LinkObservation[],
  options: FoldOptions,
): Folded {
  const complete = weeks.filter(({ isComplete }) => isComplete);
  const facts = complete.filter(({ links }) => links.length >= atLeast).flatMap(toFacts);
  return { ...foldFacts(subject, facts, options), considered: complete.length };
}

function toFacts({ week, day, at, total, links }: LinkObservation): Fact[] {
  return links.map((link) => ({
    id: `${week}:${link.id}`,
    label: link.urlFrom,
    day,
    at,
    from: null,
    to: {
      url_from: link.urlFrom,
      domain_from: link.domainFrom,
      url_to: link.urlTo,
      anchor: link.anchor,
      rank: link.domainFromRank,
      followed: link.isDofollow,
      changed_at: link.changedAt.toISOString(),
      week,
      // Of the whole profile: more than the links that are stored by name.
      total_in_week: total,
    },
    size: link.domainFromRank ?? 0,
    page: link.urlTo,
  }));
}
