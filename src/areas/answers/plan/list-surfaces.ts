import type { RequestContext } from '#context';
import { ANSWER_SURFACES, type AnswerSurface } from '#providers/search-data/index.ts';

/** An assistant whose answers are read. */
export interface PricedSurface {
  readonly surface: AnswerSurface;
  /** The most that an answer costs, by the queue. */
  readonly costUsdMax: number;
}

export function listSurfaces({ searchData }: Pick<RequestContext, 'searchData'>): readonly PricedSurface[] {
  return ANSWER_SURFACES.map((surface) => ({ surface, costUsdMax: searchData.estimateAnswerUsd({ surface }) }));
}
