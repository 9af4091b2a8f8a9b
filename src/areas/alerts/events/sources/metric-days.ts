import { toDueDate } from '#areas/keywords/index.ts';
import { findProject, type Project } from '#areas/projects/index.ts';
import { listMetricDays, listTags, type DayTotals, type PageFilter } from '#areas/rankings/index.ts';
import { addDays } from '#kernel/days.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import type { WhereFilters } from '../where.ts';

/** What a day of a project, or of a tag of it, came to. */
export interface MetricDay extends Observation {
  readonly totals: DayTotals;
}

export interface MetricSubject extends Subject {
  /** The first day of which the share of voice is weighed as it is now; undefined: it always was. */
  readonly weighedSince?: string | undefined;
}

/** With the longest span that days are compared over. */
const LOOK_BACK_DAYS = 60;

/** The daily totals of a project, or of its keywords with the tag of the rule. */
export const metricDays: Source<MetricSubject, MetricDay> = {
  name: 'metric_days',
  lookBackDays: LOOK_BACK_DAYS,
  read: readMetricDays,
};

async function* readMetricDays(ctx: AlertContext, { projectId, from, to, condition }: SourceQuestion) {
  const project = projectId === null ? undefined : await findProject(ctx.postgres, projectId);
  if (project === undefined) return;
  const where = condition.where as WhereFilters;
  const subject = await toSubject(ctx, project, where.tag);
  const days = await listMetricDays(ctx, {
    projectId: project.id,
    scale: project.positionScale,
    curve: project.voiceCurve,
    from: addDays(from, -LOOK_BACK_DAYS),
    to,
    tagId: where.tag,
    device: where.device,
    locationCode: where.location_code,
    ...({ engine: where.engine, channel: where.channel } as Pick<PageFilter, 'engine' | 'channel'>),
  });
  yield { subject, observations: days.map((totals) => ({ day: totals.day, at: endOf(totals.day), totals })) };
}

async function toSubject(
  { postgres }: AlertContext,
  { id, name, voiceChangedAt, timeZone }: Project,
  tagId: string | undefined,
): Promise<MetricSubject> {
  const weighedSince = voiceChangedAt === null ? undefined : toDueDate(voiceChangedAt, timeZone);
  if (tagId === undefined) return { key: `project:${id}`, label: name, weighedSince };
  const { tags } = await listTags(postgres, id);
  return { key: `tag:${tagId}`, label: tags.find((tag) => tag.id === tagId)?.name ?? tagId, tags: [tagId], weighedSince };
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}
