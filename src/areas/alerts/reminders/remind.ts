import { hashId } from '#kernel/ids.ts';
import { formatPlural } from '#kernel/text.ts';
import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { makeDraft, toAlertPath, type Draft } from '../firing/notices/make-notice.ts';
import { sendDrafts, type TellContext } from '../firing/notices/send-drafts.ts';
import { tellItems } from '../firing/store/told.ts';
import { SEVERITIES, type Severity } from '../rule.ts';
import {
  hasUntold,
  listStanding,
  listUnmuted,
  noteMutesTold,
  takeDueRepeats,
  takeEndedMutes,
  type StandingItem,
} from './store/standing.ts';

type RemindContext = TellContext & Pick<AppContext, 'postgres'>;

export interface Reminded {
  /** Messages at the end of mutes. */
  readonly unmuted: number;
  /** Alerts that were said again. */
  readonly repeated: number;
}

/** Says what still fires: at the end of mutes once and together, and again as often as rules ask for. */
export async function remind(ctx: RemindContext): Promise<Reminded> {
  const now = ctx.clock.now();
  const unmuted = await ctx.postgres.transaction((tx) => endMutes(ctx, tx, now));
  const repeated = await ctx.postgres.transaction((tx) => repeat(ctx, tx, now));
  return { unmuted, repeated };
}

async function endMutes(ctx: RemindContext, tx: Transaction, now: Date): Promise<number> {
  const mutes = await takeEndedMutes(tx, now);
  if (mutes.length === 0 && !(await hasUntold(tx))) return 0;
  const items = await listUnmuted(tx, mutes, now);
  await noteMutesTold(tx, mutes, now);
  const groups = Map.groupBy(items, ({ projectId, channelIds }) => JSON.stringify([projectId, channelIds]));
  const drafts = [...groups.values()].map((some) => draftTogether(ctx, some, [now.toISOString(), ...mutes]));
  await sendDrafts(ctx, tx, drafts, hashId('rnd_', ['unmuted', now.toISOString(), ...mutes]));
  await tellItems(
    tx,
    items.map(({ alertId, subject, day }) => ({ alertId, subject, day })),
    now,
  );
  return drafts.length;
}

async function repeat(ctx: RemindContext, tx: Transaction, now: Date): Promise<number> {
  const due = await takeDueRepeats(tx, now);
  if (due.length === 0) return 0;
  const items = Map.groupBy(
    await listStanding(
      tx,
      due.map(({ id }) => id),
      now,
    ),
    ({ alertId }) => alertId,
  );
  const drafts = due.flatMap(({ id, lastToldAt }) => {
    const some = items.get(id);
    return some === undefined ? [] : [draftTogether(ctx, some, ['repeat', lastToldAt.toISOString()])];
  });
  await sendDrafts(ctx, tx, drafts, hashId('rnd_', ['repeat', now.toISOString()]));
  return drafts.length;
}

/** What still fires of one project and for the same channels, as one message. @param parts make its id, with the alerts */
function draftTogether(ctx: RemindContext, items: readonly StandingItem[], parts: readonly string[]): Draft {
  const [worst] = items as [StandingItem, ...StandingItem[]];
  const alertIds = [...new Set(items.map(({ alertId }) => alertId))].toSorted();
  const isOne = alertIds.length === 1;
  const draft = makeDraft(ctx, {
    event: 'alert.fired',
    rule: {
      id: worst.ruleId,
      name: worst.ruleName,
      organizationId: worst.organizationId,
      projectId: worst.projectId,
      channelIds: worst.channelIds,
    },
    events: items.map(({ event }) => event),
    projectName: worst.projectName,
    alertId: worst.alertId,
    group: 'still',
    severity: items.map(({ severity }) => severity).reduce(toWorse),
    title: isOne ? `Still: ${worst.title}` : `${formatPlural(alertIds.length, 'alert')} still open: ${worst.title}, and others`,
    items: items.map(toShown),
    itemsTotal: items.length,
    round: { key: hashId('rnd_', [...parts, ...alertIds]), day: worst.day },
  });
  const path = isOne || worst.projectId === null ? toAlertPath(worst.projectId, worst.alertId) : `/console/p/${worst.projectId}/alerts`;
  return { ...draft, notice: { ...draft.notice, path }, alertIds };
}

function toWorse(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other) ? other : one;
}

function toShown({ subject, label, keywordId, day, at, was, isNow, size }: StandingItem) {
  return { subject: { key: subject, label, ...(keywordId === null ? {} : { keywordId }) }, day, at, from: was, to: isNow, size };
}
