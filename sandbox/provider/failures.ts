/** A task or a delivery that failed, as the vendor lists it. */
export interface Failure {
  readonly id: string;
  /** By the vendor's clock. */
  readonly at: Date;
  /** Path of the function that the task was posted to. */
  readonly path: string;
  readonly code: number;
  readonly message: string;
  /** Only for deliveries. */
  readonly http?: {
    readonly url: string;
    readonly method: string;
    /** 0: no answer. */
    readonly status: number;
    readonly seconds: number;
    readonly response: string;
  };
}

export interface FailureList {
  add(failure: Failure): void;
  /** Those of a family in a span of the vendor's time, newest first. */
  list(family: string, from: Date, to: Date): readonly Failure[];
  clear(): void;
}

const KEPT_MAX = 20_000;

export function makeFailureList(): FailureList {
  let failures: Failure[] = [];
  return {
    add(failure) {
      failures.push(failure);
      if (failures.length > KEPT_MAX) failures = failures.slice(KEPT_MAX / 2);
    },
    list: (family, from, to) => failures.filter(({ path, at }) => path.startsWith(`v3/${family}/`) && at >= from && at <= to).toReversed(),
    clear() {
      failures = [];
    },
  };
}
