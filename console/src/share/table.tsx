import { useState, type ReactNode } from 'react';
import { formatCount } from '#data/format.ts';

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Left out where the page is narrow. */
  readonly isWide?: boolean;
  readonly render: (row: number) => ReactNode;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly count: number;
}

/** Rows that are drawn before the reader asks for more: thousands at once would make the page slow. */
const ROWS_AT_ONCE = 100;

/** A table that grows when its reader asks for more. Its first column stays in sight. */
export function Table({ label, columns, count }: TableProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const shown = Math.min(most, count);
  return (
    <>
      <div className="table" role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title, ...look }) => (
                <th key={title} scope="col" className={toClass(look)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: shown }, (_, row) => (
              // Rows have no names of their own: a share gives no ids.
              <tr key={row}>
                {columns.map(({ title, render, ...look }) => (
                  <td key={title} className={toClass(look)}>
                    {render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="dim">
        {formatCount(shown)} of {formatCount(count)}{' '}
        {shown < count && (
          <button type="button" className="quiet" onClick={() => setMost(most + ROWS_AT_ONCE)}>
            Show more
          </button>
        )}
      </p>
    </>
  );
}

function toClass({ isNumber, isWide }: Pick<TableColumn, 'isNumber' | 'isWide'>): string | undefined {
  return [isNumber && 'number', isWide && 'wide'].filter(Boolean).join(' ') || undefined;
}
