import type { GetRankingsGridResponse, RankingGridCheck } from '#client';
import type { GridPlace } from '#ui/grid/place.ts';
import { toOutcomeValue, type Outcomes } from './outcomes.ts';

/** The website of a competitor with what checks found for each row. */
export interface Competitor extends Outcomes {
  readonly domain: string;
}

/** When a row's own outcome was read, by whom and for how much. */
export type CheckOf = (row: number) => Omit<RankingGridCheck, 'row'>;

/** Reads the competitors of an answer; undefined: they were not asked for. Most outcomes are of the check of the own one. */
export function readCompetitors(
  { competitors, lists, position_scale: scale }: GetRankingsGridResponse,
  ownCheckOf: CheckOf,
): Competitor[] | undefined {
  return competitors?.map(({ domain, status, position, rank_absolute: absolute, checked_depth: depths, other_checks: others }) => {
    const places = scale === 'organic' ? position : absolute;
    const otherOf = new Map(others.map((check) => [check.row, check]));
    const statusOf: Competitor['statusOf'] = (row) => lists.status[status[row] ?? -1] ?? 'pending';
    const positionOf: Competitor['positionOf'] = (row) => places[row] ?? null;
    return {
      domain,
      statusOf,
      positionOf,
      outcomeOf: (row) => {
        const found = { outcome: statusOf(row), position: positionOf(row), depth: depths[row] ?? null };
        return toOutcomeValue(found, otherOf.get(row) ?? ownCheckOf(row));
      },
    };
  });
}

const ID_LENGTH_MAX = 60;
const ID_START_LENGTH = 40;

/** Names the column of a competitor. A long domain is cut, and known by its fingerprint: addresses and views hold many. */
export function toColumnId({ domain }: Pick<Competitor, 'domain'>): string {
  const id = `vs-${domain}`;
  return id.length <= ID_LENGTH_MAX ? id : `${id.slice(0, ID_START_LENGTH)}~${fingerprint(domain)}`;
}

/** FNV-1a with 32 bits: plenty for the few competitors of a project. */
function fingerprint(text: string): string {
  const hash = Array.from(text).reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93), 0x81_1c_9d_c5);
  return (hash >>> 0).toString(36);
}

/** Columns that were picked before the competitors were asked for name none of them: they then stand at the end. */
export function placeCompetitors(place: GridPlace, competitors: readonly Competitor[] = []): GridPlace {
  const ids = competitors.map(toColumnId);
  const picked = place.columns?.split(',') ?? [];
  if (picked.length === 0 || picked.some((one) => ids.includes(one.split(':')[0] ?? ''))) return place;
  return { ...place, columns: [...picked, ...ids].join(',') };
}
