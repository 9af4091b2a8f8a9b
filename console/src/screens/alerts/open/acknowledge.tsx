import { Stack, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Alert, postAlertsAcknowledge } from '#client';
import { ask } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';

interface AcknowledgeProps {
  /** Undefined: the dialog is closed. */
  readonly alerts: readonly Pick<Alert, 'id' | 'title'>[] | undefined;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

const NOTE_MAX = 500;

/** Says of alerts that they were seen, with what was found out. */
export function Acknowledge({ alerts = [], onClose, onDone }: AcknowledgeProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [first] = alerts;
  const title =
    alerts.length === 1 && first ? `Acknowledge "${isolate(first.title)}"` : `Acknowledge ${formatPlural(alerts.length, 'alert')}`;
  return (
    <ConfirmAction
      isOpen={alerts.length > 0}
      onClose={onClose}
      title={title}
      verb="Acknowledge"
      run={() => ask(postAlertsAcknowledge, { body: { ids: alerts.map(({ id }) => id), note: note.trim() || null } })}
      onDone={() => {
        setNote('');
        void queries.invalidateQueries();
        onDone?.();
      }}
    >
      <Stack gap="sm">
        Reminders end until its state changes.
        <Textarea
          label="Note"
          description="What you found out, for the others"
          autosize
          minRows={2}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Stack>
    </ConfirmAction>
  );
}
