import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRunByRunIdKeywordsCsv } from '#client';
import { useFileName } from '#app/use-file-name.ts';
import { ask } from '#data/answers.ts';
import { formatCount } from '#data/format.ts';
import { ErrorNote } from '#ui/answered.tsx';
import { saveText } from '#ui/save-file.ts';
import type { ApiError } from '#data/api-error.ts';
import type { Filter } from './keywords.tsx';

interface AllAsCsvProps {
  readonly runId: string;
  readonly total: number;
  readonly filter: Filter;
}

/** Gives everything that fits the filters, not only what is loaded. */
export function AllAsCsv({ runId, total, filter: { fields: _fields, format: _format, ...query } }: AllAsCsvProps) {
  const toName = useFileName();
  const save = useMutation<unknown, ApiError>({
    mutationFn: async () =>
      saveText(`${toName('research keywords', runId)}.csv`, 'text/csv', await ask(getRunByRunIdKeywordsCsv, { path: { runId }, query })),
  });
  return (
    <>
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        CSV of all {formatCount(total)}
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </>
  );
}
