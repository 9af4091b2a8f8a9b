import { z } from 'zod';
import { countDaysBetween } from '#kernel/days.ts';
import { defineEventKind, type Folded, type FoldOptions, type Match, type Subject } from './event-kind.ts';
import { Top } from './movements/top.ts';
import { hosts, type HostObservation } from './sources/hosts.ts';

const NEW_FOR_DAYS = 28;
/** A check that agrees comes within so many days: what is older is not seen. */
const PENDING_DAYS = 15;
const KEYWORDS_MAX = 10_000;

const Params = z.strictObject({
  top: Top.default(10).meta({ description: 'Among the first so many results.' }),
  keywords: z.int().min(1).max(KEYWORDS_MAX).default(3).meta({ description: 'Of at least so many keywords that are tracked for 28 days.' }),
});
type Params = z.output<typeof Params>;

/** A host that is no site of the project stands among the first results of several keywords, and did of none for 28 days. */
export const newCompetitor = defineEventKind({
  event: 'new_competitor',
  params: Params,
  describe: ({ top, keywords }) => `met a new site in the top ${top} of ${keywords} keywords or more`,
  family: 'movement',
  judgedAfter: 'round',
  source: hosts,
  fold,
});

function fold({ keywords }: Params, subject: Subject, observations: readonly HostObservation[], options: FoldOptions): Folded {
  const seen = observations.filter(({ day }) => !options.unjudgedDays.has(day));
  const isConfirmed = options.condition.confirm === 'next';
  const matches: Match[] = [];
  let considered = 0;
  for (const [at, now] of seen.entries()) {
    if (now.day < options.from) continue;
    considered += 1;
    const isNow = isNew(seen, at, keywords);
    const before = seen[at - 1];
    const isAgreed =
      before !== undefined &&
      countDaysBetween(before.day, now.day) <= PENDING_DAYS &&
      isNew(seen, at - 1, keywords) &&
      now.keywords >= keywords;
    const isPending = isConfirmed && isNow;
    if ((isConfirmed && isAgreed) || (!isConfirmed && isNow) || (isPending && at === seen.length - 1))
      matches.push(toMatch(subject, now, { isPending: isPending && !isAgreed, overOn: findEnd(seen, at, keywords) }));
  }
  return { matches, suppressed: {}, considered };
}

/** It stands on enough pages, and stood on none in the four weeks before. */
function isNew(seen: readonly HostObservation[], at: number, keywords: number): boolean {
  const now = seen[at];
  if (now === undefined || now.keywords < keywords) return false;
  return seen.slice(0, at).every((before) => before.seen === 0 || countDaysBetween(before.day, now.day) > NEW_FOR_DAYS);
}

function findEnd(seen: readonly HostObservation[], at: number, keywords: number): string | null {
  return seen.slice(at + 1).find((later) => later.keywords < keywords)?.day ?? null;
}

function toMatch(
  subject: Subject,
  { day, at, keywords }: HostObservation,
  { isPending, overOn }: Pick<Match, 'isPending' | 'overOn'>,
): Match {
  return {
    subject,
    day,
    at,
    from: null,
    to: { host: subject.key, keywords },
    size: keywords,
    isPending,
    overOn: isPending ? null : overOn,
  };
}
