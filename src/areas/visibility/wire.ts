import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, toVoiceColumn, toWeighing, VOICE_COLUMN, VOICE_FIELDS } from '#areas/projects/index.ts';
import { PLATFORMS } from '#areas/assets/index.ts';
import { toCsv } from '#http/csv.ts';
import { dayParam, idField, inOrder } from '#http/fields.ts';
import type { VisibilityInput } from './get-visibility.ts';
import { SURFACES, type SurfaceDay, type Visibility } from './visibility.ts';

const POSITION_DIGITS = 2;
const SHARE_DIGITS = 6;

export const VisibilityParams = z.object({ project_id: idField() });

export const VisibilityQuery = z
  .object({
    start_date: dayParam().optional().meta({ description: 'The first day; 29 days before `end_date` unless given.' }),
    end_date: dayParam().optional().meta({ description: 'The last day; today unless given. Days to come are left out.' }),
  })
  .refine(...inOrder('start_date', 'end_date'));

const SurfaceBody = z
  .object({
    keywords: z.int().nullable().meta({ description: 'Keywords, or terms of a store search, whose outcome is known on the day.' }),
    checked: z.int().nullable().meta({ description: 'Of them, those with a good check on the day.' }),
    ranked: z.int().nullable(),
    not_ranked: z.int().nullable(),
    failed: z.int().nullable().meta({ description: 'Those whose checks of the day all failed; never counted as not ranked.' }),
    average_position: z.number().nullable().meta({ description: 'Of those that rank.' }),
    share_of_voice: z.number().nullable().meta({ description: 'From 0 to 1. Of a site and of maps null without search volumes.' }),
    rating: z.number().nullable().meta({ description: 'Stars, weighted by the number of ratings. Of a site always null.' }),
    rating_count: z.int().nullable(),
    chart_places: z.int().nullable().meta({ description: 'Places in charts that the apps hold: one app in one chart. Stores only.' }),
    chart_places_lost: z
      .int()
      .nullable()
      .meta({ description: 'Charts that were read and no longer hold an app that stood in them in the 30 days before.' }),
    average_chart_position: z.number().nullable().meta({ description: 'Of the places that are held.' }),
  })
  .meta({ id: 'VisibilitySurface', description: 'Null: not known on this day. Never 0 for that reason.' });

export const VisibilityResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  ...SCALE_FIELDS,
  share_of_voice_weighing: VOICE_FIELDS.share_of_voice_weighing.meta({
    description: 'What the share of voice of `site` is weighed by. That of maps and stores is always weighed by the fixed curve.',
  }),
  apps: z
    .array(z.object({ platform: z.enum(PLATFORMS), storefront: z.string(), app_id: z.string(), name: z.string().nullable() }))
    .meta({ description: 'What counts in `store_a` and `store_b`: the apps that the project tracks, without those of competitors.' }),
  days: z.array(
    z
      .object({ date: z.string(), site: SurfaceBody, maps: SurfaceBody, store_a: SurfaceBody, store_b: SurfaceBody, ...VOICE_COLUMN })
      .meta({ id: 'VisibilityDay' }),
  ),
});

export function toVisibilityInput(projectId: string, query: z.output<typeof VisibilityQuery>): VisibilityInput {
  return { projectId, startDate: query.start_date, endDate: query.end_date };
}

export function toVisibilityBody(projectId: string, { from, to, apps, days, ...scales }: Visibility): z.input<typeof VisibilityResponse> {
  return {
    success: true,
    project_id: projectId,
    start_date: from,
    end_date: to,
    ...toScaleBody(scales),
    ...toVoiceBody(scales),
    apps: apps.map(({ platform, storefront, appId, name }) => ({ platform, storefront, app_id: appId, name })),
    days: days.map(({ day, surfaces: { site, maps, store_a: storeA, store_b: storeB } }) => ({
      date: day,
      site: toSurfaceBody(site),
      maps: toSurfaceBody(maps),
      store_a: toSurfaceBody(storeA),
      store_b: toSurfaceBody(storeB),
      ...toVoiceColumn(scales),
    })),
  };
}

const FIGURES = Object.keys(SurfaceBody.shape) as (keyof z.input<typeof SurfaceBody>)[];

/** A line for each day and surface. */
export function toVisibilityCsv({ days, positionScale, voiceCurve }: Visibility): string {
  return toCsv(
    ['date', 'surface', ...FIGURES, 'position_scale', 'share_of_voice_weighed_by'],
    days.flatMap(({ day, surfaces }) =>
      SURFACES.map((surface) => ({
        date: day,
        surface,
        ...toSurfaceBody(surfaces[surface]),
        position_scale: surface === 'site' || surface === 'maps' ? positionScale : null,
        share_of_voice_weighed_by: surfaces[surface].shareOfVoice === null ? null : toWeighing(surface === 'site' ? voiceCurve : null).name,
      })),
    ),
  );
}

function toSurfaceBody(surface: SurfaceDay): z.input<typeof SurfaceBody> {
  const { keywords, checked, ranked, failed, charts } = surface;
  return {
    keywords,
    checked,
    ranked,
    not_ranked: surface.notRanked,
    failed,
    average_position: round(surface.averagePosition, POSITION_DIGITS),
    share_of_voice: round(surface.shareOfVoice, SHARE_DIGITS),
    rating: round(surface.rating, POSITION_DIGITS),
    rating_count: surface.ratingCount,
    chart_places: charts.ranked,
    chart_places_lost: charts.notRanked,
    average_chart_position: round(charts.averagePosition, POSITION_DIGITS),
  };
}

function round(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}
