import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { postMeFactorsPasskeys, putMeFactorsPasskeysById } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { makePasskey } from '#data/answers/passkeys.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { ErrorNote } from '#ui/states/answered.tsx';

interface NamePasskeyProps {
  /** Undefined: one is made. */
  readonly passkey: { readonly id: string; readonly name: string } | undefined;
  /** @param recoveryCodes with the first factor */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

const NAME_LENGTH_MAX = 80;

/** Gives a passkey its name; a new one is then made by the browser. */
export function NamePasskey({ passkey, onDone }: NamePasskeyProps) {
  const [name, setName] = useState(passkey?.name ?? '');
  const save = useMutation<readonly string[] | null, ApiError>({
    mutationFn: () => (passkey === undefined ? add(name.trim()) : rename(passkey.id, name.trim())),
    onSuccess: onDone,
  });
  return (
    <form onSubmit={onSubmit(() => save.mutate())}>
      <Stack>
        {save.error && <ErrorNote error={save.error} />}
        <TextInput
          label="Name"
          description="To tell it from others, such as: work laptop"
          required
          maxLength={NAME_LENGTH_MAX}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {passkey === undefined ? 'Create the passkey' : 'Rename'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

async function add(name: string): Promise<readonly string[] | null> {
  const made = await makePasskey();
  return (await ask(postMeFactorsPasskeys, { body: { name, passkey: made } })).recovery_codes;
}

async function rename(id: string, name: string): Promise<null> {
  await ask(putMeFactorsPasskeysById, { path: { id }, body: { name } });
  return null;
}
