import { useMemo } from 'react';
import { later } from '../../ui/later.tsx';
import { Drawer } from '../../ui/overlay.tsx';
import type { Keywords } from './table/keywords.ts';

const KeywordSummary = later(async () => (await import('./keyword-summary.tsx')).KeywordSummary);

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
    <Drawer opened={row >= 0} onClose={onClose} title={keywords.columns.keyword[row]} size="xl">
      {row >= 0 && <KeywordSummary keywords={keywords} row={row} />}
    </Drawer>
  );
}
