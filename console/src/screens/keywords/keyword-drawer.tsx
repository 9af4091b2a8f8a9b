import { useMemo } from 'react';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { KeywordSummary } from './keyword-summary.tsx';
import type { Keywords } from './table/keywords.ts';

interface KeywordDrawerProps {
  readonly keywords: Keywords;
  /** The name of the row; undefined: closed. */
  readonly rowKey: string | undefined;
  readonly onClose: () => void;
}

/** A keyword beside the table. */
export function KeywordDrawer({ keywords, rowKey, onClose }: KeywordDrawerProps) {
  const row = useMemo(
    () =>
      rowKey === undefined ? -1 : Array.from({ length: keywords.count }, (_, at) => at).findIndex((at) => keywords.keyOf(at) === rowKey),
    [keywords, rowKey],
  );
  return (
    <Drawer opened={row >= 0} onClose={onClose} title={<bdi>{keywords.columns.keyword[row]}</bdi>} size="xl">
      {row >= 0 && <KeywordSummary keywords={keywords} row={row} />}
    </Drawer>
  );
}
