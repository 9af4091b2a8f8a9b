import type { AnswerMemory, FindVersion } from './answer-memory.ts';
import { ANONYMOUS } from '../auth.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import { toUnchanged } from './finalize.ts';
import type { FinalReply } from '../idempotency.ts';
import { FIELDS_PARAMETER } from './select-fields.ts';

interface Asked {
  /** Of the endpoint. */
  readonly path: string;
  readonly input: object;
  readonly isCsv: boolean;
  readonly call: Call;
}

/** Answers from memory, or 304, where the version of the data is known to memory or client. @param answer makes the answer with this tag */
export async function answerByVersion(
  answers: AnswerMemory,
  { findVersion, ...asked }: Asked & { readonly findVersion: FindVersion },
  answer: (etag?: string) => Promise<FinalReply>,
): Promise<FinalReply> {
  const { isCsv, call } = asked;
  const question = toQuestion(asked);
  const version = await answers.readVersion(question, findVersion);
  if (version === undefined) return await answer();
  const toTag = (one: string): string => `"${one}${isCsv ? '-csv' : ''}"`;
  const known = call.headers['if-none-match'];
  const unchanged = toUnchanged(known, toTag(version.tag));
  if (unchanged !== undefined) return unchanged;
  const reply = await answers.recall({ question, version, findVersion }, (one) => answer(toTag(one)));
  // An answer that is given for a moment longer may be the one that the client has.
  return toUnchanged(known, reply.headers['etag']) ?? reply;
}

/** Answers all who ask the same while an answer is made by the next one. */
export async function answerTogether(answers: AnswerMemory, asked: Asked, answer: () => Promise<FinalReply>): Promise<FinalReply> {
  return await answers.share(toQuestion(asked), answer);
}

/** Everything that decides an answer beside the data. */
function toQuestion({ path, input, isCsv, call }: Asked): string {
  const { query, caller = ANONYMOUS } = call;
  const fields = (query as Readonly<Record<string, unknown>> | undefined)?.[FIELDS_PARAMETER];
  return JSON.stringify([path, input, { fields, isCsv }, toReach(caller)]);
}

/** What a caller may see: answers go from one caller to another only where that is the same. */
function toReach({ kind, rights, organizationId, projectIds, hides }: Caller): unknown {
  return { kind, rights: [...rights].toSorted(), organizationId, projectIds: projectIds?.toSorted(), hides };
}
