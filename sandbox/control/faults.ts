import { z } from 'zod';
import { ANSWER_MOODS, type AnswerMood } from '../assistants/draw.ts';
import { mix, unit } from '../hashing.ts';
import { STORE_KINDS } from '../stores/store-faults.ts';

/** What only a language model does: answer in another shape, refuse, and be wrong. */
const MODEL_KINDS = ['off_schema', 'refusal', 'wrong_label'] as const;
/** What only a mail server does. */
const MAIL_KINDS = ['smtp_451', 'smtp_550'] as const;
/** What can happen to a mail. */
const OF_MAIL: readonly string[] = [...MAIL_KINDS, 'slow', 'reset', 'lost_answer'];
const isMailKind = (kind: string): boolean => MAIL_KINDS.some((known) => known === kind);
const isStoreKind = (kind: string): boolean => STORE_KINDS.some((known) => known === kind);
const isModelKind = (kind: string): boolean => MODEL_KINDS.some((known) => known === kind);
/** Kinds that concern the call at hand, or the delivery. */
const CALL_KINDS = [
  'http_500',
  'http_429',
  'http_429_date',
  'http_403',
  'http_410',
  'http_302',
  'timeout',
  'slow',
  'late_work',
  'reset',
  'lost_answer',
  'denied_answer',
  'malformed',
  'truncated',
  'empty',
  'layout_change',
  ...MODEL_KINDS,
  ...STORE_KINDS,
  ...MAIL_KINDS,
] as const;
/**
 * Kinds that concern how the result of a queued task is delivered. `lost`: never sent, but in the
 * list of ready tasks. `swallowed`: never sent, and the vendor believes it was. `early`: before the
 * answer to the post. `shuffled`: each late by another time. `unmarked`: compressed, without the
 * header that says so. `plain`: not compressed.
 */
const POSTBACK_KINDS = [
  'lost_postback',
  'swallowed_postback',
  'duplicate_postback',
  'late_postback',
  'early_postback',
  'shuffled_postback',
  'unmarked_postback',
  'plain_postback',
] as const;
type PostbackKind = (typeof POSTBACK_KINDS)[number];
/** Comes over the answer of an assistant, each task for itself. */
const isAnswerMood = (kind: string): kind is AnswerMood => ANSWER_MOODS.some((known) => known === kind);
const isPostbackKind = (kind: string): kind is PostbackKind => POSTBACK_KINDS.some((known) => known === kind);
/** `provider_` hits every task of a call, `task_` the second, fourth ...: a post that is half good. */
const CODE_KIND = /^(provider|task)_([45]\d{4})$/u;

export const FaultBody = z.object({
  match: z.string().default(''),
  kind: z.union([
    z.enum([...CALL_KINDS, ...POSTBACK_KINDS, ...ANSWER_MOODS]),
    z.string().regex(CODE_KIND, 'must be a documented kind, or provider_ or task_ and one of the vendor codes'),
  ]),
  rate: z.number().min(0).max(1).default(1),
  count: z.int().min(1).nullish(),
  delay_ms: z.number().min(0).max(600_000).nullish(),
  /** Of a 429 of a receiver of messages. */
  retry_after_seconds: z.int().min(1).max(86_400).nullish(),
});
export type FaultBody = z.infer<typeof FaultBody>;

/** What happens to one call. */
export interface FaultDecision {
  /** `none`: the call goes its way, perhaps late. `provider` and `task` are given by their code. */
  readonly kind: 'none' | Exclude<(typeof CALL_KINDS)[number], 'slow'> | 'provider' | 'task';
  readonly code: number | undefined;
  readonly delayMs: number;
  /** How long a 429 asks to wait. */
  readonly retryAfterSeconds?: number | undefined;
}

/** What happens to one delivery before it goes out. */
export interface DeliveryPlan {
  readonly isEarly: boolean;
  readonly isLost: boolean;
  readonly isSwallowed: boolean;
  readonly isDuplicate: boolean;
  readonly delayMs: number;
  readonly encoding: 'gzip' | 'unmarked' | 'plain';
}

/** Whom a call is for: the provider, a language model, an app store, the mail server, or another host; or a delivery that the sandbox makes. */
export type FaultScope = 'provider' | 'models' | 'stores' | 'mail' | 'other' | 'delivery';

export interface FaultBoard {
  add(fault: FaultBody): void;
  clear(): void;
  list(): readonly (FaultBody & { readonly hits: number })[];
  /**
   * The faults of a call: delays add up, and the first other fault that hits decides.
   * @param address host and path of the call
   * @param callNumber decides, with the seed, whether a rate below 1 hits
   */
  decide(address: string, callNumber: number, scope: FaultScope): FaultDecision;
  /**
   * The faults of a delivery: all that hit.
   * @param addresses of the receiver, and of the function that the task was posted to
   */
  planDelivery(addresses: readonly string[], deliveryNumber: number): DeliveryPlan;
  /** What comes over the next answer of an assistant, asked at a path: all that hit. */
  planAnswer(path: string): readonly AnswerMood[];
}

/** Delays of kinds that are late by nature, unless the fault gives one. */
const DELAYS_MS: Readonly<Record<string, number>> = { slow: 2_000, late_work: 5_000 };
const LATE_MS = 5_000;
const SHUFFLED_MS = 1_000;

export function makeFaultBoard(seed: number): FaultBoard {
  let faults: { readonly fault: FaultBody; hits: number }[] = [];
  let answers = 0;

  /** Faults that hit, each counted; the caller may stop. */
  function* listHits(
    addresses: readonly string[],
    number: number,
    concerns: (fault: FaultBody) => boolean,
  ): Generator<[FaultBody, number]> {
    for (const [index, row] of faults.entries()) {
      const { fault } = row;
      const hash = mix(mix(seed, number), index + 1);
      if (!concerns(fault) || !addresses.some((address) => address.includes(fault.match))) continue;
      if (row.hits >= (fault.count ?? Infinity) || unit(hash) >= fault.rate) continue;
      row.hits += 1;
      yield [fault, hash];
    }
  }

  return {
    add: (fault) => void faults.push({ fault, hits: 0 }),
    clear: () => void ([faults, answers] = [[], 0]),
    list: () => faults.map(({ fault, hits }) => ({ ...fault, hits })),
    decide(address, callNumber, scope) {
      let delayMs = 0;
      const concerns = ({ kind, match }: FaultBody): boolean =>
        !isPostbackKind(kind) &&
        (isModelKind(kind) ? scope === 'models' : !isAnswerMood(kind)) &&
        (!isStoreKind(kind) || scope === 'stores') &&
        (scope === 'mail' ? OF_MAIL.includes(kind) : !isMailKind(kind)) &&
        (!CODE_KIND.test(kind) || takesCodes(scope, match));
      for (const [fault] of listHits([address], callNumber, concerns)) {
        delayMs += fault.delay_ms ?? DELAYS_MS[fault.kind] ?? 0;
        if (fault.kind === 'slow') continue;
        const [, group, code] = CODE_KIND.exec(fault.kind) ?? [];
        return {
          kind: (group ?? fault.kind) as FaultDecision['kind'],
          code: code === undefined ? undefined : Number(code),
          delayMs,
          retryAfterSeconds: fault.retry_after_seconds ?? undefined,
        };
      }
      return { kind: 'none', code: undefined, delayMs };
    },
    planDelivery(addresses, deliveryNumber) {
      const kinds = new Set<string>();
      let delayMs = 0;
      for (const [{ kind, delay_ms: ms }, hash] of listHits(addresses, deliveryNumber, (fault) => isPostbackKind(fault.kind))) {
        kinds.add(kind);
        if (kind === 'late_postback') delayMs += ms ?? LATE_MS;
        if (kind === 'shuffled_postback') delayMs += (ms ?? SHUFFLED_MS) * unit(mix(hash, 7));
      }
      return toPlan(kinds, delayMs);
    },
    planAnswer(path) {
      answers += 1;
      return [...listHits([path], answers, ({ kind }) => isAnswerMood(kind))].map(([{ kind }]) => kind as AnswerMood);
    },
  };
}

/** Codes are the provider's. A finished task has one only when deliveries are meant by name. */
function takesCodes(scope: FaultScope, match: string): boolean {
  return scope === 'provider' || (scope === 'delivery' && match !== '');
}

function toPlan(kinds: ReadonlySet<string>, delayMs: number): DeliveryPlan {
  const has = (kind: PostbackKind): boolean => kinds.has(kind);
  return {
    isEarly: has('early_postback'),
    isLost: has('lost_postback'),
    isSwallowed: has('swallowed_postback'),
    isDuplicate: has('duplicate_postback'),
    delayMs,
    encoding: has('plain_postback') ? 'plain' : has('unmarked_postback') ? 'unmarked' : 'gzip',
  };
}
