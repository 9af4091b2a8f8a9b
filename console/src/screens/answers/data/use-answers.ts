import { getAnswersBrands, getAnswersPlan, getAnswersPrompts, getAnswersSummary } from '#client';
import { useProjectId } from '#app/project.ts';
import { useNow } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { toDay } from '#data/time/days.ts';
import { toSpanDays, type Span } from './spans.ts';

/** Answers come at any time of the day. */
export const EVERY_MS = 30_000;

export function useBrands() {
  return useAnswer(getAnswersBrands, { query: { project_id: useProjectId() } });
}

export function usePlan() {
  return useAnswer(getAnswersPlan, { query: { project_id: useProjectId() } });
}

/** The number of prompts that are asked. */
export function usePromptCount() {
  return useAnswer(getAnswersPrompts, { query: { project_id: useProjectId(), limit: 1 } });
}

/** The days of the weeks that a screen counts, as the service is asked for them. Its weeks are those of UTC. */
export function useSpanDays(span: Span): { readonly from: string; readonly to: string } {
  return toSpanDays(span, toDay(useNow()(), 'UTC'));
}

export function useSummary(span: Span, groupBy: 'surface' | 'prompt' = 'surface') {
  return useAnswer(
    getAnswersSummary,
    { query: { project_id: useProjectId(), ...useSpanDays(span), group_by: groupBy } },
    { everyMs: EVERY_MS },
  );
}

interface One<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
}

/** Several answers as one: there when all are, failed when one is. */
export function joinAnswers<Parts extends Readonly<Record<string, unknown>>>(answers: {
  readonly [Name in keyof Parts]: One<Parts[Name]>;
}): One<Parts> {
  const all = Object.entries<One<unknown>>(answers);
  const areThere = all.every(([, { data }]) => data !== undefined);
  return {
    data: areThere ? (Object.fromEntries(all.map(([name, { data }]) => [name, data])) as Parts) : undefined,
    error: all.map(([, { error }]) => error).find((error) => error !== null) ?? null,
    refetch: () => all.forEach(([, { refetch }]) => void refetch()),
  };
}
