import type { ReactNode } from 'react';
import styles from './table.module.css';

interface WideTableProps {
  /** In pixels. In narrower windows the table scrolls, by keys too. */
  readonly minWidth: number;
  readonly maxHeight?: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Where a table that is wider than its place scrolls. */
export function WideTable({ minWidth, maxHeight, className, children }: WideTableProps) {
  return (
    <div className={[styles.wide, className].filter(Boolean).join(' ')} style={{ maxHeight }} tabIndex={0}>
      <div style={{ minWidth }}>{children}</div>
    </div>
  );
}
