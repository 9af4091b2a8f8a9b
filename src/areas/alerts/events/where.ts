import type { NumberRange, TrackedSelection } from '#areas/keywords/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { Condition } from '../rule.ts';

/** The filters of a rule, under the names of the wire. Those by what checks found are the fold's. */
export interface WhereFilters {
  readonly view_id?: string | undefined;
  /** The id of a tag. */
  readonly tag?: string | undefined;
  readonly device?: string | undefined;
  readonly location_code?: number | undefined;
  readonly engine?: string | undefined;
  readonly channel?: string | undefined;
  readonly position?: NumberRange | undefined;
  readonly volume?: NumberRange | undefined;
  readonly starred?: boolean | undefined;
  readonly asset_id?: string | undefined;
  readonly q?: string | undefined;
}

/** Which tracked keywords a rule is about. */
export function toSelection(projectId: string, { where, minVolume }: Pick<Condition, 'where' | 'minVolume'>): TrackedSelection {
  const filters = where as WhereFilters;
  const { volume } = filters;
  const atLeast = Math.max(volume?.min ?? 0, minVolume ?? 0);
  return {
    projectId,
    tagIds: filters.tag === undefined ? undefined : [filters.tag],
    device: filters.device,
    locationCode: filters.location_code,
    engines: filters.engine === undefined ? undefined : [filters.engine as never],
    channels: filters.channel === undefined ? undefined : [filters.channel as never],
    isStarred: filters.starred,
    search: filters.q === undefined ? undefined : normalizeKeyword(filters.q),
    volume: volume === undefined && minVolume === null ? undefined : { min: atLeast, max: volume?.max },
  };
}
