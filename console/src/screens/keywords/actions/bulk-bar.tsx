import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { toKeywordId, type Keywords } from '../table/keywords.ts';
import { CheckNow } from './check-now.tsx';
import { ORDER_MAX, toCheckedKeyword } from './check-order.ts';
import { EditDialog } from './edit-dialog.tsx';
import { useEdit } from './use-edit.ts';

interface BulkBarProps {
  readonly keywords: Keywords;
  /** Names of the selected rows. */
  readonly selected: readonly string[];
  readonly onDone: () => void;
}

type Action = 'check' | 'edit' | 'untrack';

/** What can be done with the selected keywords. */
export function BulkBar({ keywords, selected, onDone }: BulkBarProps) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const [action, setAction] = useState<Action>();
  const edit = useEdit();
  if (!rights.has('edit')) return null;
  const wanted = new Set(selected);
  const rows = Array.from({ length: keywords.count }, (_, row) => row).filter((row) => wanted.has(keywords.keyOf(row)));
  const keywordIds = selected.map(toKeywordId);
  const areStarred = rows.every((row) => keywords.columns.is_starred[row]);
  const close = (): void => setAction(undefined);
  return (
    <>
      <Button
        size="compact-sm"
        onClick={() => setAction('check')}
        disabled={rows.length > ORDER_MAX}
        title={rows.length > ORDER_MAX ? `At most ${ORDER_MAX} at a time` : undefined}
      >
        Check now
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAction('edit')}>
        Edit
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void edit.apply(keywordIds, { starred: !areStarred })}>
        {areStarred ? 'Remove star' : 'Star'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAction('untrack')}>
        Untrack
      </Button>
      <CheckNow
        projectId={projectId}
        keywords={rows.map((row) => toCheckedKeyword(keywords, row))}
        isOpen={action === 'check'}
        onClose={close}
        onDone={onDone}
      />
      <EditDialog keywordIds={keywordIds} isOpen={action === 'edit'} onClose={close} />
      <ConfirmPrice
        isOpen={action === 'untrack'}
        onClose={close}
        title={`Untrack ${formatPlural(new Set(keywordIds).size, 'keyword')}`}
        verb="Untrack"
        dryRun={() => edit.price(keywordIds, { untrack: true })}
        run={() => edit.apply(keywordIds, { untrack: true })}
        onDone={onDone}
      >
        They are no longer checked. Past measurements are kept.
      </ConfirmPrice>
    </>
  );
}
