import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Passkey } from '#client';
import { useRealNow } from '#app/session.tsx';
import { hasPasskeys } from '#data/answers/passkeys.ts';
import { formatAge } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

/** One that gets a name, made first where it is undefined; or one that is to go. */
export type PasskeyDialog = { readonly named: Passkey | undefined } | { readonly removed: Passkey };

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  readonly onDialog: (dialog: PasskeyDialog) => void;
}

/** Passkeys with their names and last use. */
export function Passkeys({ passkeys, onDialog }: PasskeysProps) {
  const now = useRealNow();
  const columns = useMemo(() => toColumns(onDialog, now), [onDialog, now]);
  const place = useLocalPlace();
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Text fw={600}>Passkeys</Text>
          <Text size="sm" c="dimmed">
            {hasPasskeys()
              ? 'A device signs you in after a look at your finger, face or PIN, without a password.'
              : 'This browser has none at this address: they need https, or localhost.'}
          </Text>
        </div>
        <Button variant="default" size="xs" disabled={!hasPasskeys()} onClick={() => onDialog({ named: undefined })}>
          Add a passkey
        </Button>
      </Group>
      {passkeys.length > 0 && <RowsGrid label="Passkeys" rows={passkeys} columns={columns} rowKey={toKey} place={place} />}
    </Stack>
  );
}

const toKey = ({ id }: Passkey): string => id;

function toColumns(onDialog: PasskeysProps['onDialog'], now: () => Date): readonly RowColumn<Passkey>[] {
  return [
    column.text('name', 'Name', 200, { isOnPhone: true }),
    column.text('kept', 'Kept', 150, { of: ({ is_synced: isSynced }) => (isSynced ? 'on several devices' : 'on one device') }),
    column.instant('created', 'Added (UTC)', 160, { of: 'created_at' }),
    column.text('used', 'Last used', 120, {
      of: 'used_at',
      isOnPhone: true,
      render: ({ used_at: at }) => (at === null ? 'never' : formatAge(at, now())),
    }),
    column.text('actions', 'Actions', 170, {
      of: 'id',
      isOnPhone: true,
      isSortable: false,
      render: (passkey) => (
        <Group gap={4} wrap="nowrap">
          <Button size="compact-xs" variant="default" onClick={() => onDialog({ named: passkey })}>
            Rename
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onDialog({ removed: passkey })}>
            Remove
          </Button>
        </Group>
      ),
    }),
  ];
}
