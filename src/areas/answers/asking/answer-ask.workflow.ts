import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { isAskedSurface } from '#providers/search-data/index.ts';
import { deleteAsks, fetchAnswers, findKeptAnswers } from '#purchases/index.ts';
import { answersQueue } from '../queues.ts';
import { listAsked } from '../store/samples.ts';
import { assistantAnswers, type QueuedPrompt } from './answers-question.ts';
import { askModel, toModelId, type ModelPrompt } from './ask-models.ts';
import { storeAnswers, type SharedAnswer } from './store-answers.ts';

declare module '#context' {
  interface WorkflowTypes {
    'answer-ask': WorkflowType<z.input<typeof AskInput>, Ended>;
  }
}

const AskInput = z.object({ project_ids: z.array(z.string()) });

/** Answers that are read and stored in one step. */
const PART_SIZE = 50;
/** Models that one step asks. */
const MODELS_PART_SIZE = 20;

interface Ended {
  readonly answered: number;
  readonly failed: number;
}

/** Asks the samples that are assigned to it, once each, and stores what came. */
export const answerAsk = defineWorkflow({
  name: 'answer-ask',
  summary: 'Asks assistants, and stores what they answered',
  input: AskInput,
  queue: answersQueue,
  run: async (ctx, { project_ids: projectIds }): Promise<Ended> => {
    const answers = await ctx.step('list', () => listAnswers(ctx));
    const models = await askModels(ctx, answers.filter(isOfModel), projectIds);
    const queued = await askQueue(ctx, answers.filter(isOfQueue), projectIds);
    return { answered: models.answered + queued.answered, failed: models.failed + queued.failed };
  },
});

function isOfModel(answer: SharedAnswer): answer is SharedAnswer<ModelPrompt> {
  return isAskedSurface(answer.asked.surface);
}

function isOfQueue(answer: SharedAnswer): answer is SharedAnswer<QueuedPrompt> {
  return !isAskedSurface(answer.asked.surface);
}

/** Through the provider's queue. */
async function askQueue(
  ctx: WorkflowContext,
  answers: readonly SharedAnswer<QueuedPrompt>[],
  projectIds: readonly string[],
): Promise<Ended> {
  const prompts = answers.map(({ asked }) => asked);
  const ends = toGroups(await fetchAnswers(ctx, assistantAnswers, prompts, { key: 'prompts', projectIds }), PART_SIZE);
  const total = { answered: 0, failed: 0 };
  for (const [part, group] of toGroups(answers, PART_SIZE).entries())
    add(
      total,
      await ctx.step(`store ${part + 1}`, async () => {
        const ended = ends[part] ?? [];
        const kept = await findKeptAnswers(ctx, ended);
        return await storeAnswers(ctx, { answers: group, came: ended.map((end, place) => ({ ...end, body: kept[place]?.body })) });
      }),
    );
  return total;
}

/** Live, and stored as they come. What was not paid is tried again with its step. */
async function askModels(
  ctx: WorkflowContext,
  answers: readonly SharedAnswer<ModelPrompt>[],
  projectIds: readonly string[],
): Promise<Ended> {
  const total = { answered: 0, failed: 0 };
  if (answers.length === 0) return total;
  for (const [part, group] of toGroups(answers, MODELS_PART_SIZE).entries())
    add(
      total,
      await ctx.step(`models ${part + 1}`, async ({ signal, isLastTry }) => {
        const asked = await Promise.allSettled(
          group.map(({ asked: prompt }, place) =>
            askModel(ctx, prompt, { projectIds, at: part * MODELS_PART_SIZE + place, signal, isLastTry }),
          ),
        );
        const failed = asked.find((one) => one.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
        const came = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        return await storeAnswers(ctx, { answers: group, came });
      }),
    );
  // Only now: a step that is repeated finds its answers.
  await ctx.step('forget models', () => forgetModels(ctx, answers.length));
  return total;
}

async function forgetModels({ postgres, workflowId }: WorkflowContext, count: number): Promise<void> {
  await deleteAsks(postgres, workflowId, Array.from({ length: count }, (_one, at) => toModelId(workflowId, at)).toSorted());
}

function add(total: { answered: number; failed: number }, { answered, failed }: Ended): void {
  total.answered += answered;
  total.failed += failed;
}

async function listAnswers({ postgres, workflowId }: WorkflowContext): Promise<SharedAnswer[]> {
  const samples = await listAsked(postgres, workflowId);
  const shared = Map.groupBy(samples, (one) =>
    // What a person asks several times at once is several answers.
    [one.textHash, one.surface, one.locationCode, one.languageCode, one.period, one.slot, one.isPlanned ? '' : one.id].join(' '),
  );
  return [...shared.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { surface, text: prompt, locationCode, languageCode } = first;
    return [{ asked: { surface, prompt, locationCode, languageCode }, sampleIds: group.map(({ id }) => id) }];
  });
}
