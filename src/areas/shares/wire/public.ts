import { z } from 'zod';
import { ANNOTATION_KINDS, EngineUpdateBody, toEngineUpdateBody, type Annotation } from '#areas/views/index.ts';
import { dayParam, idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { SharedData } from '../opened/get-shared-data.ts';
import type { AllowedDays } from '../opened/shown-span.ts';
import { SECTIONS, type SectionName } from '../sections/index.ts';
import { SHARE_COMPARES, SHARE_RANGES, type Share } from '../share.ts';
import { SECTION_NAMES } from './shares.ts';

const SECRET_LENGTH_MAX = 512;

export const TokenParams = z.object({ token: idField() });
export const UnlockBody = z.object({ password: z.string().min(1).max(SECRET_LENGTH_MAX) });
export const SharedDataQuery = z.object({
  section: z.enum(SECTION_NAMES),
  from: dayParam().optional().meta({ description: 'A day that the share allows; else its own.' }),
  to: dayParam().optional(),
});

const SpanBody = z.object({ from: z.string(), to: z.string() });

/** Nothing is said of a share whose password is to be given but that. */
const Info = z.object({
  name: z.string(),
  sections: z.array(z.enum(SECTION_NAMES)),
  range: z.enum(SHARE_RANGES),
  earliest: z.string().nullable().meta({ description: 'The first day that may be asked for; null: as early as there is something.' }),
  latest: z.string().meta({ description: 'The last one.' }),
  shown: SpanBody.meta({ description: 'What is shown unless other days are asked for.' }),
  compare: z.enum(SHARE_COMPARES),
  time_zone: z.string(),
  allow_csv: z.boolean(),
  show_annotations: z.boolean(),
});

export const PublicShareResponse = z.object({
  success: z.boolean(),
  needs_password: z.boolean(),
  share: Info.nullable().meta({ description: 'Null while the password is to be given.' }),
});

const SharedAnnotation = z
  .object({
    date: z.string(),
    end_date: z.string().nullable(),
    text: z.string(),
    kind: z.enum(ANNOTATION_KINDS),
    tags: z.array(z.string()),
  })
  .meta({ id: 'SharedAnnotation' });

const Common = z.object({
  success: z.boolean(),
  from: z.string(),
  to: z.string(),
  compared: SpanBody.nullable().meta({ description: 'The days to compare with.' }),
  compared_is_first_known: z.boolean().meta({
    description:
      'Nothing is known of the days that the share would compare with: `compared` is the first day of which something is, and changes are since then.',
  }),
  annotations: z.array(SharedAnnotation),
  engine_updates: z.array(EngineUpdateBody).meta({
    description: 'What the search engine announced for these days; empty unless the share shows annotations.',
  }),
});

/** One form for each section, known by its name. */
export const SharedDataResponse = z.union(
  SECTIONS.map(({ name, schema }) => Common.extend({ section: z.literal(name), ...schema.shape }).meta({ id: `Shared_${name}` })),
);

export function toPublicShareBody(
  share: Share,
  { allowed, timeZone }: { allowed: AllowedDays; timeZone: string },
): z.input<typeof PublicShareResponse> {
  const { sections, ...rest } = share;
  const info = toBody(Info, { ...rest, ...allowed, timeZone, sections: sections as SectionName[] });
  return { success: true, needs_password: false, share: info };
}

export const LOCKED_SHARE: z.input<typeof PublicShareResponse> = { success: true, needs_password: true, share: null };

export function toSharedDataBody({ section, span, compared, annotations, updates, body }: SharedData): z.input<typeof SharedDataResponse> {
  const shown = {
    success: true,
    section: section.name,
    ...span,
    compared: compared && { from: compared.from, to: compared.to },
    compared_is_first_known: compared?.isFirstKnown ?? false,
    annotations: annotations.map(toAnnotationBody),
    engine_updates: updates.map(toEngineUpdateBody),
    ...body,
  };
  // Which of the forms it is follows from the section, whose own schema the body has.
  return shown as unknown as z.input<typeof SharedDataResponse>;
}

function toAnnotationBody({ startsOn, endsOn, text, kind, tags }: Annotation): z.input<typeof SharedAnnotation> {
  return { date: startsOn, end_date: endsOn, text, kind, tags: [...tags] };
}
