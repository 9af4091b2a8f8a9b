import type { Question, Questions } from './question.ts';

/** The engine of one process: what the areas ask, and what it has in memory. */
export interface Purchases {
  readonly questions: Questions;
  readonly memory: PurchaseMemory;
}

export interface PurchaseMemory {
  /** What is being bought live, by its key. */
  readonly flights: Map<string, Promise<void>>;
  /** The line of those that write what was delivered; made for the first one. */
  inbox?: (answer: ReceivedAnswer) => Promise<void>;
  /** Deliveries that could not be stored. */
  lost?: LostDeliveries;
  /** Segments that were written just now, unpacked, by their ids. */
  readonly segments: Map<string, Buffer>;
  /** Longest write of a segment to ClickHouse, out of the ten seconds that the provider gives a delivery. */
  placeWithinMs: number;
  /** End of a rest of ClickHouse, which failed to take answers, by the clock of the process. */
  placesFromMs?: number;
}

export type AnswerKind = 'postback' | 'pingback' | 'collected';

/** An answer of the provider's queue, as it came. */
export interface ReceivedAnswer {
  readonly kind: AnswerKind;
  readonly tag: string | undefined;
  readonly taskId: string | undefined;
  /** As received; empty for a notice without the answer. */
  readonly body: Buffer;
}

/** The tasks whose deliveries a process could not store. */
export interface LostDeliveries {
  readonly queuedIds: Set<string>;
  isAsking: boolean;
  askedAt: number;
}

const PLACE_WITHIN_MS = 2_000;

export function makePurchases(questions: readonly Question[]): Purchases {
  return {
    questions: new Map(questions.map((question) => [question.name, question])),
    memory: { flights: new Map(), segments: new Map(), placeWithinMs: PLACE_WITHIN_MS },
  };
}
