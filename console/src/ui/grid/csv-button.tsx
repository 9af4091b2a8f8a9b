import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useShortcuts } from '#app/use-shortcut.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatCount } from '#data/format.ts';
import type { WholeList } from '#data/answers/whole-list.ts';
import { ErrorNote } from '../states/answered.tsx';
import { saveText } from '../actions/save-file.ts';

interface CsvButtonProps {
  /** Without its ending. */
  readonly fileName: string;
  readonly whole: WholeList | undefined;
  /** There is no button, but a key: the menu of the table has the entry. */
  readonly isHidden: boolean;
  /** Saves what is on the screen. */
  readonly onSave: () => void;
}

/** Saves a list: what is on the screen, or all of it where the screen shows a page. */
export function CsvButton({ fileName, whole, isHidden, onSave }: CsvButtonProps) {
  const all = useMutation<void, ApiError, WholeList>({
    mutationFn: async ({ read }) => saveText(`${fileName}.csv`, 'text/csv', await read()),
  });
  const save = (): void => {
    if (!whole) onSave();
    else if (!all.isPending) all.mutate(whole);
  };
  useShortcuts([{ keys: 'e', label: 'Export the list as CSV', run: save }]);
  if (isHidden) return null;
  return (
    <>
      <Button variant="default" size="xs" loading={all.isPending} onClick={save}>
        {whole ? `CSV of ${whole.isCut ? 'the first' : 'all'} ${formatCount(whole.total)}` : 'CSV'}
      </Button>
      {all.error && <ErrorNote error={all.error} />}
    </>
  );
}
