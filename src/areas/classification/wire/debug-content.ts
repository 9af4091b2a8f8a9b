import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { urlField } from '#areas/domains/index.ts';
import { PAGE_WAYS } from '#providers/search-data/index.ts';
import type { ContentDebug } from '../content/debug-content.ts';
import type { UnseenOutcome } from '../content/page-look.ts';
import type { Judgement } from '../engine/judgement.ts';

export const DebugContentBody = z.object({
  url: urlField().min(1),
  depth: z
    .enum(['head', 'full'])
    .optional()
    .meta({ description: '`head`: with little noise, the beginning of the page. `full`, unless given: all of it.' }),
  dry_run: dryRunField(),
});

const CandidateBody = z.object({ label: z.string(), confidence: z.number() });
const JudgementBody = CandidateBody.extend({
  dimension: z.string(),
  second_best: CandidateBody.nullable(),
  evidence: z.array(z.string()),
});
const UNSEEN = ['unavailable', 'busy', 'refused_by_robots', 'no_page', 'not_allowed'] as const satisfies readonly UnseenOutcome[];

const SignalsBody = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  h1: z.string().nullable(),
  site_name: z.string().nullable(),
  lang: z.string().nullable().meta({ description: 'The language that the page names.' }),
  language: z.string().nullable().meta({ description: 'The language of its text, ISO 639-1; null when that is not sure.' }),
  og_type: z.string().nullable(),
  generator: z.string().nullable(),
  schema_types: z.array(z.string()),
  body_classes: z.array(z.string()),
  products: z.array(z.string()).meta({ description: 'What the page shows to be made with.' }),
  phrases: z.record(z.string(), z.string()).meta({ description: 'Kinds of key phrases, each with its first finding.' }),
  counts: z.record(z.string(), z.int()),
  text: z.string().meta({ description: 'The beginning of the main text.' }),
  text_from: z.enum(['article', 'page']),
});

export const DebugContentResponse = z.object({
  success: z.boolean(),
  url: z.string(),
  depth: z.enum(['head', 'full']),
  outcome: z.enum(['seen', ...UNSEEN]),
  summary: z.string().meta({ description: 'What was read, or why nothing was.' }),
  final_url: z.string().nullable(),
  redirects: z.array(z.string()),
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  charset: z.string().nullable(),
  is_cut: z.boolean(),
  is_cached: z.boolean(),
  read_by: z
    .enum(['self', ...PAGE_WAYS])
    .nullable()
    .meta({ description: "`self`: this service; else how the provider's page service read it." }),
  fetched_at: z.string().nullable(),
  signals: SignalsBody.nullable(),
  placeholder: z.object({ kind: z.string(), confidence: z.number(), evidence: z.array(z.string()) }).nullable(),
  judgements: z.object({ domain: z.array(JudgementBody), page: z.array(JudgementBody) }),
});

export function toDebugContentBody({ look, summary, placeholder, domain, page }: ContentDebug): z.input<typeof DebugContentResponse> {
  const { url, depth, outcome, contentType } = look;
  const seen = look.outcome === 'seen' ? look : undefined;
  return {
    success: true,
    url,
    depth,
    outcome,
    summary,
    final_url: seen?.finalUrl ?? null,
    redirects: [...(seen?.redirects ?? [])],
    status: seen?.status ?? null,
    content_type: contentType,
    charset: seen?.charset ?? null,
    is_cut: seen?.isCut ?? false,
    is_cached: seen?.isCached ?? false,
    read_by: seen?.readBy ?? null,
    fetched_at: seen?.fetchedAt ?? null,
    signals: seen === undefined ? null : toSignalsBody(seen.signals),
    placeholder: placeholder === undefined ? null : { ...placeholder, evidence: [...placeholder.evidence] },
    judgements: { domain: domain.map(toJudgementBody), page: page.map(toJudgementBody) },
  };
}

function toSignalsBody(signals: Extract<ContentDebug['look'], { readonly outcome: 'seen' }>['signals']): z.input<typeof SignalsBody> {
  const { title, description, h1, siteName, lang, language, ogType, generator, phrases, counts, text, textFrom } = signals;
  return {
    title,
    description,
    h1,
    site_name: siteName,
    lang,
    language,
    og_type: ogType,
    generator,
    schema_types: [...signals.schemaTypes],
    body_classes: [...signals.bodyClasses],
    products: [...signals.products],
    phrases: { ...phrases },
    counts: { ...counts },
    text,
    text_from: textFrom,
  };
}

function toJudgementBody({ dimension, label, confidence, secondBest, evidence }: Judgement): z.input<typeof JudgementBody> {
  return { dimension, label, confidence, second_best: secondBest ?? null, evidence: [...evidence] };
}
