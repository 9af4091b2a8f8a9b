import { z } from 'zod';
import type { Caller } from '#http/caller.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { descriptionField, idField, integerField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { CreateProjectInput } from '../create-project.ts';
import { isLanguageCode, isLocationCode } from '../markets.ts';
import { POSITION_SCALES, PROJECT_STATUSES, type Project, type ProjectStats } from '../project.ts';
import type { UpdateProjectInput } from '../update-project.ts';
import { timeZoneField } from './time-zone.ts';
import { toVoiceBody, VOICE_FIELDS } from './voice.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

/** A location of the provider; 2840 is the United States. */
export function locationCodeField() {
  return integerField({ min: 1 }).refine(isLocationCode, 'must be a location code of the provider');
}

/** A language of the provider, such as `en` or `zh-CN`. */
export function languageCodeField() {
  return z.string().refine(isLanguageCode, 'must be a language code of the provider');
}

const Settings = z
  .object({
    default_location_code: locationCodeField().nullish(),
    default_language_code: languageCodeField().nullish(),
    position_scale: z
      .enum(POSITION_SCALES)
      .nullish()
      .meta({
        description:
          'What sums, bands, moves, grids, filters and shares count places among: the results of the channel (`organic`, unless given), ' +
          'or everything on the page (`page`). Changing it holds for the past too.',
      }),
    paid_positions: z
      .boolean()
      .nullish()
      .meta({
        description:
          'Whether advertisements of the websites, on the result pages that are read anyhow, give positions too, in the channel `paid` ' +
          '(the subscription `serp_paid`). It costs nothing more.',
      }),
    load_ai_overviews: z
      .boolean()
      .nullish()
      .meta({
        description:
          'Whether AI overviews that arrive after their page are waited for, on organic pages of `engine_a`. Each costs as much as a first ' +
          'page, and nothing where there is none; false unless given. Overviews that come with their page are read anyhow.',
      }),
  })
  .meta({ description: 'What keywords take that name no place or language of their own, and how positions are counted.' });

/** Beside everything that is counted in the project's scale of position. */
export const SCALE_FIELDS = {
  position_scale: z.enum(POSITION_SCALES).meta({ description: 'What the places that are added up and compared are counted among.' }),
  position_scale_pending: z
    .enum(POSITION_SCALES)
    .nullable()
    .meta({ description: "The scale that takes over when the project's past is worked out; null: none waits." }),
};

export function toScaleBody({ positionScale, pendingScale }: Pick<Project, 'positionScale' | 'pendingScale'>) {
  return { position_scale: positionScale, position_scale_pending: pendingScale };
}

export const ProjectParams = z.object({ project_id: idField() });

const ProjectFields = z.object({
  name: nameField(),
  description: descriptionField().nullish(),
  settings: Settings.optional(),
  time_zone: timeZoneField().optional(),
});
const FullProjectBody = ProjectFields.extend({ organization_id: nameField() });

/** A body without an organization is the simple form, if it is a form at all: an empty one misses both, unless the key has one. */
export const CreateProjectBody = {
  forms: { full: FullProjectBody, simple: ProjectFields },
  choose: (raw: unknown, { organizationId }: Caller) => {
    const fields = (raw ?? {}) as { organization_id?: unknown; name?: unknown };
    const isComplete = fields.name !== undefined || organizationId !== undefined;
    return fields.organization_id === undefined && isComplete ? 'simple' : 'full';
  },
} satisfies BodyForms;

export const UpdateProjectBody = z.object({
  name: nameField().optional(),
  description: descriptionField().nullish(),
  status: z.enum(PROJECT_STATUSES).optional(),
  settings: Settings.optional().meta({ description: 'Merged key by key; null removes a key.' }),
  time_zone: timeZoneField().optional(),
});

export const ListProjectsQuery = z.object({
  organization_id: nameField().optional(),
  status: z.enum([...PROJECT_STATUSES, 'all']).default('active'),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const ProjectBody = z
  .object({
    id: z.string(),
    project_id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(PROJECT_STATUSES),
    settings: z.object({
      default_location_code: z.int().optional(),
      default_language_code: z.string().optional(),
      position_scale: z.enum(POSITION_SCALES).optional().meta({ description: 'As it was set; `organic` unless it is here.' }),
      paid_positions: z.boolean().optional().meta({ description: 'As it was set; false unless it is here.' }),
      load_ai_overviews: z.boolean().optional().meta({ description: 'As it was set; false unless it is here.' }),
    }),
    ...SCALE_FIELDS,
    ...VOICE_FIELDS,
    time_zone: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Project' });
const Stats = z.object({ total_keywords: z.int(), total_apps: z.int(), total_assets: z.int() });

export const CreateProjectResponse = z.object({
  success: z.boolean(),
  project: ProjectBody,
  project_id: z.string(),
  name: z.string(),
  created_at: z.string(),
});
export const ProjectListResponse = z.object({
  success: z.boolean(),
  projects: z.array(ProjectBody),
  ...ListFields,
});
export const ProjectWithStatsResponse = z.object({ success: z.boolean(), project: ProjectBody.extend({ stats: Stats }) });
export const ProjectResponse = z.object({ success: z.boolean(), project: ProjectBody });
export const ArchiveProjectResponse = ProjectResponse.extend({
  message: z.string(),
  project_id: z.string(),
  status: z.enum(PROJECT_STATUSES),
});

export function toCreateProjectInput(body: z.infer<typeof FullProjectBody> | z.infer<typeof ProjectFields>): CreateProjectInput {
  return {
    name: body.name,
    organizationId: 'organization_id' in body ? body.organization_id : undefined,
    description: body.description ?? null,
    settings: {
      defaultLocationCode: body.settings?.default_location_code ?? undefined,
      defaultLanguageCode: body.settings?.default_language_code ?? undefined,
      positionScale: body.settings?.position_scale ?? undefined,
      hasPaidPositions: body.settings?.paid_positions ?? undefined,
      loadsAiOverviews: body.settings?.load_ai_overviews ?? undefined,
    },
    timeZone: body.time_zone ?? 'UTC',
  };
}

export function toUpdateProjectInput(body: z.infer<typeof UpdateProjectBody>): UpdateProjectInput {
  return {
    name: body.name,
    description: body.description,
    status: body.status,
    settings: body.settings && {
      defaultLocationCode: body.settings.default_location_code,
      defaultLanguageCode: body.settings.default_language_code,
      positionScale: body.settings.position_scale,
      hasPaidPositions: body.settings.paid_positions,
      loadsAiOverviews: body.settings.load_ai_overviews,
    },
    timeZone: body.time_zone,
  };
}

export function toProjectBody(project: Project): z.infer<typeof ProjectBody> {
  return toBody(ProjectBody, {
    ...project,
    projectId: project.id,
    settings: {
      default_location_code: project.settings.defaultLocationCode,
      default_language_code: project.settings.defaultLanguageCode,
      position_scale: project.settings.positionScale,
      paid_positions: project.settings.hasPaidPositions,
      load_ai_overviews: project.settings.loadsAiOverviews,
    },
    positionScalePending: project.pendingScale,
    shareOfVoiceWeighing: toVoiceBody(project).share_of_voice_weighing,
  });
}

export function toStatsBody(stats: ProjectStats): z.infer<typeof Stats> {
  return toBody(Stats, stats);
}
