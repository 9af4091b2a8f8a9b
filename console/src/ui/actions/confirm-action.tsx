import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorNote } from '../states/answered.tsx';
import { Modal } from '../overlay/overlay.tsx';
import { useAction, type ActionProps } from './use-action.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface ConfirmActionProps<Done> extends ActionProps<Done> {
  readonly isOpen: boolean;
  /** Label of the button: `Purge`. */
  readonly verb: string;
  /** A word to type first, for what cannot be undone. */
  readonly word?: string;
  readonly isDanger?: boolean;
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
function Question<Done>(props: ConfirmActionProps<Done>) {
  const { onClose, verb, word, isDanger = false, children } = props;
  const [typed, setTyped] = useState('');
  const action = useAction(props);
  const isReady = word === undefined || typed === word;
  return (
    <form
      onSubmit={onSubmit(() => {
        if (isReady) action.mutate();
      })}
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
