import { z } from 'zod';
import { SCALE_FIELDS, toVoiceColumn, VOICE_COLUMN } from '#areas/projects/index.ts';
import { DAY_COUNTS, MoveCountsBody, toDayCounts, type DayTotals } from '#areas/rankings/index.ts';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { SPARK_DAYS, type ProjectGlance, type ProjectsGlance } from '../list-projects.ts';

const PROJECTS_MAX = 1_000;
const STATUSES = ['active', 'paused', 'archived'] as const;

export const OverviewQuery = z.object({
  organization_id: idField().optional(),
  status: z.enum(STATUSES).optional().meta({ description: 'All but archived ones unless given.' }),
  limit: limitField(PROJECTS_MAX, PROJECTS_MAX),
  offset: offsetField(),
});

const ProjectGlanceBody = z
  .object({
    id: z.string(),
    name: z.string(),
    organization_id: z.string(),
    status: z.enum(STATUSES),
    time_zone: z.string(),
    ...SCALE_FIELDS,
    tracked_keywords: z.int().meta({ description: 'One for each keyword, engine and channel.' }),
    pending_checks: z.int().meta({ description: 'Of them, those without a check.' }),
    failed_checks: z.int().meta({ description: 'Of them, those whose newest check failed.' }),
    last_check_at: z.string().nullable(),
    next_check_at: z.string().nullable(),
    as_of: z.string().nullable().meta({ description: 'The day of the figures that follow. Null: nothing is known of the last 28 days.' }),
    keywords: DAY_COUNTS.keywords,
    ranked: z.int(),
    top_3: z.int(),
    top_10: z.int(),
    average_position: DAY_COUNTS.average_position,
    share_of_voice: DAY_COUNTS.share_of_voice,
    ...VOICE_COLUMN,
    previous_share_of_voice: z.number().nullable().meta({ description: 'Of the day 28 days before today.' }),
    movers_up: z.int().meta({ description: 'Keywords that were checked on the day and stand better than before.' }),
    movers_down: z.int(),
    movers_new: z.int(),
    movers_lost: z.int(),
    week_moves: MoveCountsBody.nullable().meta({
      description:
        'The best own site of each keyword in organic results, today against `week_before`. Null: not counted, in an answer over more than 100,000 keywords.',
    }),
    month_cost_usd: z.number().meta({ description: 'Paid in the present month (UTC).' }),
    share_of_voice_days: z.array(z.number().nullable()).meta({
      description: `The last ${SPARK_DAYS} days until today, oldest first. Null: not known on this day; never 0 for that reason.`,
    }),
    created_at: z.string(),
  })
  .meta({ id: 'ProjectGlance', description: 'The figures are those of the best own site of each keyword in organic results.' });

export const OverviewResponse = z.object({
  success: z.boolean(),
  from: z.string(),
  to: z.string(),
  week_before: z.string().meta({ description: 'The day that `week_moves` compares with.' }),
  projects: z.array(ProjectGlanceBody),
  ...ListFields,
});

export function toProjectsOverviewBody(
  { from, to, weekBefore, projects, total }: ProjectsGlance,
  page: Page,
): z.input<typeof OverviewResponse> {
  return { success: true, from, to, week_before: weekBefore, projects: projects.map(toGlanceBody), ...toListFields(projects, page, total) };
}

function toGlanceBody(project: ProjectGlance): z.input<typeof ProjectGlanceBody> {
  const now = toDayCounts(project.now);
  return toBody(ProjectGlanceBody, {
    ...project,
    keywords: now.keywords,
    ranked: now.ranked,
    top3: now.top_3,
    top10: now.top_10,
    averagePosition: now.average_position,
    shareOfVoice: now.share_of_voice,
    shareOfVoiceWeighedBy: toVoiceColumn(project).share_of_voice_weighed_by,
    previousShareOfVoice: toShare(project.previous),
    moversUp: now.movers.up,
    moversDown: now.movers.down,
    moversNew: now.movers.new,
    moversLost: now.movers.lost,
    monthCostUsd: project.monthUsd,
    shareOfVoiceDays: project.days.map(toShare),
  });
}

function toShare(day: DayTotals | undefined): number | null {
  return toDayCounts(day).share_of_voice;
}
