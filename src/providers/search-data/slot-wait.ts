import { NoSlotError } from '../http-errors.ts';

/**
 * A call whose money is set aside waits for its slot so long. With the 130 s that it may then take it ends
 * within the span in which its tag is looked for in the provider's record, should its process die
 * (`UNDER_WAY_MS` of sweep-lost-spends.ts and resolve-doubts.ts).
 */
export const SLOT_WAIT_MS_MAX = 100_000;

/**
 * Does work that makes one call, and again as long as the call got no slot in time: in between everything
 * that was set aside for it is given back.
 */
export async function retryUntilSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error;
    }
  }
}
