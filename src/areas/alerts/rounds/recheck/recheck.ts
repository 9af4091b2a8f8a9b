import { toDueDate, type CheckSubject } from '#areas/keywords/index.ts';
import { findProject } from '#areas/projects/index.ts';
import type { WorkflowContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import type { Match } from '../../events/event-kind.ts';
import { recordAll } from '../../firing/record-all.ts';
import { listOpen, listPending, setPending } from '../../firing/store/standing.ts';
import type { TellingRule } from '../../firing/telling-rule.ts';
import { judgeRule, type JudgedRule } from '../../judge/judge-rule.ts';
import { findRule } from '../../rules/store/rules.ts';
import { keepItems } from '../judge-all.ts';
import { closeOf } from '../judge-round.ts';
import type { KeptRound } from '../round.ts';
import { findRound, lockRounds } from '../store.ts';

interface Asked {
  readonly roundId: string;
  readonly ruleId: string;
}

/** A result page that is read once more; several sites of one keyword are one. */
interface Candidate {
  /** As subjects begin. */
  readonly key: string;
  readonly subject: CheckSubject;
}

/** How the second check of a page ended. */
export interface CheckedAgain {
  readonly key: string;
  /** False: it failed, or no budget had room. */
  readonly isGood: boolean;
  readonly costUsd: number;
}

/** The worst of what waits for a second check, as many as the rule checks in a round. Null: nothing does any more. */
export async function findCandidates(
  ctx: WorkflowContext,
  asked: Asked,
): Promise<{ readonly projectId: string; readonly checks: readonly Candidate[] } | null> {
  const found = await findAsked(ctx, asked);
  if (found === undefined) return null;
  const { round, rule } = found;
  const { fired } = await judgeDay(ctx, { round, rule, day: round.day });
  const waiting = fired.flatMap(({ items }) => [...items]);
  const worst = waiting.toSorted((one, other) => other.size - one.size);
  const keys = [...new Set(worst.map(toCheckKey))].slice(0, rule.condition.recheckMax);
  return { projectId: round.projectId, checks: keys.map((key) => ({ key, subject: toSubject(key) })) };
}

interface Settling extends Asked {
  readonly again: readonly CheckedAgain[];
}

/**
 * Says what the second checks agree with, and forgets what they do not; what was not checked again waits for the next scheduled check.
 * @returns how many alerts were opened
 */
export async function settleRecheck(ctx: WorkflowContext, { again, ...asked }: Settling): Promise<number> {
  await ctx.outbox.flush();
  const found = await findAsked(ctx, asked);
  if (found === undefined) return 0;
  const { round, rule } = found;
  const project = await findProject(ctx.postgres, round.projectId);
  // Midnight may have passed: then the second check is one of the next day, which must agree with the first.
  const today = toDueDate(ctx.clock.now(), project?.timeZone ?? 'UTC');
  const judged = await judgeDay(ctx, { round, rule, day: today });
  const pending = (await listPending(ctx.postgres, [rule.id])).get(rule.id) ?? new Set<string>();
  const good = again.filter(({ isGood }) => isGood);
  const checked = new Set(good.map(({ key }) => key));
  const seenAgain = [...pending].filter((subject) => checked.has(toKeyOf(subject)));
  const fired = keepItems(judged.fired, (match) => checked.has(toCheckKey(match)));
  const closed = await closeOf(ctx, { projectId: round.projectId, day: today });
  const recheck = { checked: good.length, cost_usd: sumUsd(good.map(({ costUsd }) => costUsd)), fell_back: false };
  const facts = { suppressed: judged.suppressed, confirm: 'recheck' as const, recheck };
  return await ctx.postgres.transaction(async (tx) => {
    await lockRounds(tx, round.projectId);
    await setPending(tx, rule.id, { pending: [], seenAgain });
    const at = { openedAt: closed.closedAt, now: ctx.clock.now(), roundId: round.id };
    return (await recordAll(ctx, tx, [{ rule, fired, ended: [], facts, ...at }], `${round.id} ${rule.id}`)).opened;
  });
}

async function findAsked({ postgres }: WorkflowContext, { roundId, ruleId }: Asked) {
  const [round, rule] = await Promise.all([findRound(postgres, roundId), findRule(postgres, ruleId)]);
  if (round === undefined || rule === undefined || !rule.isEnabled) return undefined;
  return { round, rule: { ...rule, condition: rule } satisfies TellingRule };
}

interface DayOfRound {
  readonly round: KeptRound;
  readonly rule: TellingRule;
  readonly day: string;
}

/** What the rule says of the day as it is read now: a second check of the day stands in the place of the first. */
async function judgeDay(ctx: WorkflowContext, { round, rule, day }: DayOfRound): Promise<JudgedRule> {
  const open = await listOpen(ctx.postgres, [rule.id]);
  const condition = { ...rule.condition, confirm: day === round.day ? ('none' as const) : ('next' as const) };
  const keywordIds = round.keywordIds ?? undefined;
  const asked = { projectId: round.projectId, from: day, to: day, rounds: [], keywordIds, mutes: [], open: open.get(rule.id) ?? [] };
  return await judgeRule(ctx, { ...asked, condition });
}

function toCheckKey({ subject }: Match): string {
  return toKeyOf(subject.key);
}

/** A subject is a keyword on one result page, for one site. */
function toKeyOf(subject: string): string {
  return subject.split(' ').slice(0, 3).join(' ');
}

function toSubject(key: string): CheckSubject {
  const [keywordId = '', engine, channel] = key.split(' ');
  return { keywordId, engine, channel } as CheckSubject;
}
