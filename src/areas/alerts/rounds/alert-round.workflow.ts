import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import { judgeRound, type RoundEnd } from './judge-round.ts';
import { lookAtRound, toLookMs } from './look-at-round.ts';
import { openRound } from './open-round.ts';
import { alertRounds } from './queues.ts';
import { ROUND_KINDS } from './round.ts';
import { findRound, isOfStore, listUnjudgedBefore } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'alert-round': WorkflowType<z.input<typeof RoundInput>, RoundOutput>;
  }
}

const IDS_MAX = 10_000;
const AWAY_MS_MAX = DAY_MS;

const RoundInput = z.object({
  project_id: z.string(),
  /** Of the project. */
  day: z.iso.date(),
  kind: z.enum(ROUND_KINDS),
  /** Only these, on demand. */
  keyword_ids: z.array(z.string()).max(IDS_MAX).optional(),
  /** What makes the checks of a round on demand. */
  workflow_ids: z.array(z.string()).max(IDS_MAX).default([]),
  /** All checks have ended: it waits for no more of them. */
  is_settled: z.boolean().default(false),
  /** A later look at a round that was open. */
  round_id: z.string().optional(),
  looks: z.int().default(0),
});
type RoundInput = z.infer<typeof RoundInput>;

export type RoundOutput =
  | { readonly state: 'judged'; readonly round_id: string; readonly rules: number; readonly opened: number }
  /** It was open: `next` looks again. */
  | { readonly state: 'put_off'; readonly round_id: string; readonly next: string }
  /** The round of the day takes these checks in; or another one has judged it. */
  | { readonly state: 'joined' };

/** Judges a project's round of checks when it has settled; until then each look is a workflow of its own, which holds no slot. */
export const alertRound = defineWorkflow({
  name: 'alert-round',
  summary: 'Judges the rules of a project when its checks of a day have settled',
  input: RoundInput,
  queue: alertRounds,
  steps: ['open', 'look', 'putOff', 'judge'],
  run: async (ctx, input): Promise<RoundOutput> => {
    const { project_id: projectId, day, kind, keyword_ids: keywordIds = null } = input;
    const opening = { projectId, day, kind, keywordIds, workflowId: ctx.workflowId, isSettled: input.is_settled };
    const roundId = input.round_id ?? (await ctx.step('open', () => openRound(ctx, opening)));
    if (roundId === undefined) return { state: 'joined' };
    const asked = { roundId, isSettled: input.is_settled, workflowIds: input.workflow_ids };
    const look = await ctx.step('look', () => lookAtRound(ctx, asked));
    if (look.is === 'judged') return { state: 'joined' };
    if (look.is === 'open') {
      const next = await ctx.step('putOff', () => putOff(ctx, { ...input, round_id: roundId }, look.waitMs));
      return { state: 'put_off', round_id: roundId, next };
    }
    const end = await ctx.step('judge', () => judgeUnlessAway(ctx, roundId));
    if (end === 'away') {
      const next = await ctx.step('putOff', () => putOff(ctx, { ...input, round_id: roundId }, toLookMs(ctx)));
      return { state: 'put_off', round_id: roundId, next };
    }
    return { state: 'judged', round_id: roundId, rules: end.rules, opened: end.opened };
  },
});

async function putOff({ postgres, workflows }: WorkflowContext, input: RoundInput, waitMs: number): Promise<string> {
  const looks = input.looks + 1;
  const id = hashId('wf_', ['alert-round', input.round_id ?? '', looks]);
  return await postgres.transaction((tx) => workflows.enqueue(tx, 'alert-round', { ...input, looks }, { id, delayMs: Math.ceil(waitMs) }));
}

/**
 * The outcomes are in a store that may be ill for hours, which must end no round: it is looked at again later, for a day.
 * @throws what is no trouble of a store, and that of a round that waits for longer
 */
async function judgeUnlessAway(ctx: WorkflowContext, roundId: string): Promise<RoundEnd | 'away'> {
  try {
    return await judge(ctx, roundId);
  } catch (error) {
    const round = isOfStore(error) ? await findRound(ctx.postgres, roundId) : undefined;
    if (round === undefined || ctx.clock.realNow() - round.openedAt.getTime() > AWAY_MS_MAX) throw error;
    ctx.logger.warn({ round: roundId, error: messageOf(error) }, 'a round waits for a store');
    return 'away';
  }
}

/** Days that were not judged before come first, because what is open on a day is what the days before it left. */
async function judge(ctx: WorkflowContext, roundId: string): Promise<RoundEnd> {
  const round = await findRound(ctx.postgres, roundId);
  if (round === undefined || round.evaluatedAt !== null) return { rules: 0, opened: 0, failed: 0 };
  if (round.kind === 'scheduled') for (const earlier of await listUnjudgedBefore(ctx.postgres, round)) await judgeRound(ctx, earlier);
  return await judgeRound(ctx, round);
}
