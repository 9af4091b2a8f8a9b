import type { TaskRequest } from '#providers/search-data/index.ts';
import type { PostKey, Queued, QueuedRow, Questions } from '../question.ts';

/** Those of the tasks whose question this process knows: others are of a release that has more of them. */
export function withQuestions(questions: Questions, rows: readonly QueuedRow[]): Queued[] {
  return rows.flatMap((row) => {
    const question = questions.get(row.question);
    return question === undefined ? [] : [{ ...row, question, asked: question.parse(row.asked) }];
  });
}

/** The provider's request that its newest post made. */
export function toRequest({ question, asked, readDepth }: Pick<Queued, 'question' | 'asked' | 'readDepth'>): TaskRequest {
  return question.toRequest(asked, readDepth);
}

/** @example toTag({ id: 'qc_0f3a', round: 1, post: 2 }) // qc_0f3a.1.2 */
export function toTag({ id, round, post }: PostKey): string {
  return `${id}.${round}.${post}`;
}

const TAG = /^(qc_[0-9a-f]{32})\.([1-9]\d{0,5})\.([1-9]\d{0,2})$/u;

/** The post that a tag names; `undefined`: it is not a tag of this service. */
export function parseTag(tag: string | null | undefined): PostKey | undefined {
  const [, id, round, post] = TAG.exec(tag ?? '') ?? [];
  return id === undefined ? undefined : { id, round: Number(round), post: Number(post) };
}
