import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { postImportsByImportIdCommit, postImportsByImportIdTrack, type Import } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useRefreshImport } from '../data/use-refresh-import.ts';

/** The last step: the points are written, and their keywords tracked on. */
export function WriteStep({ record }: { readonly record: Import }) {
  const { status, points } = record;
  return (
    <Section title="5. Write it">
      {status === 'mapped' && <Write record={record} />}
      {status === 'committing' && (
        <Text size="sm" role="status">
          {formatPlural(points, 'point')} are written so far. You can leave this page.
        </Text>
      )}
      {status === 'committed' && <Track importId={record.id} />}
      {status === 'failed' && <Text size="sm">Nothing of it was kept. Bring the file again.</Text>}
      {status === 'undone' && <Text size="sm">It was undone.</Text>}
    </Section>
  );
}

function Write({ record: { id } }: { readonly record: Import }) {
  const [isAccepted, setAccepted] = useState(false);
  const refresh = useRefreshImport();
  const write = useMutation<unknown, ApiError>({
    mutationFn: () => ask(postImportsByImportIdCommit, { path: { import_id: id }, body: { accept_rejects: isAccepted } }),
    onSuccess: refresh,
  });
  return (
    <>
      {write.error && <ErrorNote error={write.error} />}
      <Group>
        <Button onClick={() => write.mutate()} loading={write.isPending}>
          Write the points
        </Button>
        <Checkbox
          label="Also when more than half of the rows are rejected"
          checked={isAccepted}
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
        />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        Imported positions stand in a layer of their own: totals, averages, shares, moves and alerts stay as they are.
      </Text>
    </>
  );
}

function Track({ importId }: { readonly importId: string }) {
  const [isAsked, setAsked] = useState(false);
  const body = { check_interval: 'daily' } as const;
  const path = { import_id: importId };
  return (
    <>
      <Text size="sm" mb="xs">
        The points show in the charts of keywords that this project tracks.
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        Track its keywords
      </Button>
      <ConfirmPrice
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title="Track the keywords of the import"
        verb="Track"
        dryRun={async () => ({ estimate: readEstimate(await ask(postImportsByImportIdTrack, { path, body: { ...body, dry_run: true } })) })}
        run={() => ask(postImportsByImportIdTrack, { path, body })}
      >
        <Text size="sm">
          They are checked every day from now on, and get the tags and stars that they had. Those that are tracked already are checked as
          before.
        </Text>
      </ConfirmPrice>
    </>
  );
}
