import { z } from 'zod';
import { mix, unit } from '../hashing.ts';

const PLAIN_KINDS = [
  'http_500',
  'http_429',
  'timeout',
  'slow',
  'reset',
  'malformed',
  'truncated',
  'empty',
  'layout_change',
  'lost_postback',
  'duplicate_postback',
  'late_postback',
] as const;
/** Kinds that concern tasks posted earlier, never the call at hand. */
const POSTBACK_KINDS: ReadonlySet<string> = new Set(['lost_postback', 'duplicate_postback', 'late_postback']);
const PROVIDER_KIND = /^provider_([45]\d{4})$/u;

export const FaultBody = z.object({
  match: z.string().default(''),
  kind: z.union([
    z.enum(PLAIN_KINDS),
    z.string().regex(PROVIDER_KIND, 'must be a documented kind or provider_ and one of the vendor codes'),
  ]),
  rate: z.number().min(0).max(1).default(1),
  count: z.int().min(1).nullish(),
  delay_ms: z.number().min(0).max(600_000).nullish(),
});
export type FaultBody = z.infer<typeof FaultBody>;

/** What happens to one call. */
export interface FaultDecision {
  /** `none`: the call goes its way, perhaps late. `provider_...` is given by its code. */
  readonly kind: 'none' | Exclude<(typeof PLAIN_KINDS)[number], 'slow'> | 'provider';
  readonly code: number | undefined;
  readonly delayMs: number;
}

export interface FaultBoard {
  add(fault: FaultBody): void;
  clear(): void;
  list(): readonly (FaultBody & { readonly hits: number })[];
  /**
   * The faults of a call: delays add up, and the first other fault that hits decides.
   * @param address host and path of the call
   * @param callNumber decides, with the seed, whether a rate below 1 hits
   * @param isProvider provider codes mean nothing elsewhere
   */
  decide(address: string, callNumber: number, isProvider: boolean): FaultDecision;
}

const SLOW_MS = 2_000;

export function makeFaultBoard(seed: number): FaultBoard {
  let faults: { readonly fault: FaultBody; hits: number }[] = [];
  return {
    add: (fault) => void faults.push({ fault, hits: 0 }),
    clear: () => {
      faults = [];
    },
    list: () => faults.map(({ fault, hits }) => ({ ...fault, hits })),
    decide(address, callNumber, isProvider) {
      let delayMs = 0;
      for (const [index, row] of faults.entries()) {
        const { fault } = row;
        const code = PROVIDER_KIND.exec(fault.kind)?.[1];
        if (POSTBACK_KINDS.has(fault.kind) || (code !== undefined && !isProvider)) continue;
        if (!address.includes(fault.match) || row.hits >= (fault.count ?? Infinity)) continue;
        if (unit(mix(mix(seed, callNumber), index + 1)) >= fault.rate) continue;
        row.hits += 1;
        delayMs += fault.delay_ms ?? (fault.kind === 'slow' ? SLOW_MS : 0);
        if (fault.kind === 'slow') continue;
        return {
          kind: code === undefined ? (fault.kind as FaultDecision['kind']) : 'provider',
          code: code === undefined ? undefined : Number(code),
          delayMs,
        };
      }
      return { kind: 'none', code: undefined, delayMs };
    },
  };
}
