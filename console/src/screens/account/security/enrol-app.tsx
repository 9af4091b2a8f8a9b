import { Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  postMeFactorsTotp,
  postMeFactorsTotpConfirm,
  type PostMeFactorsTotpConfirmResponse,
  type PostMeFactorsTotpResponse,
} from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { QrCode } from './qr-code.tsx';

interface EnrolAppProps {
  /** @param recoveryCodes with the first factor */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

/** Shows a new secret as a QR code and as text, and asks for the first code of the app that took it. */
export function EnrolApp({ onDone }: EnrolAppProps) {
  // Asked for once for each opening: every answer is another secret.
  const begun = useQuery<PostMeFactorsTotpResponse, ApiError>({
    queryKey: ['enrol-app'],
    queryFn: () => ask(postMeFactorsTotp, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Answered answer={begun} height={320}>
      {(secret) => <Confirm begun={secret} onDone={onDone} />}
    </Answered>
  );
}

function Confirm({ begun: { secret, otpauth }, onDone }: EnrolAppProps & { readonly begun: PostMeFactorsTotpResponse }) {
  const [code, setCode] = useState('');
  const confirm = useMutation<PostMeFactorsTotpConfirmResponse, ApiError>({
    mutationFn: () => ask(postMeFactorsTotpConfirm, { body: { code: code.trim() } }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  });
  return (
    <form onSubmit={onSubmit(() => confirm.mutate())}>
      <Stack>
        <Text size="sm">Scan this with an authenticator app on your phone, or type the secret into it.</Text>
        <Center>
          <QrCode text={otpauth} label="QR code for an authenticator app" />
        </Center>
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</Code>
          <CopyButton text={secret} label="Copy the secret" />
        </Group>
        {confirm.error && <ErrorNote error={confirm.error} />}
        <TextInput
          label="Code"
          description="The six digits that the app shows now"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          data-autofocus
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
