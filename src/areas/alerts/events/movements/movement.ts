import type { Series } from './series.ts';

/** Two good outcomes of a series, by their places in it. */
export interface Compared {
  readonly series: Series;
  readonly a: number;
  readonly b: number;
  /** The first outcome that is seen: what lies before it is as if it never was. */
  readonly start: number;
  /** How far the move must be where that counts. */
  readonly least: number;
}

/** What makes a movement kind: how two outcomes compare. All else is `foldMovement`. */
export interface Movement {
  /**
   * Whether B is what the rule is about, seen from A.
   * @returns undefined: what was read does not say it
   */
  readonly isMet: (compared: Compared) => boolean | undefined;
  /** How far it must move from A; 0 where that does not count. */
  readonly toLeast?: (compared: Compared) => number;
  /** The usual move counts as at least so many places. */
  readonly usualMin?: number;
  /** Whether outcomes before A count too. */
  readonly looksBack?: true;
  readonly direction?: 'down' | 'up' | undefined;
  /** How bad it is; places of the move unless given. */
  readonly toSize?: (compared: Compared) => number;
  /** What messages show of an outcome, beside position, status, depth, moment and page. */
  readonly describe?: (compared: Compared, at: number) => Readonly<Record<string, unknown>>;
}
