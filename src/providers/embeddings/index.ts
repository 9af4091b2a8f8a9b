/** Texts as vectors by a service that the operator named. Without one the built-in embedder of the area serves. */
import type { SpendScope } from '../metering.ts';

export interface Embeddings {
  /** Whether an address and a model are set. */
  readonly isConfigured: boolean;
  /** Vectors of different models must not be compared with each other. */
  readonly model: string | undefined;
  /**
   * One vector for each text, in their order, all of the same length and of length 1; long texts are cut. Texts go
   * out in batches, each paid and booked for itself.
   * @throws AppError `AI binding not configured`
   * @throws BudgetExceededError before a batch for which a budget has no room
   * @throws OutsideError
   */
  embed(scope: SpendScope, texts: readonly string[], options?: { readonly signal?: AbortSignal | undefined }): Promise<Float32Array[]>;
}
