import { listAnswerWeeks, listFirstCitations, listModelWeeks, toSurfaceName, type AnswerWeek, type CitedOf } from '#areas/answers/index.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';

/** The hourly round plans the last slots of a week after its end: until then none of them is pending. */
const PLANNED_WITHIN_MS = 2 * HOUR_MS;
/** An alert of facts is over after a week; the days before are read so that its end is found. */
const LOOK_BACK_DAYS = 14;
/** A plan that rested for so long begins again: its first model is no change. */
const MODELS_BACK_DAYS = 84;

/** A whole week of a surface; its day is the first one after it. */
export interface AnswerObservation extends Observation, AnswerWeek {}

/** Weeks of answers of each surface of a project, each beside the one before it. */
export const answerWeeks = makeSource('answer_weeks', readWeeks);

async function readWeeks(ctx: AlertContext, { projectId, from, to }: Asked): Promise<Found<AnswerObservation>[]> {
  const plannedBy = ctx.clock.now().getTime() - PLANNED_WITHIN_MS;
  return (await listAnswerWeeks(ctx, { projectId, from, to })).map((week) => {
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

export const answerModels = makeSource('answer_models', readModels);

async function readModels(ctx: AlertContext, { projectId, from, to }: Asked): Promise<Found<ModelObservation>[]> {
  const found = await listModelWeeks(ctx, { projectId, from: addDays(from, -MODELS_BACK_DAYS), to });
  return [...Map.groupBy(found, ({ surface }) => surface).values()].flatMap((some) => {
    const weeks = [...Map.groupBy(some, ({ week }) => week).values()];
    return weeks.slice(1).flatMap((week, at) => {
      const before = (weeks[at] ?? []).map(({ model }) => model);
      return week.filter(({ model }) => !before.includes(model)).map(({ first_ms: ms, ...one }) => ({ ...one, before, ...toMoment(ms) }));
    });
  });
}

/** An own page or site that a surface cited for the first time. */
export interface CitationObservation extends Observation {
  readonly source: string;
  readonly promptId: string;
  readonly sampleId: string;
}

export const firstCitations = makeSource('first_citations', readCitations);

async function readCitations(ctx: AlertContext, { projectId, from, to, when }: Asked): Promise<Found<CitationObservation>[]> {
  const { of = 'page' } = when as { readonly of?: CitedOf };
  const rows = await listFirstCitations(ctx, { projectId, of, from, to });
  return rows.map(({ surface, source, prompt_id: promptId, sample_id: sampleId, first_ms: ms }) => {
    return { surface, source, promptId, sampleId, ...toMoment(ms) };
  });
}

/** Question of a rule about answers; its days reach as far back as its alerts do. */
interface Asked extends Pick<SourceQuestion, 'from' | 'to'> {
  readonly projectId: string;
  readonly when: SourceQuestion['condition']['when'];
}

type Found<Seen> = Seen & { readonly surface: string };

/** Observations of answers, with a subject for each surface that the rule is about. */
function makeSource<Seen extends Observation>(
  name: string,
  readAll: (ctx: AlertContext, asked: Asked) => Promise<Found<Seen>[]>,
): Source<Subject, Found<Seen>> {
  return {
    name,
    lookBackDays: LOOK_BACK_DAYS,
    read: async function* (ctx, { projectId, from, to, condition: { when } }) {
      if (projectId === null) return;
      const { surface: asked = null } = when as { readonly surface?: string | null };
      await ctx.outbox.tryFlush();
      const found = await readAll(ctx, { projectId, from: addDays(from, -LOOK_BACK_DAYS), to, when });
      for (const [surface, observations] of Map.groupBy(found, (row) => row.surface))
        if (asked === null || asked === surface)
          yield { subject: { key: `answers:${surface}`, label: toSurfaceName(surface) }, observations };
    },
  };
}

function toMoment(ms: number): Observation {
  const at = new Date(ms);
  return { day: toDay(at), at };
}
