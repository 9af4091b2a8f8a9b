import { z } from 'zod';
import type { BodyForms } from '#http/endpoint.ts';
import { booleanParam, dayParam, idField, limitField, listField, listParam, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ANNOTATION_KINDS, ANNOTATION_SCOPES, type Annotation, type AnnotationScope } from '../annotations/annotation.ts';
import type { AnnotationChanges } from '../annotations/change-annotation.ts';
import type { NewAnnotation, Subject } from '../annotations/create-annotation.ts';
import type { AnnotationQuestion } from '../annotations/get-annotation.ts';

const LIMIT_DEFAULT = 200;
const LIMIT_MAX = 1_000;
const TEXT_LENGTH_MAX = 500;
const TAGS_MAX = 20;
const TAG_LENGTH_MAX = 40;
const FIRST_DAY = '1970-01-01';

const Day = z.iso.date().refine((day) => day >= FIRST_DAY, `must be ${FIRST_DAY} or later`);
const StartsOn = Day.meta({ description: "A day, in the project's own time zone." });
const EndsOn = Day.nullish().meta({ description: 'The last day of a range; left out for a single day.' });
const Text = z.string().trim().min(1).max(TEXT_LENGTH_MAX);
const Tags = listField(nameField(TAG_LENGTH_MAX), { max: TAGS_MAX });
const ShowOnShares = z.boolean().meta({ description: 'Links for readers without an account show it, if they show annotations.' });

const Said = z.object({
  date: StartsOn,
  end_date: EndsOn,
  text: Text,
  kind: z.enum(ANNOTATION_KINDS).default('other'),
  tags: Tags.default([]),
  show_on_shares: ShowOnShares.default(false),
});

/** The form is chosen by its scope, so each documents its own; a message for an unknown one names them all. */
function scopeField(scope: AnnotationScope) {
  return z.enum(ANNOTATION_SCOPES).meta({ enum: [scope] });
}

const InstanceForm = Said.extend({ scope: scopeField('instance') }).transform((body) => toNewAnnotation(body, { scope: 'instance' }));
const ProjectForm = Said.extend({ scope: scopeField('project'), project_id: idField() }).transform((body) =>
  toNewAnnotation(body, { scope: 'project', projectId: body.project_id }),
);
const AssetForm = Said.extend({ scope: scopeField('asset'), asset_id: idField() }).transform((body) =>
  toNewAnnotation(body, { scope: 'asset', assetId: body.asset_id }),
);
const KeywordForm = Said.extend({ scope: scopeField('keyword'), project_id: idField(), keyword_id: idField() }).transform((body) =>
  toNewAnnotation(body, { scope: 'keyword', projectId: body.project_id, keywordId: body.keyword_id }),
);

export const CreateAnnotationBody = {
  forms: {
    annotation_project: endsAfterStart(ProjectForm),
    annotation_asset: endsAfterStart(AssetForm),
    annotation_keyword: endsAfterStart(KeywordForm),
    annotation_instance: endsAfterStart(InstanceForm),
  },
  choose: (raw: unknown) => {
    const { scope } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    return `annotation_${ANNOTATION_SCOPES.find((known) => known === scope) ?? 'project'}` as const;
  },
} satisfies BodyForms;

function endsAfterStart<Schema extends z.ZodType<NewAnnotation>>(schema: Schema) {
  return schema.refine(({ startsOn, endsOn }) => endsOn === null || endsOn > startsOn, {
    path: ['end_date'],
    message: 'must be after date',
  });
}

export const UpdateAnnotationBody = z.object({
  date: StartsOn.optional(),
  end_date: EndsOn,
  text: Text.optional(),
  kind: z.enum(ANNOTATION_KINDS).optional(),
  tags: Tags.optional(),
  show_on_shares: ShowOnShares.optional(),
});

export const AnnotationParams = z.object({ annotation_id: idField() });
export const ListAnnotationsQuery = z.object({
  project_id: idField().optional().meta({ description: 'Of the project and of the whole service; left out: of all projects.' }),
  scope: listParam(z.enum(ANNOTATION_SCOPES), ANNOTATION_SCOPES.length).optional(),
  kind: listParam(z.enum(ANNOTATION_KINDS), ANNOTATION_KINDS.length).optional(),
  asset_id: idField().optional().meta({ description: 'Leaves out what is about other assets.' }),
  keyword_id: idField().optional().meta({ description: 'Leaves out what is about other keywords.' }),
  tag: nameField(TAG_LENGTH_MAX).optional(),
  from: dayParam().optional(),
  to: dayParam().optional(),
  show_on_shares: booleanParam().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const AnnotationBody = z
  .object({
    id: z.string(),
    scope: z.enum(ANNOTATION_SCOPES),
    project_id: z.string().nullable(),
    asset_id: z.string().nullable(),
    keyword_id: z.string().nullable(),
    date: z.string(),
    end_date: z.string().nullable(),
    text: z.string(),
    kind: z.enum(ANNOTATION_KINDS),
    tags: z.array(z.string()),
    show_on_shares: z.boolean(),
    author: z
      .string()
      .meta({ description: 'Who wrote it: a person, a key, or the subject of a token. `release`: it came with the service.' }),
    source: z
      .string()
      .nullable()
      .meta({ description: 'Where what it says is published. Null: a caller wrote it. One with a source cannot be changed.' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Annotation' });

export const AnnotationResponse = z.object({ success: z.boolean(), annotation: AnnotationBody });
export const AnnotationListResponse = z.object({ success: z.boolean(), annotations: z.array(AnnotationBody), ...ListFields });
export const DeleteAnnotationResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toAnnotationQuestion(query: z.output<typeof ListAnnotationsQuery>): AnnotationQuestion {
  return {
    projectId: query.project_id,
    scopes: query.scope,
    kinds: query.kind,
    assetId: query.asset_id,
    keywordId: query.keyword_id,
    tag: query.tag,
    from: query.from,
    to: query.to,
    onShares: query.show_on_shares,
  };
}

function toNewAnnotation(body: z.output<typeof Said>, subject: Subject): NewAnnotation {
  const { date: startsOn, end_date: endsOn, text, kind, tags, show_on_shares: showOnShares } = body;
  return { subject, startsOn, endsOn: endsOn ?? null, text, kind, tags: [...new Set(tags)], showOnShares };
}

export function toAnnotationChanges(body: z.output<typeof UpdateAnnotationBody>): AnnotationChanges {
  const { date: startsOn, end_date: endsOn, show_on_shares: showOnShares, tags, ...same } = body;
  const changes = { ...same, startsOn, endsOn, showOnShares, tags: tags && [...new Set(tags)] };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export function toAnnotationBody({ startsOn, endsOn, ...annotation }: Annotation): z.input<typeof AnnotationBody> {
  return toBody(AnnotationBody, { ...annotation, date: startsOn, endDate: endsOn });
}
