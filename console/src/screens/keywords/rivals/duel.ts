import type { Series } from '../history/history.ts';
import type { RowMarket } from '../table/row-market.ts';
import { decodeBytes, FAILED, NOT_FOUND, NOT_MEASURED } from '#ui/charts/position-bands.ts';

/** A keyword on the newest day that both an own site and a competitor were looked for. */
export interface DuelPoint {
  readonly key: string;
  readonly keywordId: string;
  readonly keyword: string;
  readonly market: RowMarket;
  /** Null: not found. */
  readonly own: number | null;
  readonly theirs: number | null;
  readonly day: string;
}

export interface Duel {
  readonly points: readonly DuelPoint[];
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Neither of both was found. */
  readonly neither: number;
}

/** Compares the newest positions of the best own site with those of a competitor, keyword by keyword. */
export function toDuel(own: Series, rival: Series, domain: string): Duel {
  const ownRow = toRows(own);
  const rivalRow = toRows(rival);
  const theirs = new Map(rival.rows.flatMap((row, at) => (row.domain === domain ? [[toKey(row), rivalRow(at)] as const] : [])));
  const points = own.rows.flatMap((row, at): DuelPoint[] => {
    const mine = ownRow(at);
    const other = theirs.get(toKey(row));
    const day = mine.findLastIndex((byte, place) => isKnown(byte) && isKnown(other?.[place]));
    if (!other || day < 0) return [];
    return [
      {
        key: toKey(row),
        keywordId: row.keyword_id,
        keyword: row.keyword,
        market: row,
        own: toPlace(mine[day]),
        theirs: toPlace(other[day]),
        day: own.days[day] ?? '',
      },
    ];
  });
  const count = (test: (point: DuelPoint) => boolean): number => points.filter((point) => test(point)).length;
  return {
    points,
    wins: count(({ own: mine, theirs: other }) => rank(mine) < rank(other)),
    losses: count(({ own: mine, theirs: other }) => rank(mine) > rank(other)),
    ties: count(({ own: mine, theirs: other }) => mine !== null && mine === other),
    neither: count(({ own: mine, theirs: other }) => mine === null && other === null),
  };
}

/** Where the competitor is furthest before the project: what to win back first. */
export function listLosses({ points }: Pick<Duel, 'points'>, most: number): DuelPoint[] {
  return points
    .filter(({ own, theirs }) => rank(own) > rank(theirs))
    .toSorted((one, other) => toGap(other) - toGap(one) || rank(one.theirs) - rank(other.theirs))
    .slice(0, most);
}

/** Positions are far apart near the top: from 11 to 1 is more than from 60 to 50. */
function toGap({ own, theirs }: DuelPoint): number {
  return Math.log(rank(own)) - Math.log(rank(theirs));
}

function toKey({ keyword_id: id, engine, channel }: Series['rows'][number]): string {
  return `${id} ${engine} ${channel}`;
}

/** Reads the matrix once, and gives its rows. */
function toRows({ days, values }: Series): (row: number) => Uint8Array {
  const bytes = decodeBytes(values);
  return (row) => bytes.subarray(row * days.length, (row + 1) * days.length);
}

function isKnown(byte: number | undefined): boolean {
  return byte !== undefined && byte !== FAILED && byte !== NOT_MEASURED;
}

function toPlace(byte: number | undefined): number | null {
  return byte === undefined || byte === NOT_FOUND ? null : byte;
}

function rank(position: number | null): number {
  return position ?? 1000;
}
