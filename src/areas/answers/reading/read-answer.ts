import { loadKeywordTools } from '#areas/classification/index.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { AnswerSource, AssistantAnswer } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { DETECTOR_VERSION, makeDetector, type Mention, type ReadAnswer } from '../detection/detect-mentions.ts';
import { readLearned } from '../corrections/read-learned.ts';
import { listBrands } from '../store/brands.ts';
import { findPlan } from '../store/plans.ts';
import type { AskedSample, SampleStatus } from '../store/samples.ts';

/** What one answer says for one project. */
export interface AnswerReading {
  readonly projectId: string;
  readonly period: string;
  readonly surface: string;
  readonly promptId: string;
  readonly sampleId: string;
  readonly isPlanned: boolean;
  readonly status: SampleStatus;
  readonly model: string;
  readonly webUsed: boolean | null;
  readonly answeredAt: Date | null;
  readonly mentions: readonly Mention[];
  readonly citedDomains: readonly string[];
  readonly citedUrls: readonly string[];
  readonly retrievedDomains: readonly string[];
  readonly fanOuts: readonly string[];
  readonly brandsVersion: number;
  readonly detectorVersion: number;
}

export type ReadSample = Pick<AskedSample, 'id' | 'promptId' | 'projectId' | 'surface' | 'period' | 'isPlanned' | 'text'> & {
  readonly status: SampleStatus;
};

/** Makes what reads answers by the brands of some projects. Without an answer there is nothing to read, and that is kept too. */
export async function makeAnswerReader(ctx: { readonly postgres: Sql }, projectIds: readonly string[]) {
  const { foldText } = await loadKeywordTools();
  const byProject = new Map<string, { readonly detect: ReturnType<typeof makeDetector>; readonly brandsVersion: number }>();
  for (const projectId of projectIds) {
    const plan = await findPlan(ctx.postgres, projectId);
    const brands = await listBrands(ctx.postgres, projectId);
    const learned = await readLearned(ctx.postgres, projectId);
    byProject.set(projectId, { detect: makeDetector(brands, foldText, learned), brandsVersion: plan?.brandsVersion ?? 1 });
  }
  return (sample: ReadSample, answer: AssistantAnswer | undefined): AnswerReading => {
    const { detect, brandsVersion } = byProject.get(sample.projectId) ?? { detect: () => [], brandsVersion: 1 };
    const { id: sampleId, promptId, projectId, surface, period, isPlanned, status } = sample;
    const sources = answer?.sources ?? [];
    const isAnswered = status === 'answered' && answer !== undefined;
    return {
      projectId,
      period,
      surface,
      promptId,
      sampleId,
      isPlanned,
      status,
      model: answer?.model ?? '',
      webUsed: answer?.sources === null || answer === undefined ? null : sources.length > 0,
      answeredAt: answer?.readAt ?? null,
      mentions: isAnswered ? detect(toReadAnswer({ sampleId, prompt: sample.text }, answer)) : [],
      citedDomains: toDomains(sources),
      citedUrls: [...new Set(sources.map(({ url }) => url))],
      retrievedDomains: toDomains(answer?.retrieved ?? []),
      fanOuts: answer?.fanOuts ?? [],
      brandsVersion,
      detectorVersion: DETECTOR_VERSION,
    };
  };
}

/** An answer as the detector reads it. */
export function toReadAnswer(
  { sampleId, prompt }: Pick<ReadAnswer, 'sampleId' | 'prompt'>,
  { markdown, sources, entities }: AssistantAnswer,
): ReadAnswer {
  return {
    sampleId,
    prompt,
    markdown: markdown ?? '',
    citedDomains: new Set(toDomains(sources ?? [])),
    entities: (entities ?? []).map(({ title, hosts }) => ({ title, domains: hosts.map(toRegistrableDomain) })),
  };
}

/** Registrable domains of sources, in their order, each once. */
export function toDomains(sources: readonly Pick<AnswerSource, 'url' | 'domain'>[]): string[] {
  const hosts = sources.flatMap(({ url, domain }) => URL.parse(url)?.hostname ?? domain ?? []);
  return [...new Set(hosts.map((host) => toRegistrableDomain(host.toLowerCase())))];
}
