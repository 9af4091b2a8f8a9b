import { createHash } from 'node:crypto';
import type { WorkflowContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { withoutTokens } from '#purchases/index.ts';
import { keepReadings } from '../reading/keep-readings.ts';
import { makeAnswerReader, type AnswerReading } from '../reading/read-answer.ts';
import { endSamples, listAsked, type SampleEnd } from '../store/samples.ts';
import type { AskedPrompt } from './answers-question.ts';

/** An answer that is asked, and the samples that it serves. */
export interface SharedAnswer<Asked extends AskedPrompt = AskedPrompt> {
  readonly asked: Asked;
  readonly sampleIds: readonly string[];
}

/** How an answer ended. */
export interface CameAnswer {
  /** Of its task: the answer is kept under it. */
  readonly id: string;
  readonly costUsd: number;
  /** As received; undefined: none came. */
  readonly body: Buffer | undefined;
  /** Why none came: `budget_exceeded`, or what the provider said. */
  readonly error: string | null;
}

interface Part {
  readonly answers: readonly SharedAnswer[];
  /** One for each answer, in their order. */
  readonly came: readonly CameAnswer[];
}

/** Reads what came and stores it, for every sample once; what was stored before stays. */
export async function storeAnswers(ctx: WorkflowContext, { answers, came }: Part): Promise<{ answered: number; failed: number }> {
  const samples = new Map((await listAsked(ctx.postgres, ctx.workflowId)).map((sample) => [sample.id, sample]));
  const read = await makeAnswerReader(ctx, [...new Set([...samples.values()].map(({ projectId }) => projectId))]);
  const readings: AnswerReading[] = [];
  const ended: SampleEnd[] = [];
  for (const [at, answer] of answers.entries()) {
    const end = came[at] as CameAnswer;
    const mine = answer.sampleIds.flatMap((id) => samples.get(id) ?? []);
    const { body } = end;
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
function toFailure({ id, error }: CameAnswer): Outcome {
  const status = error === 'budget_exceeded' ? 'skipped' : 'failed';
  return { end: { ...NOTHING, status, reason: error ?? 'no answer came', taskId: id }, answer: undefined };
}

/** The answer itself is kept before it is named anywhere. */
async function readBody(
  ctx: WorkflowContext,
  { answer: { asked }, body, end }: { readonly answer: SharedAnswer; readonly body: Buffer; readonly end: CameAnswer },
): Promise<Outcome> {
  try {
    const { answer } = await ctx.searchData.readAssistantAnswer(body, asked.surface);
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
