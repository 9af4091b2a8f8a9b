import { loadKeywordTools } from '#areas/classification/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { AssistantAnswer } from '#providers/search-data/index.ts';
import { toAnswerKey } from '../asking/store-answers.ts';
import { makeDetector, type Mention } from '../detection/detect-mentions.ts';
import { readLearned } from '../corrections/read-learned.ts';
import { listBrands } from '../store/brands.ts';
import { findPrompt } from '../store/prompts.ts';
import { findSample, sampleList, type AnswerSample, type SampleFilter } from '../store/samples.ts';
import { toReadAnswer } from './read-answer.ts';

export type SampleContext = ProjectReader & Pick<RequestContext, 'postgres' | 'blobs' | 'searchData'>;

/** One answer with what stands in it, by the brands of now. */
export interface ShownSample {
  readonly sample: AnswerSample;
  readonly prompt: string;
  /** Undefined: none came, or it is not kept any more. */
  readonly answer: AssistantAnswer | undefined;
  readonly mentions: readonly Mention[];
}

/** Newest first. @throws AppError `Project not found` */
export async function listSamples(ctx: SampleContext, filter: SampleFilter, page: Page): Promise<{ rows: AnswerSample[]; total: number }> {
  await getProject(ctx, filter.projectId);
  return await sampleList.read(ctx.postgres, filter, page);
}

/** @throws AppError `Answer not found`, also for another's */
export async function getSample(ctx: SampleContext, sampleId: string): Promise<ShownSample> {
  const { sample, body } = await readSample(ctx, sampleId);
  const prompt = await findPrompt(ctx.postgres, sample.promptId);
  if (prompt === undefined) throw notFound('Answer');
  if (body === undefined) return { sample, prompt: prompt.text, answer: undefined, mentions: [] };
  const { text } = prompt;
  const { answer } = await ctx.searchData.readAssistantAnswer(body, sample.surface);
  const { foldText } = await loadKeywordTools();
  const brands = await listBrands(ctx.postgres, sample.projectId);
  const learned = await readLearned(ctx.postgres, sample.projectId);
  const detect = makeDetector(brands, foldText, learned);
  const mentions = sample.status === 'answered' ? detect(toReadAnswer({ sampleId, prompt: text }, answer)) : [];
  return { sample, prompt: text, answer, mentions };
}

/** The answer as it was received. @throws AppError `Answer not found`, also when it is not kept any more */
export async function getRawAnswer(ctx: SampleContext, sampleId: string): Promise<{ readonly body: Buffer; readonly sha256: string }> {
  const { sample, body } = await readSample(ctx, sampleId);
  if (body === undefined || sample.answerHash === null) throw notFound('Answer');
  return { body, sha256: sample.answerHash };
}

async function readSample(ctx: SampleContext, sampleId: string): Promise<{ sample: AnswerSample; body: Buffer | undefined }> {
  const sample = await findSample(ctx.postgres, sampleId);
  if (sample === undefined) throw notFound('Answer');
  await getProject(ctx, sample.projectId).catch(() => {
    throw notFound('Answer');
  });
  const isKept = sample.taskId !== null && sample.keptUntil !== null;
  return { sample, body: isKept ? await ctx.blobs.find(toAnswerKey(sample.taskId)) : undefined };
}
