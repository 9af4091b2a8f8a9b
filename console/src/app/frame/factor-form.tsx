import { Anchor, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { postSessionFactor, type FactorNeeded, type PostSessionFactorData } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import { signWithPasskey } from '#data/answers/passkeys.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ProofFields, type Shown } from './proof-fields.tsx';
import { useEnter } from './use-enter.ts';

interface FactorFormProps {
  readonly factor: FactorNeeded;
  /** Begins the sign-in again. */
  readonly onBack: () => void;
  readonly onDone?: () => void;
}

/** Completes a sign-in that wants a second factor. */
export function FactorForm({ factor: { token, ways }, onBack, onDone }: FactorFormProps) {
  const enter = useEnter(onDone);
  const complete = useMutation<unknown, ApiError, Shown>({
    mutationFn: async (shown) => await askOnce(postSessionFactor, { body: await toBody(token, shown) }),
    onSuccess: enter,
  });
  return (
    <Stack>
      <Text size="sm">Show your second factor to continue.</Text>
      {complete.error && <ErrorNote error={complete.error} />}
      <ProofFields ways={ways} isPending={complete.isPending} onShow={complete.mutate} />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
        Begin again
      </Anchor>
    </Stack>
  );
}

async function toBody(token: string, { way, text }: Shown): Promise<PostSessionFactorData['body']> {
  if (way === 'passkey') return { token, passkey: await signWithPasskey(token) };
  return way === 'recovery_code' ? { token, recovery_code: text } : { token, code: text };
}
