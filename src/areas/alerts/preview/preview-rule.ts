import { toDueDate } from '#areas/keywords/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { listDays } from '#kernel/days.ts';
import type { Match, Inhibition } from '../events/event-kind.ts';
import { findEventKind } from '../events/index.ts';
import { assertCondition, requireEventRight } from '../judge/assert-condition.ts';
import type { Fired } from '../judge/judge-rounds.ts';
import { judgeRule, type JudgedRule } from '../judge/judge-rule.ts';
import { isUnjudged } from '../judge/past-rounds.ts';
import type { Condition } from '../rule.ts';
import { describeRule } from './describe-rule.ts';
import { priceRechecks } from './price-rechecks.ts';
import { toPreviewSpan, type AskedSpan } from './span.ts';
import { suggest, type Suggestion } from './suggest.ts';

const MONTH_DAYS = 30;

export type PreviewAlert = Fired;

export interface PreviewDay {
  readonly day: string;
  readonly isMeasured: boolean;
  readonly failedShare: number | null;
  readonly alerts: number;
  readonly items: number;
  readonly suppressed: number;
}

/** What a rule would have said. */
export interface Preview {
  readonly projectId: string;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  readonly sentence: string;
  /** Oldest first. */
  readonly alerts: readonly PreviewAlert[];
  readonly byDay: readonly PreviewDay[];
  readonly itemsTotal: number;
  readonly pending: number;
  readonly messages: number;
  readonly messagesAMonth: number;
  readonly suppressed: Readonly<Partial<Record<Inhibition, number>>>;
  readonly considered: number;
  readonly leftOut: number;
  readonly daysNotMeasured: readonly string[];
  readonly recheckCostUsd: number | null;
  readonly knownFrom: string | null;
  readonly assumes: readonly string[];
  readonly suggestion: Suggestion | null;
}

export interface PreviewInput extends AskedSpan {
  readonly projectId: string;
  readonly condition: Condition;
}

type PreviewContext = ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock' | 'searchData'>;

/**
 * What a rule would have said in days of the past: judged as rounds of today are, with keywords, tags and figures of now.
 * @throws AppError `Project not found`, `Forbidden` for events about money without the right to see it, on more than 400 days, and on what its checks cannot show
 */
export async function previewRule(ctx: PreviewContext, input: PreviewInput): Promise<Preview> {
  const { condition } = input;
  const project = await getProject(ctx, input.projectId);
  requireEventRight(ctx.caller, condition);
  const span = toPreviewSpan(input, toDueDate(ctx.clock.now(), project.timeZone));
  await assertCondition(ctx, project.id, condition, 'rule.');
  const judged = await judgeRule(ctx, { condition, projectId: project.id, ...span, rounds: [], mutes: [], open: [] });
  return {
    ...span,
    ...toFigures(project, condition, judged, span),
    recheckCostUsd: await priceRechecks(ctx, project.id, condition, judged.fired),
  };
}

function toFigures(
  project: Project,
  condition: Condition,
  judged: JudgedRule,
  { from, to }: { readonly from: string; readonly to: string },
): Omit<Preview, 'from' | 'to' | 'recheckCostUsd'> {
  const byDay = listDays(from, to).map((day) => toPreviewDay(day, judged));
  const items: Match[] = judged.fired.flatMap((fired) => [...fired.items]);
  const days = byDay.filter(({ isMeasured }) => isMeasured).length;
  return {
    projectId: project.id,
    timeZone: project.timeZone,
    sentence: describeRule(condition),
    alerts: judged.fired,
    byDay,
    itemsTotal: items.length,
    pending: judged.pending.length,
    messages: judged.fired.length,
    messagesAMonth: days === 0 ? 0 : Math.round(((judged.fired.length * MONTH_DAYS) / days) * 10) / 10,
    suppressed: judged.suppressed,
    considered: judged.considered,
    leftOut: judged.leftOut,
    daysNotMeasured: byDay.filter(({ isMeasured }) => !isMeasured).map(({ day }) => day),
    knownFrom: judged.rounds[0]?.day ?? null,
    assumes: toAssumptions(condition),
    suggestion: suggest(items, condition, days),
  };
}

function toPreviewDay(day: string, { rounds, fired, suppressedOn }: JudgedRule): PreviewDay {
  const round = rounds.find((one) => one.day === day);
  const said = fired.filter((one) => one.day === day);
  return {
    day,
    isMeasured: round !== undefined && !isUnjudged(round),
    failedShare: round === undefined || round.checks === 0 ? null : round.failed / round.checks,
    alerts: said.length,
    items: said.reduce((sum, { items }) => sum + items.length, 0),
    suppressed: suppressedOn.get(day) ?? 0,
  };
}

function toAssumptions({ confirm, when }: Condition): string[] {
  const ofKind = findEventKind(when.event)?.assumes;
  return [
    ...(ofKind === undefined ? [] : [ofKind]),
    'Keywords, tags, figures and filters are those of now.',
    'Mutes and quiet hours are left out: quiet hours put messages off and drop none.',
    ...(confirm === 'recheck' ? ['Each second check is taken to have agreed: what it would have shown is not known.'] : []),
  ];
}
