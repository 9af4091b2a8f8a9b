import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { CallLog } from '../control/call-log.ts';
import type { DeliveryPlan, FaultBoard, FaultDecision } from '../control/faults.ts';
import type { SearchTools } from '../provider/answer.ts';
import type { QueuedTask } from '../provider/tasks.ts';
import { packPostback, pingback, type Parcel } from './parcel.ts';
import { makeCaller } from './post.ts';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address lies on this machine: the sandbox never goes further. */
export function isWithinReach({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:') return false;
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  const version = isIP(host);
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** The webhook that is called when a task is done. */
export interface Webhook {
  /** `postback`: the result itself, posted. `pingback`: a bare GET. */
  readonly kind: 'postback' | 'pingback';
  /** `$id` and `$tag` are replaced by those of the task. */
  readonly url: string;
}

/** The outcome of a delivery. */
export interface Delivery {
  readonly url: string;
  readonly method: string;
  /** 0: no answer. */
  readonly status: number;
  readonly seconds: number;
  /** What the receiver said, or why there is no answer. */
  readonly response: string;
}

export interface Courier {
  /** What the faults have in store for a delivery. */
  plan(task: QueuedTask, webhook: Webhook): DeliveryPlan;
  /** Never throws: a receiver who does not answer is a delivery that failed. */
  send(task: QueuedTask, webhook: Webhook, plan: DeliveryPlan): Promise<Delivery>;
  close(): void;
}

export interface CourierOptions {
  readonly tools: SearchTools;
  readonly clock: Clock;
  readonly calls: CallLog;
  readonly faults: FaultBoard;
}

type Outcome = Pick<Delivery, 'status' | 'response'>;

/** Deliveries that go out at once. */
export const DELIVERIES_MAX = 50;
const ANSWER_MS_MAX = 10_000;
const noAnswer = (response: string): Outcome => ({ status: 0, response });

/** What a receiver who is down would have said: the delivery is not made. */
const REFUSALS: Readonly<Partial<Record<FaultDecision['kind'], Outcome>>> = {
  http_500: { status: 500, response: 'Internal Server Error' },
  http_403: { status: 403, response: '' },
  http_429: { status: 429, response: 'Too Many Requests' },
  http_429_date: { status: 429, response: 'Too Many Requests' },
  reset: noAnswer('the connection was reset'),
  timeout: noAnswer('no answer'),
};

/** Delivers results as the vendor does: gzip, ten seconds to answer 200, no signature. */
export function makeCourier({ tools, clock, calls, faults }: CourierOptions): Courier {
  const caller = makeCaller(DELIVERIES_MAX, ANSWER_MS_MAX);
  let planned = 0;
  let sent = 0;

  /** Makes the call and writes it into the log, beside the calls that others made; its body can be fetched by `task_get`. */
  const transmit = async (url: URL, { method, headers, body }: Parcel): Promise<Outcome> => {
    const entry = calls.startDelivery({ method, host: url.host, path: url.pathname, query: url.search, headers }, clock.realNow());
    try {
      const answer = await caller.call({ method, url, headers, body });
      entry.status = answer.status;
      return { status: answer.status, response: answer.text };
    } catch (error) {
      return noAnswer(messageOf(error));
    }
  };

  const attempt = async (address: string, task: QueuedTask, kind: Webhook['kind'], plan: DeliveryPlan): Promise<Outcome> => {
    if (plan.isLost) return noAnswer('lost on the way');
    const url = URL.parse(address);
    if (url === null || !isWithinReach(url)) return noAnswer('the sandbox delivers over http to this machine only');
    sent += 1;
    const decision = faults.decide(url.host + url.pathname, sent, 'delivery');
    if (decision.delayMs > 0) await new Promise((resolve) => void setTimeout(resolve, decision.delayMs));
    const refusal = REFUSALS[decision.kind];
    if (refusal !== undefined) return refusal;
    const answer = await transmit(url, kind === 'pingback' ? pingback : packPostback(tools, task, { plan, decision }));
    return decision.kind === 'lost_answer' ? noAnswer('the answer was lost') : answer;
  };

  return {
    plan(task, { url }) {
      planned += 1;
      const { host, pathname } = new URL(url);
      return faults.planDelivery([host + pathname, `/${task.path}`], planned);
    },
    async send(task, { kind, url: template }, plan) {
      const start = performance.now();
      const url = fillIn(template, task);
      const outcome = await attempt(url, task, kind, plan);
      const seconds = Math.round(performance.now() - start) / 1_000;
      return { url, method: kind === 'postback' ? 'POST' : 'GET', seconds, ...outcome };
    },
    close: () => caller.close(),
  };
}

function fillIn(template: string, { id, data }: QueuedTask): string {
  const tag = typeof data['tag'] === 'string' ? data['tag'].toWellFormed() : '';
  return template.replaceAll('$id', () => encodeURIComponent(id)).replaceAll('$tag', () => encodeURIComponent(tag));
}
