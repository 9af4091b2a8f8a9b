import { SECOND_MS } from '#kernel/durations.ts';
import type { FaultDecision } from '../control/faults.ts';
import { emptyReply, type Reply } from '../reply.ts';
import { cutShort, garble } from '../spoil.ts';
import type { World } from '../world/index.ts';
import { HOSTS } from './hosts.ts';
import { provider } from './provider.ts';
import type { AnswerOptions, OutsideHost, OutsideRequest, OutsideTools } from './host.ts';

/** Where no outside answer may lead: what follows it there is in the call log. */
const PRIVATE_PLACE = '/private';

/** What a request is for. */
export function findHost(world: World, request: Pick<OutsideRequest, 'hostname' | 'path'>): OutsideHost {
  return HOSTS.find((host) => host.matches(world, request)) ?? provider;
}

/** One call of a host. */
export interface OutsideCall extends AnswerOptions {
  readonly host: OutsideHost;
  readonly request: OutsideRequest;
}

/**
 * The answer of the outside world with a fault laid over it. Money: a call that is refused, reset or never
 * answered costs nothing; one whose answer is spoilt or lost on the way was worked on and is charged.
 * @returns undefined when the connection is to be cut or left hanging
 */
export function answerOutside(tools: OutsideTools, { host, request, entry }: OutsideCall, decision: FaultDecision): Reply | undefined {
  const answer = (options?: Omit<AnswerOptions, 'entry'>): Reply => host.answer(tools, request, { ...options, entry });
  const refuse = (status: 429 | 500): Reply => host.refuse(tools, status, { request, waitSeconds: decision.retryAfterSeconds });
  switch (decision.kind) {
    case 'none':
    case 'late_work':
    // Faults of mail leave HTTP as it is.
    case 'smtp_451':
    case 'smtp_550':
      return host.isDead?.(request) === true ? undefined : answer();
    case 'reset':
    case 'timeout':
      return undefined;
    case 'lost_answer':
      answer();
      return undefined;
    case 'denied_answer':
      answer();
      return refuse(500);
    case 'http_500':
      return refuse(500);
    case 'http_429':
      return refuse(429);
    case 'http_429_date':
      return withHeader(refuse(429), 'retry-after', nextSecond(tools));
    case 'http_403':
      return emptyReply(403);
    case 'http_410':
      return emptyReply(410);
    case 'http_302':
      return withHeader(emptyReply(302), 'location', PRIVATE_PLACE);
    case 'provider':
    case 'task':
      return answer({ fault: { code: decision.code, isPartial: decision.kind === 'task' } });
    case 'empty':
      return host.answerEmpty(tools, request, { entry });
    case 'malformed':
      return garble(answer());
    case 'truncated':
      return cutShort(answer());
    case 'layout_change':
      return answer({ hasOtherLayout: true });
    case 'off_schema':
    case 'refusal':
    case 'wrong_label':
      return answer({ mood: decision.kind });
    case 'no_data_block':
    case 'bare_array':
    case 'wrong_storefront':
    case 'renamed_fields':
    case 'missing_fields':
    case 'duplicate_shelf':
    case 'deferred_shelf':
    case 'new_category':
    case 'no_rating':
    case 'numeric_ids':
    case 'no_similar':
      return answer({ storeFault: decision.kind });
  }
}

/** As a date, by the real time: more than one second from now. */
function nextSecond({ clock }: OutsideTools): string {
  return new Date(clock.realNow() + 2 * SECOND_MS).toUTCString();
}

function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}
