import { addDays } from '#kernel/days.ts';
import type { FoldOptions, Folded, Match, Subject } from './event-kind.ts';

/** Something that happened once, such as a review: it has no state, and is said once. */
export interface Fact extends Pick<Match, 'day' | 'at' | 'from' | 'to' | 'size' | 'page'> {
  /** Unique among the facts of its subject. */
  readonly id: string;
  readonly label: string;
}

/** For how many days a fact stays among the open alerts. */
export const FACT_DAYS = 7;

/** A match for each fact, as a subject of its own below the given one; it is over after a week. */
export function foldFacts(subject: Subject, facts: readonly Fact[], options: FoldOptions): Folded {
  const news = facts.filter(({ day }) => day >= options.from);
  const dayOf = new Map(facts.map(({ id, day }) => [toKey(subject, id), day]));
  const firing = [...(options.firing?.keys() ?? [])].filter((key) => key.startsWith(toKey(subject, '')));
  return {
    matches: news.map(({ id, label, ...seen }) => ({
      ...seen,
      subject: { ...subject, key: toKey(subject, id), label },
      isPending: false,
      overOn: null,
    })),
    suppressed: {},
    considered: facts.length,
    ended: firing.flatMap((key) => {
      const day = dayOf.get(key);
      // One that is not read any more is older than what is looked back on.
      const overOn = day === undefined ? options.from : addDays(day, FACT_DAYS);
      return overOn <= options.from ? [{ subject: key, overOn }] : [];
    }),
  };
}

function toKey({ key }: Subject, id: string): string {
  return `${key}/${id}`;
}
