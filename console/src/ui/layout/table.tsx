import { Box, type BoxProps, type ElementProps } from '@mantine/core';
import styles from './table.module.css';

interface TableProps extends BoxProps, ElementProps<'table', keyof BoxProps> {
  /** Above and below each cell: in pixels. */
  readonly verticalSpacing?: number;
  readonly withRowBorders?: boolean;
  readonly highlightOnHover?: boolean;
  /** The titles stay in sight while the table scrolls. */
  readonly stickyHeader?: boolean;
}

/**
 * A plain table in the looks of the kit. The kit's own loads its scroll bars and what floats, for a place to scroll
 * that a browser has too: `WideTable`.
 */
export function Table({ verticalSpacing = 7, withRowBorders = true, highlightOnHover, stickyHeader, className, ...props }: TableProps) {
  return (
    <Box
      component="table"
      {...props}
      className={[styles.table, className].filter(Boolean).join(' ')}
      mod={{ lined: withRowBorders, hover: highlightOnHover ?? false, sticky: stickyHeader ?? false }}
      __vars={{ '--cell-y': `${verticalSpacing}px` }}
    />
  );
}

type CellProps<Tag extends 'td' | 'th'> = BoxProps & ElementProps<Tag, keyof BoxProps>;

Table.Thead = function Thead(props: ElementProps<'thead'>) {
  return <thead {...props} />;
};
Table.Tbody = function Tbody(props: ElementProps<'tbody'>) {
  return <tbody {...props} />;
};
Table.Tr = function Tr(props: ElementProps<'tr'>) {
  return <tr {...props} />;
};
Table.Th = function Th(props: CellProps<'th'>) {
  return <Box component="th" {...props} />;
};
Table.Td = function Td(props: CellProps<'td'>) {
  return <Box component="td" {...props} />;
};
