import { z } from 'zod';
import { defineEventKind } from '../event-kind.ts';
import { foldLevel, type Verdict } from '../fold-level.ts';
import { checkDays, type CheckDay } from '../sources/check-days.ts';

const SHARE_DEFAULT = 20;

/** Too many checks of a round failed: what it says of movements is not said then. */
export const checksFailed = defineEventKind({
  event: 'checks_failed',
  params: z.strictObject({ share: z.number().min(1).max(100).default(SHARE_DEFAULT) }),
  describe: ({ share }) => `${share} % or more of a day's checks fail`,
  family: 'health',
  judgedAfter: 'round',
  source: checkDays,
  fold: ({ share }, subject, observations, options) =>
    foldLevel(
      subject,
      observations.filter(({ checks }) => checks > 0).map((day) => toVerdict(day, share)),
      { options, firstFires: true },
    ),
});

function toVerdict({ day, at, checks, failed }: CheckDay, share: number): Verdict {
  const percent = (failed / checks) * 100;
  return {
    day,
    at,
    holds: percent >= share,
    from: null,
    to: { checks, failed, percent: Math.round(percent * 10) / 10 },
    size: percent,
  };
}
