import { invalid } from '#kernel/errors.ts';
import type { Admission } from '../limits/admission.ts';
import { answerByVersion, answerTogether } from '../answers/answer-by-version.ts';
import { auditCall, isAudited, mayChange, type Answered, type RecordAudit } from '../audit.ts';
import { ANONYMOUS, findKeyText } from '../auth.ts';
import type { Call, HeaderSink } from '../call.ts';
import { nameOf } from '../caller.ts';
import { withoutCost } from '../answers/cost-headers.ts';
import type { DataVersion, Endpoint } from '../endpoint.ts';
import { makeFinalize, type Finalize } from '../answers/finalize.ts';
import { parseIdempotencyKey, runOnce, type FinalReply, type IdempotencyTools, type IdempotentRequest } from '../idempotency.ts';
import { isIdempotent } from '../openapi/operation.ts';
import { makeParseInput } from '../input/parse-input.ts';
import { settle } from '../settle.ts';
import { makeCallContext, runForCall, type ScopeParts } from '../scope.ts';

export interface ServingParts<Context> extends ScopeParts, IdempotencyTools {
  readonly context: Context;
  readonly admission: Admission;
  readonly answers: Parameters<typeof answerByVersion>[0];
  readonly audit: RecordAudit | undefined;
}

/** One endpoint, ready to take calls: each is admitted before its body is read, then parsed, run and checked. */
export interface ServedEndpoint {
  /** Finds the caller and counts the call. @throws AppError 401, 403, 429, 503 */
  admit(call: Call, reply: HeaderSink): Promise<void>;
  /** Answers an admitted call. @throws what `toErrorReply` makes an answer of */
  answer(call: Call): Promise<FinalReply>;
  /** The audit log: to be called with every answer before it goes out. Never throws. */
  readonly audit: ((call: Call, answered: Answered) => Promise<void>) | undefined;
}

export function serveEndpoint<Context extends object>(endpoint: Endpoint<Context>, parts: ServingParts<Context>): ServedEndpoint {
  // Turning schemas into checks takes time, and a start that makes them for every endpoint is late for the first call of any.
  let parseInput: ReturnType<typeof makeParseInput> | undefined;
  let finalize: Finalize | undefined;
  const honoursKey = isIdempotent(endpoint);
  const extraHeaders = Object.entries(deprecationHeaders(endpoint));
  const record = isAudited(endpoint) || mayChange(endpoint) ? parts.audit : undefined;

  const run = async (call: Call): Promise<FinalReply> => {
    const { params, query, body, caller = ANONYMOUS } = call;
    parseInput ??= makeParseInput(endpoint);
    const { select, writeCsv, ...input } = parseInput({
      params,
      query,
      body,
      caller,
      accept: [call.headers['accept']].flat().join(),
      now: parts.clock.now(),
    });
    const work = async (): Promise<FinalReply> => {
      const context = makeCallContext(parts.context, call, parts);
      const answer = async (etag?: string): Promise<FinalReply> => {
        const given = await endpoint.handle(context, input as never);
        if (record !== undefined) call.auditSubject = endpoint.subjectOf?.(input as never, given.body as never);
        finalize ??= makeFinalize(endpoint);
        return finalize(etag === undefined ? given : { ...given, headers: { ...given.headers, etag } }, { select, writeCsv, caller });
      };
      const asked = { path: endpoint.path, input, isCsv: writeCsv !== undefined, call };
      if (endpoint.isShared === true) return await answerTogether(parts.answers, asked, answer);
      if (endpoint.version === undefined) return await answer();
      const findVersion = async (): Promise<DataVersion | undefined> => await endpoint.version?.(context, input as never);
      return await answerByVersion(parts.answers, { ...asked, findVersion }, answer);
    };
    const key = honoursKey ? parseIdempotencyKey(call.headers['idempotency-key']) : undefined;
    if (key === undefined) return await work();
    const { reply, isReplay } = await runOnce(parts, toIdempotentRequest(endpoint, call, key), () => settle(call, work));
    return isReplay ? { ...reply, headers: { ...withoutCost(reply.headers), 'idempotency-replayed': 'true' } } : reply;
  };

  return {
    async admit(call, reply) {
      for (const [name, value] of extraHeaders) reply.header(name, value);
      call.caller = await parts.admission.admit(endpoint, call, reply);
    },
    answer: async (call) => forCaller(call, await parts.drain.answer(runForCall(endpoint, call, () => run(call)))),
    audit: record && ((call, answered) => auditCall(endpoint, { call, answered, record })),
  };
}

/** What a person sees is not kept by the browser, where it could be read after they have signed out. */
function forCaller({ caller }: Call, reply: FinalReply): FinalReply {
  return caller?.session === undefined ? reply : { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
}

function toIdempotentRequest(endpoint: Endpoint<never>, call: Call, key: string): IdempotentRequest {
  const { api_key: _key, ...query } = call.query as Record<string, unknown>;
  return {
    callerId: nameOf(call.caller ?? ANONYMOUS),
    method: endpoint.method,
    path: toOnePath(endpoint, call.params as Readonly<Record<string, string>>),
    key,
    content: { query, body: call.body },
    sealedWith: endpoint.hasSecretReply ? requireKeyText(call) : undefined,
  };
}

/** @throws AppError 400 when there is no key with which the secret in the answer could be encrypted */
function requireKeyText(call: Call): string {
  const text = findKeyText(call);
  if (text !== undefined) return text;
  throw invalid([{ path: 'Idempotency-Key', message: 'is taken here only from callers who send an API key' }]);
}

/** The path in its one spelling: clients may write it with escapes and a slash at the end. */
function toOnePath({ path }: Endpoint<never>, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_placeholder, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594): docs/spec-gaps.md, section 9. */
function deprecationHeaders({ deprecated }: Endpoint<never>): Record<string, string> {
  if (!deprecated) return {};
  const since = Math.floor(Date.parse(deprecated.since) / 1000);
  return { deprecation: `@${since}`, sunset: new Date(deprecated.sunset).toUTCString() };
}
