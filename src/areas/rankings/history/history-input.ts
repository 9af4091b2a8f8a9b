import type { PositionScale } from '#areas/projects/index.ts';
import type { RankingFilter } from '../ranking.ts';
import type { Relationship } from '../vocabulary.ts';

/** The first and the last day that the analytics store can name. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2149-06-06';

/** What history to list. */
export interface HistoryInput extends RankingFilter {
  /** By which the best own domain is chosen. */
  readonly scale: PositionScale;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Unless asked by asset, domain or relationship, the history is that of the best own domain. */
export function isAskedByDomain({ assetId, domain, relationship }: HistoryInput): boolean {
  return assetId !== undefined || domain !== undefined || (relationship !== undefined && relationship !== 'MINE');
}

/** Unless asked by channel or platform, it is that of one result page: the organic one of `engine_a` before others. */
export function isOfOnePage({ channel, engine }: HistoryInput): boolean {
  return channel === undefined && engine === undefined;
}

/** The relationship whose rows are read; empty: every relationship. */
export function toRelationship(input: HistoryInput): Relationship | '' {
  return input.relationship ?? (isAskedByDomain(input) ? '' : 'MINE');
}
