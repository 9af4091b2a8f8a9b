import { z } from 'zod';
import type { ClassifiedText, TextAnswer } from '../engine/classify-text.ts';

const Verdict = z.object({
  label: z.string(),
  confidence: z.number(),
  second_best: z.object({ label: z.string(), confidence: z.number() }).nullable(),
  stage: z.string(),
  evidence: z.array(z.string()),
});

const Free = z.object({
  classification: z.record(z.string(), z.string()).meta({ description: 'Label by dimension' }),
  verdicts: z.record(z.string(), Verdict),
  confidence: z.number(),
  needs_review: z.boolean(),
  stages_run: z.array(z.string()),
});

export const RulesResponse = z.object({
  success: z.boolean(),
  count: z.int(),
  results: z.array(Free.extend({ url: z.string(), domain: z.string(), domain_classification: Free })),
});

type FreeBody = z.input<typeof Free>;

export function toRulesBody(answers: readonly TextAnswer[]): z.input<typeof RulesResponse> {
  const results = answers.flatMap((answer) => ('error' in answer || answer.domain === undefined ? [] : [toResult(answer, answer.domain)]));
  return { success: true, count: results.length, results };
}

function toResult(answer: ClassifiedText, domain: NonNullable<ClassifiedText['domain']>) {
  const host = new URL(answer.subject).hostname;
  return { url: answer.subject, domain: host, ...toFreeBody(answer), domain_classification: toFreeBody(domain) };
}

function toFreeBody({ classification, verdicts, confidence, needs_review, stages_run }: NonNullable<ClassifiedText['domain']>): FreeBody {
  const shown: [string, z.input<typeof Verdict>][] = Object.entries(verdicts).map(([dimension, verdict]) => [
    dimension,
    { ...verdict, evidence: [...verdict.evidence] },
  ]);
  return { classification, verdicts: Object.fromEntries(shown), confidence, needs_review, stages_run: [...stages_run] };
}
