import { findProject } from '#areas/projects/index.ts';
import type { WorkflowContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { EVENT_KINDS } from '../events/index.ts';
import { recordAll, type FoundOfRule } from '../firing/record-all.ts';
import type { Round } from '../judge/judge-rounds.ts';
import { isUnjudged, listPastRounds } from '../judge/past-rounds.ts';
import type { AlertFacts } from '../kept/alert.ts';
import { listJudgedRules } from '../sweep/store/rules.ts';
import { isRechecked, judgeAll, type Judged } from './judge-all.ts';
import type { KeptRound } from './round.ts';
import { findOthersMovedShare, lockRounds, setEvaluated } from './store.ts';

const RULES_MAX = 1_000;
const EVENTS = EVENT_KINDS.filter(({ judgedAfter }) => judgedAfter === 'round').map(({ event }) => event);

export interface RoundEnd {
  readonly rules: number;
  /** Alerts that were opened. */
  readonly opened: number;
  /** Rules that could not be judged; the log says why. */
  readonly failed: number;
}

/** Judges a round under all rules of its project, and says what they found: once, however often it is asked for. */
export async function judgeRound(ctx: WorkflowContext, round: KeptRound): Promise<RoundEnd> {
  // What the checks found is on its way to the store that is asked.
  await ctx.outbox.flush();
  const rules = await listJudgedRules(ctx.postgres, { events: EVENTS, after: null, limit: RULES_MAX, projectId: round.projectId });
  const all = rules.length === 0 ? [] : await judgeAll(ctx, round, rules);
  const opened = await record(ctx, { round, closed: await closeOf(ctx, round), all });
  return { rules: rules.length, opened, failed: rules.length - all.length };
}

/** What the checks of a round's day came to. */
export async function closeOf(ctx: WorkflowContext, { projectId, day }: Pick<KeptRound, 'projectId' | 'day'>): Promise<Round> {
  const project = await findProject(ctx.postgres, projectId);
  const [found] = project === undefined ? [] : await listPastRounds(ctx, project.id, day, day);
  return found ?? { day, closedAt: ctx.clock.now(), checks: 0, failed: 0 };
}

interface Writing {
  readonly round: KeptRound;
  readonly closed: Round;
  readonly all: readonly Judged[];
}

async function record(ctx: WorkflowContext, { round, closed, all }: Writing): Promise<number> {
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    await lockRounds(tx, round.projectId);
    const leftOut = closed.checks === 0 ? 'no_checks' : isUnjudged(closed) ? 'source' : null;
    const { checks, failed } = closed;
    if (!(await setEvaluated(tx, { id: round.id, evaluatedAt: new Date(ctx.clock.realNow()), checks, failed, leftOut }))) return 0;
    const isWhole = all.some(({ judged }) => judged.fired.some(({ isWholeProject }) => isWholeProject));
    const others = isWhole ? await findOthersMovedShare(tx, round) : null;
    const at = { openedAt: closed.closedAt, now, roundId: round.id };
    const found = all.map((one): FoundOfRule => ({ ...toFound(one, others), ...at, rule: one.rule }));
    await startRechecks(ctx, tx, { round, all });
    return (await recordAll(ctx, tx, found, round.id)).opened;
  });
}

const FELL_BACK = { confirm: 'next', recheck: { checked: 0, cost_usd: 0, fell_back: true } } as const;

/** What fired and is to be checked once more waits; what could not be, and has waited for this round, is said. */
function toFound({ rule, judged, confirmed }: Judged, others: number | null) {
  const { ended, seenAgain, suppressed } = judged;
  const facts: AlertFacts = { suppressed, confirm: rule.condition.confirm, others_moved_share: others };
  if (!isRechecked(rule.condition)) return { fired: judged.fired, ended, pending: judged.pending, seenAgain, facts };
  const pending = judged.fired.flatMap(({ items }) => [...items]);
  return { fired: confirmed, ended, pending, seenAgain, facts: { ...facts, ...FELL_BACK } };
}

async function startRechecks(ctx: WorkflowContext, tx: Transaction, { round, all }: Pick<Writing, 'round' | 'all'>): Promise<void> {
  const asked = all.filter(({ rule, judged }) => isRechecked(rule.condition) && judged.fired.length > 0);
  const rechecks = asked.map(({ rule }) => ({
    id: hashId('wf_', ['alert-recheck', round.id, rule.id]),
    input: { round_id: round.id, rule_id: rule.id },
  }));
  if (rechecks.length > 0) await ctx.workflows.enqueueAll(tx, 'alert-recheck', rechecks);
}
