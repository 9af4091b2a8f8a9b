import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { say } from '../data/announce.ts';
import type { ApiError } from '../data/api-error.ts';
import { ErrorNote } from './answered.tsx';
import { Modal } from './overlay.tsx';

interface ConfirmActionProps<Done> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What will be done: `Purge serp-checks`. */
  readonly title: string;
  /** Of the button: `Purge`. */
  readonly verb: string;
  /** A word to type first, for what cannot be undone. */
  readonly word?: string;
  readonly isDanger?: boolean;
  readonly run: () => Promise<Done>;
  readonly onDone?: (done: Done) => void;
  /** What will happen, in a sentence. */
  readonly children: ReactNode;
}

/** Asks before an action that costs no money but cannot be taken back. */
export function ConfirmAction<Done>(props: ConfirmActionProps<Done>) {
  const { isOpen, onClose, title } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Question {...props} />
    </Modal>
  );
}

/** In a component of its own, so that each opening begins with an empty field. */
function Question<Done>({ onClose, title, verb, word, isDanger = false, run, onDone, children }: ConfirmActionProps<Done>) {
  const [typed, setTyped] = useState('');
  const action = useMutation<Done, ApiError>({
    mutationFn: run,
    onSuccess: (done) => {
      say(`${title}: done`);
      onDone?.(done);
      onClose();
    },
  });
  const isReady = word === undefined || typed === word;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) action.mutate();
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {word !== undefined && (
          <TextInput
            label={
              <>
                Type <Code>{word}</Code> to go on
              </>
            }
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {action.error && <ErrorNote error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDanger ? 'red' : undefined}
            disabled={!isReady}
            loading={action.isPending}
            {...(word === undefined && { 'data-autofocus': true })}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
