import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import { toLine } from '#kernel/text.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { getSample, type SampleContext } from '../reading/get-sample.ts';
import { keepReadings } from '../reading/keep-readings.ts';
import { makeAnswerReader } from '../reading/read-answer.ts';
import { correctionList, deleteCorrection, findCorrection, upsertCorrection, type AnswerCorrection } from '../store/corrections.ts';
import { bumpBrands } from '../store/plans.ts';

export const SENTENCE_LENGTH_MAX = 500;

export type CorrectionContext = SampleContext & Pick<RequestContext, 'clock' | 'workflows' | 'outbox'>;

export interface CorrectionInput {
  readonly sampleId: string;
  readonly brandId: string;
  /** Whether the brand is meant. */
  readonly isMention: boolean;
}

export interface Corrected {
  readonly correction: AnswerCorrection;
  /** Reads the other kept answers again. */
  readonly workflowId: string;
}

/**
 * Says whether a brand is meant in an answer. It decides that answer at once, and the same case in kept answers and in those to come. Saying
 * it again replaces it.
 * @throws AppError `Answer not found`, 400 for a brand that is not written in it, 409 when its text is not kept or the project is archived
 */
export async function correctMention(ctx: CorrectionContext, { sampleId, brandId, isMention }: CorrectionInput): Promise<Corrected> {
  const { sample, prompt, answer, mentions } = await getSample(ctx, sampleId);
  const { projectId } = sample;
  assertNotArchived(await getProject(ctx, projectId));
  if (answer === undefined || sample.status !== 'answered')
    throw conflict('There is no text', 'Only an answer whose text is kept can be corrected.');
  const mention = mentions.find((one) => one.brandId === brandId);
  if (mention === undefined) throw invalid([{ path: 'brand_id', message: 'is not written in this answer' }]);
  const { from, to } = mention.sentence;
  const sentence = toLine((answer.markdown ?? '').slice(from, to), SENTENCE_LENGTH_MAX);
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    const { caseKey } = mention;
    const id = newId('acr_');
    const correction = await upsertCorrection(tx, { id, projectId, sampleId, brandId, isMention, caseKey, sentence, createdAt: now });
    const workflowId = await startRematch(ctx, tx, projectId);
    const read = await makeAnswerReader({ postgres: tx }, [projectId]);
    await keepReadings(ctx, tx, [read({ ...sample, text: prompt }, answer)]);
    return { correction, workflowId };
  });
}

/** Newest first. @throws AppError `Project not found` */
export async function listCorrections(ctx: CorrectionContext, projectId: string, page: Page) {
  await getProject(ctx, projectId);
  return await correctionList.read(ctx.postgres, { projectId }, page);
}

/** Takes back what was said: kept answers are read again without it. @throws AppError `Correction not found`, also for another's; 409 when archived */
export async function removeCorrection(ctx: CorrectionContext, id: string): Promise<string> {
  const correction = await findCorrection(ctx.postgres, id);
  if (correction === undefined) throw notFound('Correction');
  const project = await getProject(ctx, correction.projectId).catch(() => {
    throw notFound('Correction');
  });
  assertNotArchived(project);
  return await ctx.postgres.transaction(async (tx) => {
    await deleteCorrection(tx, id);
    return await startRematch(ctx, tx, correction.projectId);
  });
}

async function startRematch(ctx: CorrectionContext, tx: Transaction, projectId: string): Promise<string> {
  const version = await bumpBrands(tx, projectId, ctx.clock.now());
  return await ctx.workflows.enqueue(tx, 'answers-rematch', { project_id: projectId, brands_version: version });
}
