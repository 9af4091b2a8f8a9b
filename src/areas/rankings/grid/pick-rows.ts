import type { Grid } from './build-grid.ts';
import type { CompetitorColumns } from './competitors.ts';
import { SPARK_DAYS } from './grid.ts';

/** The grid with these rows alone, in their order. Lists stay: they may hold values that no row has any more. */
export function pickRows(grid: Grid, rows: readonly number[]): Grid {
  const pick = <Value>(values: readonly Value[]): Value[] => rows.map((row) => values[row] as Value);
  const spark = Buffer.from(grid.spark, 'base64');
  return {
    ...grid,
    n: rows.length,
    columns: pickColumns(grid.columns, pick),
    competitors: grid.competitors?.map((competitor) => pickCompetitor(competitor, rows, pick)),
    metricsSources: pick(grid.metricsSources),
    spark: Buffer.concat(rows.map((row) => spark.subarray(row * SPARK_DAYS, (row + 1) * SPARK_DAYS))).toString('base64'),
  };
}

type Pick = <Value>(values: readonly Value[]) => Value[];

function pickColumns<Columns extends Readonly<Record<string, readonly unknown[]>>>(columns: Columns, pick: Pick): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, pick(values)])) as unknown as Columns;
}

function pickCompetitor({ domain, otherChecks, ...columns }: CompetitorColumns, rows: readonly number[], pick: Pick): CompetitorColumns {
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  return {
    domain,
    ...pickColumns(columns, pick),
    otherChecks: otherChecks.flatMap((check) => {
      const row = indexOf.get(check.row);
      return row === undefined ? [] : [{ ...check, row }];
    }),
  };
}
