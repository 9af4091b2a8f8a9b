import type { Embeddings } from '#providers/embeddings/index.ts';
import type { Llm } from '#providers/llm/index.ts';

/** The models outside, among what verbs have of the world. */
export interface ModelServices {
  /** The language model, where one is configured. */
  readonly llm: Llm;
  /** Remote embeddings, where they are configured. */
  readonly embeddings: Embeddings;
}
