import { listAnswerWeeks, listFirstCitations, listModelWeeks, toSurfaceName, type AnswerWeek, type CitedOf } from '#areas/answers/index.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';

const WEEK_DAYS = 7;
/** The hourly round plans the last slots of a week after its end: until then none of them is pending. */
const PLANNED_WITHIN_MS = 2 * HOUR_MS;
/** An alert of facts is over after a week; the days before are read so that its end is found. */
const LOOK_BACK_DAYS = 14;
/** A plan that rested for so long begins again: its first model is no change. */
const MODELS_BACK_DAYS = 84;
/** Of a project and a run; an alert shows twenty. */
const CITATIONS_MAX = 1_000;

/** A whole week of a surface; its day is the first one after it. */
export interface AnswerObservation extends Observation, AnswerWeek {}

/** Weeks of answers of each surface of a project, each beside the one before it. */
export const answerWeeks: Source<Subject, AnswerObservation> = {
  name: 'answer_weeks',
  lookBackDays: LOOK_BACK_DAYS,
  read: readWeeks,
};

async function* readWeeks(ctx: AlertContext, { projectId, from, to, condition }: SourceQuestion) {
  if (projectId === null) return;
  await ctx.outbox.tryFlush();
  const weeks = await listAnswerWeeks(ctx, { projectId, from: addDays(from, -LOOK_BACK_DAYS), to });
  const plannedBy = ctx.clock.now().getTime() - PLANNED_WITHIN_MS;
  yield* bySurface(condition, weeks, (week) => {
    const day = addDays(week.week, WEEK_DAYS);
    const at = new Date(`${day}T00:00:00Z`);
    return { ...week, isComplete: week.isComplete && at.getTime() <= plannedBy, day, at };
  });
}

/** A model that answers for a surface, and did not in the last week before in which the surface answered. */
export interface ModelObservation extends Observation {
  readonly model: string;
  /** The Monday of the week in which it came. */
  readonly week: string;
  readonly before: readonly string[];
}

export const answerModels: Source<Subject, ModelObservation> = { name: 'answer_models', lookBackDays: LOOK_BACK_DAYS, read: readModels };

async function* readModels(ctx: AlertContext, { projectId, from, to, condition }: SourceQuestion) {
  if (projectId === null) return;
  await ctx.outbox.tryFlush();
  const found = await listModelWeeks(ctx, { projectId, from: addDays(from, -LOOK_BACK_DAYS - MODELS_BACK_DAYS), to });
  const changes = [...Map.groupBy(found, ({ surface }) => surface).values()].flatMap((some) => {
    const weeks = [...Map.groupBy(some, ({ week }) => week).values()];
    return weeks.slice(1).flatMap((week, at) => {
      const before = (weeks[at] ?? []).map(({ model }) => model);
      return week.filter(({ model }) => !before.includes(model)).map((one) => ({ ...one, before }));
    });
  });
  yield* bySurface(condition, changes, ({ model, week, before, first_ms: ms }) => ({ model, week, before, ...toMoment(ms) }));
}

/** An own page or site that a surface cited for the first time. */
export interface CitationObservation extends Observation {
  readonly source: string;
  readonly promptId: string;
  readonly sampleId: string;
}

export const firstCitations: Source<Subject, CitationObservation> = {
  name: 'first_citations',
  lookBackDays: LOOK_BACK_DAYS,
  read: readCitations,
};

async function* readCitations(ctx: AlertContext, { projectId, from, to, condition }: SourceQuestion) {
  if (projectId === null) return;
  await ctx.outbox.tryFlush();
  const { of } = condition.when as { readonly of?: CitedOf };
  const asked = { projectId, of: of ?? 'page', from: addDays(from, -LOOK_BACK_DAYS), to, limit: CITATIONS_MAX };
  yield* bySurface(condition, await listFirstCitations(ctx, asked), (row) => ({
    source: row.source,
    promptId: row.prompt_id,
    sampleId: row.sample_id,
    ...toMoment(row.first_ms),
  }));
}

/** A subject for each surface that the rule is about. */
function* bySurface<Row extends { readonly surface: string }, Seen>(
  { when }: SourceQuestion['condition'],
  rows: readonly Row[],
  toObservation: (row: Row) => Seen,
) {
  const { surface: asked } = when as { readonly surface?: string | null };
  for (const [surface, some] of Map.groupBy(rows, (row) => row.surface)) {
    if (typeof asked === 'string' && asked !== surface) continue;
    yield { subject: { key: `answers:${surface}`, label: toSurfaceName(surface) }, observations: some.map(toObservation) };
  }
}

function toMoment(ms: number): Observation {
  const at = new Date(ms);
  return { day: toDay(at), at };
}
