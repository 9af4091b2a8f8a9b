import type { RequestContext } from '#context';
import { ANSWER_SURFACES, toSurfaceKind, type AnswerSurface, type SurfaceKind } from '#providers/search-data/index.ts';
import { toLengthMax } from '../prompts/prompt-lengths.ts';

/** An assistant whose answers are read. */
export interface PricedSurface {
  readonly surface: AnswerSurface;
  readonly kind: SurfaceKind;
  /** The most that an answer costs, by the queue or of a model. */
  readonly costUsdMax: number;
  /** No account has confirmed it. */
  readonly isAssumed: boolean;
  readonly promptLengthMax: number;
}

export function listSurfaces({ searchData }: Pick<RequestContext, 'searchData'>): readonly PricedSurface[] {
  return ANSWER_SURFACES.map((surface) => ({
    surface,
    kind: toSurfaceKind(surface),
    costUsdMax: searchData.estimateAnswerUsd(surface),
    isAssumed: searchData.isAnswerPriceAssumed(surface),
    promptLengthMax: toLengthMax(surface),
  }));
}
