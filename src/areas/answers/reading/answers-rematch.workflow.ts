import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toAnswerKey } from '../asking/store-answers.ts';
import { answersQueue } from '../queues.ts';
import { findPlan } from '../store/plans.ts';
import { listKept } from '../store/samples.ts';
import { keepReadings } from './keep-readings.ts';
import { makeAnswerReader, type AnswerReading } from './read-answer.ts';

declare module '#context' {
  interface WorkflowTypes {
    'answers-rematch': WorkflowType<z.input<typeof RematchInput>, { readonly read: number; readonly gone: number }>;
  }
}

const RematchInput = z.object({ project_id: z.string(), brands_version: z.int() });
const PART_SIZE = 200;

/** Reads the kept answers of a project again, by its brands of now. It asks nothing and costs nothing. */
export const answersRematch = defineWorkflow({
  name: 'answers-rematch',
  summary: 'Reads kept answers of assistants again, by the brands of now',
  input: RematchInput,
  queue: answersQueue,
  idOf: ({ project_id: projectId, brands_version: version }) => `answers-rematch-${projectId}-${version}`,
  run: async (ctx, input): Promise<{ read: number; gone: number }> => {
    let [read, gone, after] = [0, 0, ''];
    for (let part = 1; ; part += 1) {
      const done = await ctx.step(`part ${part}`, () => readPart(ctx, input, after));
      read += done.read;
      gone += done.gone;
      if (done.last === null) break;
      after = done.last;
    }
    return { read, gone };
  },
});

interface ReadPart {
  readonly read: number;
  /** Answers that are not kept any more: their reading stays as it is. */
  readonly gone: number;
  /** Null: it was the last part, or the brands have changed since. */
  readonly last: string | null;
}

async function readPart(
  ctx: WorkflowContext,
  { project_id: projectId, brands_version: version }: z.output<typeof RematchInput>,
  after: string,
): Promise<ReadPart> {
  const plan = await findPlan(ctx.postgres, projectId);
  if (plan !== undefined && plan.brandsVersion > version) return { read: 0, gone: 0, last: null };
  const samples = await listKept(ctx.postgres, projectId, after, PART_SIZE);
  const read = await makeAnswerReader(ctx, [projectId]);
  const readings: AnswerReading[] = [];
  let gone = 0;
  for (const { taskId, status, ...sample } of samples) {
    const body = taskId === null ? undefined : await ctx.blobs.find(toAnswerKey(taskId));
    if (body === undefined) {
      gone += 1;
      continue;
    }
    const { answer } = await ctx.searchData.readAssistantAnswer(body, sample.surface);
    readings.push(read({ ...sample, status }, answer));
  }
  await ctx.postgres.transaction((tx) => keepReadings(ctx, tx, readings));
  return { read: readings.length, gone, last: samples.length < PART_SIZE ? null : (samples.at(-1)?.id ?? null) };
}
