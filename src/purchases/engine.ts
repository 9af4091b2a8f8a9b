import type { ReceivedAnswer } from './answers/receive-answers.ts';
import type { LostDeliveries } from './postback/lost-deliveries.ts';
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
}

export function makePurchases(questions: readonly Question[]): Purchases {
  return { questions: new Map(questions.map((question) => [question.name, question])), memory: { flights: new Map() } };
}
