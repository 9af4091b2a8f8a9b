import { findProject } from '#areas/projects/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Ended, Match } from '../events/event-kind.ts';
import { findEventKind } from '../events/index.ts';
import type { Fired } from '../judge/judge-rounds.ts';
import type { AlertFacts } from '../kept/alert.ts';
import { toTitle } from './notices/describe.ts';
import { makeDraft, type Draft } from './notices/make-notice.ts';
import type { TellContext } from './notices/send-drafts.ts';
import {
  addItems,
  endItems,
  findOpenAlert,
  insertAlert,
  listTold,
  lockRule,
  settleAlerts,
  type OpenedAlert,
  type SettledAlert,
} from './store/alerts.ts';
import { setPending } from './store/standing.ts';
import { listMuted, tellItems } from './store/told.ts';
import type { TellingRule } from './telling-rule.ts';

/** What was found of a rule, to be written and said. */
export interface Found {
  readonly fired: readonly Fired[];
  readonly ended: readonly Ended[];
  readonly pending?: readonly Match[];
  /** Of what was pending. */
  readonly seenAgain?: readonly string[];
  /** When alerts are opened: the end of the round, in the observed world. */
  readonly openedAt: Date;
  /** In the observed world. */
  readonly now: Date;
  /** Null: no round of checks found it. */
  readonly roundId: string | null;
  readonly facts?: AlertFacts;
}

export interface Recorded {
  /** Alerts that were opened. */
  readonly opened: number;
  readonly drafts: readonly Draft[];
  /** Alerts that were opened, got more, or are over. */
  readonly changed: readonly string[];
}

/** An alert that was opened or got more. */
interface Raised extends OpenedAlert {
  readonly fired: Fired;
  readonly items: readonly Match[];
  readonly isNew: boolean;
  readonly key: string;
}

interface Writing {
  readonly tx: Transaction;
  readonly rule: TellingRule;
  readonly found: Found;
  readonly projectName: string | null;
}

/**
 * The one place that writes alerts: opens them or adds to those that are open, ends what is over, and makes the messages. What a mute holds
 * back is written and not said. The same again changes nothing.
 */
export async function recordFired(ctx: TellContext, tx: Transaction, rule: TellingRule, found: Found): Promise<Recorded> {
  if (!(await lockRule(tx, rule.id))) return { opened: 0, drafts: [], changed: [] };
  const project = rule.projectId === null ? undefined : await findProject(tx, rule.projectId);
  const writing = { tx, rule, found, projectName: project?.name ?? null };
  await setPending(tx, rule.id, { pending: found.pending ?? [], seenAgain: found.seenAgain ?? [] });
  await endItems(tx, rule.id, found.ended);
  const raised = await raiseAll(writing);
  const settled = await settleAlerts(tx, rule.id, found.now);
  const drafts = [...(await draftRaised(ctx, writing, raised)), ...(await draftSettled(ctx, writing, settled))];
  return {
    opened: raised.filter(({ isNew }) => isNew).length,
    drafts,
    changed: [...new Set([...raised, ...settled].map(({ id }) => id))],
  };
}

async function raiseAll({ tx, rule, found }: Writing): Promise<Raised[]> {
  const isToldOnce = findEventKind(rule.condition.when.event)?.isToldOnce === true;
  const subjects = found.fired.flatMap(({ items }) => items.map(({ subject }) => subject.key));
  const told = await listTold(tx, rule.id, subjects);
  const isTold = ({ subject, day }: Match): boolean => (isToldOnce ? told.has(subject.key) : told.get(subject.key)?.has(day) === true);
  const raised: Raised[] = [];
  for (const fired of found.fired) {
    const items = fired.items.filter((match) => !isTold(match));
    if (items.length === 0) continue;
    const key = found.roundId ?? hashId('rnd_', [rule.id, ...items.map((item) => `${item.subject.key} ${item.day}`)]);
    const known = fired.kind === 'more' ? await findOpenAlert(tx, rule.id, fired.group) : undefined;
    const alert = known ?? (await openAlert({ tx, rule, found }, { fired, items, key }));
    await addItems(tx, { ruleId: rule.id, alertId: alert.id, roundId: found.roundId, items, now: found.now });
    raised.push({ ...alert, fired, items, isNew: known === undefined, key });
  }
  return raised;
}

async function openAlert(
  { tx, rule, found }: Pick<Writing, 'tx' | 'rule' | 'found'>,
  { fired, items, key }: Pick<Raised, 'fired' | 'items' | 'key'>,
): Promise<OpenedAlert> {
  const { day, group, severity, isWholeProject } = fired;
  const alert = { id: hashId('alr_', [rule.id, group, key]), title: toTitle({ condition: rule.condition, items, isWholeProject }) };
  const { others_moved_share: others, ...facts } = found.facts ?? {};
  const whole = isWholeProject ? { whole_project: true, others_moved_share: others ?? null } : {};
  await insertAlert(tx, rule, { ...alert, day, group, severity, openedAt: found.openedAt, facts: { ...facts, ...whole } });
  return alert;
}

/** Which of these it was is not kept. */
const FELL_BACK_NOTE = 'No budget had room for a second check, it failed, or the rule makes fewer: the next check confirmed it.';

async function draftRaised(ctx: TellContext, { tx, rule, found, projectName }: Writing, raised: readonly Raised[]): Promise<Draft[]> {
  const keys = raised.flatMap(({ id, items }) => items.map(({ subject, day }) => ({ alertId: id, subject: subject.key, day })));
  const told = Map.groupBy(await tellItems(tx, keys, found.now), ({ alertId }) => alertId);
  return raised.flatMap(({ id, fired, items, isNew, key }) => {
    const said = new Set((told.get(id) ?? []).map(({ subject, day }) => `${subject} ${day}`));
    const shown = items.filter(({ subject, day }) => said.has(`${subject.key} ${day}`));
    if (shown.length === 0) return [];
    const { severity, group, isWholeProject, day } = fired;
    const title = toTitle({ condition: rule.condition, items: shown, isWholeProject, isMore: !isNew });
    const round = { key, day };
    const note = found.facts?.recheck?.fell_back === true ? FELL_BACK_NOTE : undefined;
    const event = isNew ? 'alert.fired' : 'alert.more';
    const of = { rule, events: [rule.condition.when.event], projectName, alertId: id, group, severity };
    return [makeDraft(ctx, { ...of, event, title, note, items: shown, itemsTotal: shown.length, round })];
  });
}

/** What is over is said where it was said that it began, unless all of it is muted. */
async function draftSettled(
  ctx: TellContext,
  { tx, rule, found, projectName }: Writing,
  settled: readonly SettledAlert[],
): Promise<Draft[]> {
  const told = settled.filter(({ isTold }) => isTold);
  const muted = await listMuted(
    tx,
    told.map(({ id }) => id),
    found.now,
  );
  return told
    .filter(({ id }) => !muted.has(id))
    .map(({ id, title, groupKey: group, severity, items, day }) =>
      makeDraft(ctx, {
        event: 'alert.resolved',
        rule,
        events: [rule.condition.when.event],
        projectName,
        alertId: id,
        group,
        severity,
        title: `Over: ${title}`,
        items: [],
        itemsTotal: items,
        round: { key: found.roundId ?? `over ${id}`, day },
      }),
    );
}
