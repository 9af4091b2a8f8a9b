import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { messageOf } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { EventKind } from '../events/event-kind.ts';
import { EVENT_KINDS } from '../events/index.ts';
import { judgeRule } from '../judge/judge-rule.ts';
import { recordAll } from '../firing/record-all.ts';
import { listOpen } from '../firing/store/standing.ts';
import type { TellingRule } from '../firing/telling-rule.ts';
import { listJudgedRules } from './store/rules.ts';

export interface SweepEnd {
  readonly rules: number;
  /** Alerts that were opened. */
  readonly opened: number;
  /** Rules that could not be judged; the log says why. */
  readonly failed: number;
}

type SweepContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock' | 'logger' | 'workflows' | 'live' | 'consoleUrl'>;
type SweptAfter = Exclude<EventKind['judgedAfter'], 'round'>;

const RULES_AT_ONCE = 100;
/** Days before today that are judged once more: what was observed late on them is said then. What was said before is left out. */
const DAYS_AGAIN: Readonly<Record<SweptAfter, number>> = { minute: 1, hour: 1, weekly: 7 };

/** Judges the rules whose events are judged at these times. Without one it is a single question to an index. */
export async function sweepRules(ctx: SweepContext, judgedAfter: SweptAfter): Promise<SweepEnd> {
  const events = EVENT_KINDS.filter((kind) => kind.judgedAfter === judgedAfter).map(({ event }) => event);
  const end = { rules: 0, opened: 0, failed: 0 };
  let after: string | null = null;
  do {
    const rules: TellingRule[] = await listJudgedRules(ctx.postgres, { events, after, limit: RULES_AT_ONCE });
    for (const rule of rules) {
      end.rules += 1;
      try {
        end.opened += await judgeOne(ctx, rule, DAYS_AGAIN[judgedAfter]);
      } catch (error) {
        // One that cannot be judged must not keep others from it.
        end.failed += 1;
        ctx.logger.error({ rule: rule.id, error: messageOf(error) }, 'a rule could not be judged');
      }
    }
    after = rules.length < RULES_AT_ONCE ? null : (rules.at(-1)?.id ?? null);
  } while (after !== null);
  return end;
}

/** @returns how many alerts it opened */
async function judgeOne(ctx: SweepContext, rule: TellingRule, daysAgain: number): Promise<number> {
  const now = ctx.clock.now();
  const to = toDay(now);
  const from = addDays(to, -daysAgain);
  const open = (await listOpen(ctx.postgres, [rule.id])).get(rule.id) ?? [];
  const { fired, ended } = await judgeRule(ctx, {
    condition: rule.condition,
    projectId: rule.projectId,
    from,
    to,
    rounds: listDays(from, to).map((day) => ({ day, closedAt: now, checks: 0, failed: 0 })),
    // What is muted is written all the same, and said at the end of the mute.
    mutes: [],
    open,
  });
  if (fired.length === 0 && ended.length === 0) return 0;
  return await ctx.postgres.transaction(async (tx) => {
    const found = { rule, fired, ended, openedAt: now, now, roundId: null };
    return (await recordAll(ctx, tx, [found], hashId('rnd_', [rule.id, now.toISOString()]))).opened;
  });
}
