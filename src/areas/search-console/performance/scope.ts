import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { warnOf, type Warning } from '../anomalies.ts';
import { findBoundProperty, findNewestDay, listKnownDays, type BoundProperty, type KnownDay } from './store.ts';

/** 16 months, as far as Search Console itself goes back. */
export const SPAN_DAYS_MAX = 490;
const DAYS_DEFAULT = 28;
/** Days after which Google's figures are final, where no day is known yet. */
const OPEN_DAYS = 3;
/** Weeks of a year: the days of the week stand beside each other. */
const YEAR_DAYS = 364;

export const COMPARES = ['none', 'previous', 'year'] as const;
export type Compare = (typeof COMPARES)[number];

export type ReadContext = ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>;

export interface SpanInput {
  readonly projectId: string;
  /** Pacific days as `YYYY-MM-DD`, both included; 28 days until the last final one unless given. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In place of 28, where `from` is not given. */
  readonly lastDays?: number | undefined;
  readonly compare?: Compare | undefined;
  /** In place of `compare`: these days. */
  readonly comparedWith?: { readonly from: string; readonly to: string } | undefined;
}

/** Days of a span, and how far they are known. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
  /** How many days it has. */
  readonly asked: number;
  readonly known: readonly KnownDay[];
}

/** What figures are asked of. */
export interface Scope {
  readonly projectId: string;
  /** Undefined: the project is bound to no property. */
  readonly property: BoundProperty | undefined;
  readonly span: DaySpan;
  /** Undefined: nothing is compared. */
  readonly compared: DaySpan | undefined;
  /** Figures of the two spans that must not be taken as they are. */
  readonly warnings: readonly Warning[];
}

/**
 * The property of a project, the days that are asked for, and how far they are known.
 * @throws AppError `Project not found`; 400 for a span of more than 16 months
 */
export async function readScope(ctx: ReadContext, input: SpanInput): Promise<Scope> {
  const project = await getProject(ctx, input.projectId);
  const property = await findBoundProperty(ctx.postgres, project.id);
  const newest = property && (await findNewestDay(ctx.postgres, property));
  const span = toSpan(input, newest ?? addDays(toDay(ctx.clock.now()), -OPEN_DAYS));
  const compared = input.comparedWith ?? toCompared(input.compare, span);
  const readDays = async (days: { readonly from: string; readonly to: string }): Promise<DaySpan> => ({
    ...days,
    asked: countDaysBetween(days.from, days.to) + 1,
    known: property === undefined ? [] : await listKnownDays(ctx.postgres, property, days),
  });
  return {
    projectId: project.id,
    property,
    span: await readDays(span),
    compared: compared && (await readDays(compared)),
    warnings: warnOf(compared === undefined ? [span] : [span, compared]),
  };
}

function toSpan({ from, to, lastDays = DAYS_DEFAULT }: SpanInput, newest: string): { from: string; to: string } {
  const last = to ?? (from !== undefined && from > newest ? from : newest);
  const first = from ?? addDays(last, 1 - lastDays);
  if (countDaysBetween(first, last) >= SPAN_DAYS_MAX)
    throw invalid([{ path: 'from', message: `must be at most ${SPAN_DAYS_MAX - 1} days before to` }]);
  return { from: first, to: last };
}

function toCompared(compare: Compare = 'none', { from, to }: { readonly from: string; readonly to: string }) {
  if (compare === 'none') return undefined;
  const days = compare === 'year' ? YEAR_DAYS : countDaysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** Whether any day of a span has figures. */
export function hasFigures({ known }: Pick<DaySpan, 'known'>): boolean {
  return known.some(({ fetchedAt }) => fetchedAt !== null);
}
