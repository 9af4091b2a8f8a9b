import { z } from 'zod';

/** What Google counted of something. Nothing counted is no figures, and not zeros. */
export interface Figures {
  readonly clicks: number;
  readonly impressions: number;
  /** Clicks of impressions, 0 to 1. */
  readonly ctr: number;
  /** Average over impressions of the topmost place of the property, from 1; null for a kind of search that has no places. */
  readonly position: number | null;
}

/** Sums as they are stored. */
export interface Sums {
  readonly clicks: number;
  readonly impressions: number;
  readonly places: number;
}

/** @returns null without impressions: a share and an average of nothing are not known */
export function toFigures({ clicks, impressions, places }: Sums): Figures | null {
  return impressions === 0
    ? null
    : { clicks, impressions, ctr: clicks / impressions, position: places === 0 ? null : places / impressions };
}

/**
 * Columns that sum up rows of a table `g`, for a question.
 * @param condition of the rows; undefined: all of them, which is a fifth faster
 */
export function sumsSql(prefix: string, condition: string | undefined): string {
  return ['clicks', 'impressions', 'position_sum']
    .map((column) => {
      const sum = condition === undefined ? `sum(g.${column})` : `sumIf(g.${column}, ${condition})`;
      return `${sum} as ${prefix}${column === 'position_sum' ? 'places' : column}`;
    })
    .join(', ');
}

/** The rows that such columns give. */
export const SUMS = { clicks: z.number(), impressions: z.number(), places: z.number() };
export const SUMS_BEFORE = { before_clicks: z.number(), before_impressions: z.number(), before_places: z.number() };

/** Those of the span that is compared with. */
export function toSumsBefore(row: z.output<z.ZodObject<typeof SUMS_BEFORE>>): Sums {
  return { clicks: row.before_clicks, impressions: row.before_impressions, places: row.before_places };
}
