import { useMemo } from 'react';
import type { Column } from '#ui/grid/columns/column.ts';
import { toCsvColumns } from '#ui/grid/csv.ts';
import type { GridProps } from '#ui/grid/grid.tsx';
import type { Keywords } from './keywords.ts';
import { toPositionColumns } from './position-columns.tsx';
import { toVariantColumns } from './variant-columns.ts';
import { groupKeywords, type Groups } from './variants.ts';

interface GroupedInput {
  readonly keywords: Keywords;
  /** Columns of the table with a row for each variant. */
  readonly columns: readonly Column[];
  /** The rows that fit the filters. */
  readonly matching: Uint32Array;
  readonly toPlaceName: (code: number) => string;
  readonly isWanted: boolean;
}

/** The work table with one row for each keyword. */
interface Grouped {
  readonly groups: Groups;
  readonly columns: readonly Column[];
  readonly shown: Uint32Array;
  /** A file has a line for each variant still. */
  readonly lines: NonNullable<GridProps['lines']>;
  /** The rows of all variants of some groups, by name: what is done with a keyword is done with all of them. */
  readonly listRowKeys: (groupKeys: readonly string[]) => string[];
}

/** Undefined: a row for each variant is wanted. */
export function useGrouped({ keywords, columns, matching, toPlaceName, isWanted }: GroupedInput): Grouped | undefined {
  const groups = useMemo(() => (isWanted ? groupKeywords(keywords) : undefined), [keywords, isWanted]);
  return useMemo(() => {
    if (groups === undefined) return undefined;
    const fits = new Set(matching);
    // The name of a row does not say the device of its best variant.
    const nameless = toPositionColumns(withoutDevice(keywords)).filter(({ id }) => id === 'keyword');
    return {
      groups,
      columns: toVariantColumns(
        columns.map((column) => nameless.find(({ id }) => id === column.id) ?? column),
        groups,
        toPlaceName,
      ),
      shown: groups.shown(matching),
      lines: {
        columns: toCsvColumns(
          columns,
          columns.filter(({ isHidden = false }) => !isHidden),
        ),
        toRows: (rows) => Uint32Array.from(Array.from(rows).flatMap((row) => groups.rowsOf(row).filter((one) => fits.has(one)))),
      },
      listRowKeys: (groupKeys) => {
        const wanted = new Set(groupKeys);
        return Array.from({ length: keywords.count }, (_, row) => row)
          .filter((row) => wanted.has(groups.keyOf(row)))
          .map(keywords.keyOf);
      },
    };
  }, [groups, keywords, columns, matching, toPlaceName]);
}

function withoutDevice(keywords: Keywords): Keywords {
  return { ...keywords, textOf: (name, row) => (name === 'device' ? null : keywords.textOf(name, row)) };
}
