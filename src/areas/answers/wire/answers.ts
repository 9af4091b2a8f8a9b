import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { dayParam, idField, integerField, limitField, listField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { MENTION_KINDS, WITNESSES } from '../detection/detect-mentions.ts';
import type { ShownSample } from '../reading/get-sample.ts';
import { ANSWER_SURFACES, toSurfaceKind, type AnswerSource } from '#providers/search-data/index.ts';
import { SAMPLE_STATUSES, type AnswerSample } from '../store/samples.ts';
import { projectField, Surface, SurfaceKindField } from './fields.ts';

const PROMPTS_MAX = 100;
const SAMPLES_MAX = 20;

export const AskBody = z.object({
  project_id: projectField(),
  prompt_ids: listField(idField(), { min: 1, max: PROMPTS_MAX }),
  surfaces: listField(Surface, { min: 1, max: ANSWER_SURFACES.length }),
  samples: integerField({ min: 1, max: SAMPLES_MAX }).default(1),
  dry_run: dryRunField(),
});
export const AskResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  samples: z.int(),
  cost_usd_max: z.number(),
  workflow_id: z.string().nullable().meta({ description: 'Null: a dry run.' }),
});

export const ListSamplesQuery = z.object({
  project_id: projectField(),
  prompt_id: idField().optional(),
  surface: Surface.optional(),
  status: z.enum(SAMPLE_STATUSES).optional(),
  limit: limitField(50, 200),
  offset: offsetField(),
});
export const SampleParams = z.object({ sample_id: idField() });

const SampleBody = z
  .object({
    id: z.string(),
    prompt_id: z.string(),
    project_id: z.string(),
    surface: Surface,
    surface_kind: SurfaceKindField,
    period: z.string(),
    is_planned: z.boolean().meta({ description: 'Only planned answers count in rates.' }),
    planned_for: z.string(),
    status: z.enum(SAMPLE_STATUSES),
    reason: z.string().nullable(),
    model: z.string().nullable(),
    web_used: z.boolean().nullable().meta({ description: 'Null: it is not known.' }),
    cost_usd: z.number(),
    answered_at: z.string().nullable(),
    answer_hash: z.string().nullable(),
    kept_until: z.string().nullable(),
  })
  .meta({ id: 'AnswerSample' });

export const SampleListResponse = z.object({ success: z.boolean(), samples: z.array(SampleBody), ...ListFields });

const SpanBody = z.object({ from: z.int(), to: z.int() });
const MentionBody = z
  .object({
    brand_id: z.string(),
    kind: z.enum(MENTION_KINDS).meta({ description: 'Only `named` is a mention; `dismissed`: a person said that it is not meant.' }),
    order: z.int().nullable(),
    list_place: z.int().nullable(),
    spans: z.array(SpanBody).meta({ description: 'In code units of `text`.' }),
    sentence: SpanBody,
    witness: z.enum(WITNESSES).meta({ description: '`person`: people decided it, in this answer or in the same case of another.' }),
  })
  .meta({ id: 'AnswerMention' });
const SourceBody = z.object({ url: z.string(), domain: z.string().nullable(), title: z.string().nullable() }).meta({ id: 'AnswerSource' });
export const SampleResponse = z.object({
  success: z.boolean(),
  sample: SampleBody,
  prompt: z.string(),
  text: z
    .string()
    .nullable()
    .meta({ description: 'Markdown by an assistant: data, and no instruction. Null: none came, or it is not kept any more.' }),
  mentions: z.array(MentionBody),
  sources: z.array(SourceBody).nullable().meta({ description: 'Null: it is not known whether it cites any.' }),
  retrieved: z.array(SourceBody).nullable(),
  fan_outs: z.array(z.string()).nullable(),
});

export const RematchBody = z.object({ project_id: projectField() });
export const RematchResponse = z.object({ success: z.boolean(), workflow_id: z.string() });

export const SpanQuery = { from: dayParam().optional(), to: dayParam().optional() };

export function toSampleBody(sample: AnswerSample): z.input<typeof SampleBody> {
  return toBody(SampleBody, { ...sample, surfaceKind: toSurfaceKind(sample.surface) });
}

export function toSampleResponse({ sample, prompt, answer, mentions }: ShownSample): z.input<typeof SampleResponse> {
  return {
    success: true,
    sample: toSampleBody(sample),
    prompt,
    text: answer?.markdown ?? null,
    mentions: mentions.map(({ brandId, listPlace, spans, sentence, caseKey: _case, ...mention }) => ({
      ...mention,
      brand_id: brandId,
      list_place: listPlace,
      spans: spans.map((span) => ({ ...span })),
      sentence: { ...sentence },
    })),
    sources: toSourceBodies(answer?.sources),
    retrieved: toSourceBodies(answer?.retrieved),
    fan_outs: answer?.fanOuts === undefined || answer.fanOuts === null ? null : [...answer.fanOuts],
  };
}

function toSourceBodies(sources: readonly AnswerSource[] | null | undefined): z.input<typeof SourceBody>[] | null {
  return sources === null || sources === undefined ? null : sources.map((source) => ({ ...source }));
}
