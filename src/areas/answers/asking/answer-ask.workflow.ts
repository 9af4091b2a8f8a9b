import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { fetchAnswers, findKeptAnswers, withoutTokens, type AnswerEnd } from '#purchases/index.ts';
import { answersQueue } from '../queues.ts';
import { makeAnswerReader, type AnswerReading } from '../reading/read-answer.ts';
import { keepReadings } from '../reading/keep-readings.ts';
import { endSamples, listAsked, type SampleEnd } from '../store/samples.ts';
import { assistantAnswers, toRequest, type AskedPrompt } from './answers-question.ts';

declare module '#context' {
  interface WorkflowTypes {
    'answer-ask': WorkflowType<z.input<typeof AskInput>, { readonly answered: number; readonly failed: number }>;
  }
}

const AskInput = z.object({ project_ids: z.array(z.string()) });

/** Answers that are read and stored in one step. */
const PART_SIZE = 50;

/** Asks the samples that are assigned to it, once each, and stores what came. */
export const answerAsk = defineWorkflow({
  name: 'answer-ask',
  summary: 'Asks assistants, and stores what they answered',
  input: AskInput,
  queue: answersQueue,
  run: async (ctx, { project_ids: projectIds }): Promise<{ answered: number; failed: number }> => {
    const answers = await ctx.step('list', () => listAnswers(ctx));
    const asked = answers.map(({ asked: prompt }) => prompt);
    const ends = await fetchAnswers(ctx, assistantAnswers, asked, { key: 'prompts', projectIds });
    let [answered, failed] = [0, 0];
    for (let at = 0; at < answers.length; at += PART_SIZE) {
      const part = { answers: answers.slice(at, at + PART_SIZE), ends: ends.slice(at, at + PART_SIZE) };
      const stored = await ctx.step(`store ${at / PART_SIZE + 1}`, () => storeAnswers(ctx, part));
      answered += stored.answered;
      failed += stored.failed;
    }
    return { answered, failed };
  },
});

/** An answer, and the samples that it serves. */
interface SharedAnswer {
  readonly asked: AskedPrompt;
  readonly sampleIds: readonly string[];
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

interface Part {
  readonly answers: readonly SharedAnswer[];
  readonly ends: readonly AnswerEnd[];
}

async function storeAnswers(ctx: WorkflowContext, { answers, ends }: Part): Promise<{ answered: number; failed: number }> {
  const samples = new Map((await listAsked(ctx.postgres, ctx.workflowId)).map((sample) => [sample.id, sample]));
  const kept = await findKeptAnswers(ctx, ends);
  const read = await makeAnswerReader(ctx, [...new Set([...samples.values()].map(({ projectId }) => projectId))]);
  const readings: AnswerReading[] = [];
  const ended: SampleEnd[] = [];
  for (const [at, answer] of answers.entries()) {
    const end = ends[at] as AnswerEnd;
    const mine = answer.sampleIds.flatMap((id) => samples.get(id) ?? []);
    const body = kept[at]?.body;
    const outcome = body === undefined ? toFailure(end) : await readBody(ctx, { answer, body, end });
    for (const sample of mine) {
      ended.push({ id: sample.id, costUsd: end.costUsd / mine.length, ...outcome.end });
      readings.push(read({ ...sample, status: outcome.end.status }, outcome.answer));
    }
  }
  await ctx.postgres.transaction(async (tx) => {
    const now = await endSamples(tx, ended);
    await keepReadings(
      ctx,
      tx,
      readings.filter(({ sampleId }) => now.has(sampleId)),
    );
  });
  for (const projectId of new Set(readings.map((one) => one.projectId)))
    ctx.live.publish('project', { project_id: projectId, change: 'answers' });
  const answered = ended.filter(({ status }) => status === 'answered').length;
  return { answered, failed: ended.filter(({ status }) => status === 'failed' || status === 'skipped').length };
}

type Outcome = {
  readonly end: Omit<SampleEnd, 'id' | 'costUsd'>;
  readonly answer: Awaited<ReturnType<WorkflowContext['searchData']['readAssistantAnswer']>>['answer'] | undefined;
};

const NOTHING = { reason: null, taskId: null, model: null, webUsed: null, answeredAt: null, answerHash: null, keptUntil: null } as const;

/** A budget that had no room is no failure of the assistant. */
function toFailure({ id, error }: AnswerEnd): Outcome {
  const status = error === 'budget_exceeded' ? 'skipped' : 'failed';
  return { end: { ...NOTHING, status, reason: error ?? 'no answer came', taskId: id }, answer: undefined };
}

/** The answer itself is kept before it is named anywhere. */
async function readBody(
  ctx: WorkflowContext,
  { answer: { asked }, body, end }: { readonly answer: SharedAnswer; readonly body: Buffer; readonly end: AnswerEnd },
): Promise<Outcome> {
  try {
    const { answer } = await ctx.searchData.readAssistantAnswer(body, toRequest(asked));
    await ctx.blobs.put(toAnswerKey(end.id), await withoutTokens(body), 'application/octet-stream');
    const keptUntil = new Date(ctx.clock.now().getTime() + ctx.config.answerRetentionDays * DAY_MS);
    return {
      end: {
        status: toStatus(answer.markdown),
        reason: null,
        taskId: end.id,
        model: answer.model,
        webUsed: answer.sources === null ? null : answer.sources.length > 0,
        answeredAt: answer.readAt,
        answerHash: createHash('sha256').update(body).digest('hex'),
        keptUntil,
      },
      answer,
    };
  } catch (error) {
    return { end: { ...NOTHING, status: 'failed', reason: messageOf(error), taskId: end.id }, answer: undefined };
  }
}

/** Where the answer of a task is kept, as it was received but for the token of its delivery. */
export function toAnswerKey(taskId: string): string {
  return `answers/${taskId.slice(3, 5)}/${taskId}`;
}

/** Ways in which assistants decline, at the beginning of a short answer. */
const REFUSAL =
  /^(?:i['’]?m sorry|sorry|i apologi[sz]e|i can(?:['’]t|not)|i['’]?m (?:not able|unable)|i won['’]t|unfortunately, i (?:can|am)|es tut mir leid|ich kann (?:dir|ihnen)? ?(?:dabei|das|hierbei) nicht|je suis désolé|lo siento)/iu;
const REFUSAL_LENGTH_MAX = 600;
/** The same anywhere in an answer of a sentence or two. */
const DECLINES =
  /\b(?:declin(?:e|ing)|refus(?:e|ing)|(?:can(?:['’]?t|not| not)|won['’]?t|unable to|not able to|not going to|not in a position to|not allowed to|not permitted to) (?:\w+ ){0,3}(?:help|assist|answer|respond|provide|discuss|recommend|comment|advise|give|share|do)|(?:rather|prefer) not|have to pass|not something (?:that )?i (?:can|do|will))\b/iu;
const DECLINE_LENGTH_MAX = 200;

function toStatus(markdown: string | null): 'answered' | 'refused' | 'empty' {
  if (markdown === null || markdown.trim() === '') return 'empty';
  const text = markdown.trim();
  const isRefused = (text.length <= REFUSAL_LENGTH_MAX && REFUSAL.test(text)) || (text.length <= DECLINE_LENGTH_MAX && DECLINES.test(text));
  return isRefused ? 'refused' : 'answered';
}
