import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getMeFactors, postSessionStepUp, type PostSessionStepUpData } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import { signWithPasskey } from '#data/answers/passkeys.ts';
import { waitingForProof } from '#data/answers/wait-for-person.ts';
import { Modal } from '#ui/overlay/overlay.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { ProofFields, type Shown, type Way } from './proof-fields.tsx';

/** Asks once more who it is; what was asked for goes on afterwards, or is given up. */
export function ProofDialog() {
  const { me } = useSession();
  const factors = useAnswer(getMeFactors, {});
  const prove = useMutation<unknown, ApiError, Shown>({
    mutationFn: async (shown) => await askOnce(postSessionStepUp, { body: await toBody(shown) }),
    onSuccess: () => waitingForProof.get()?.end(true),
  });
  const giveUp = (): void => waitingForProof.get()?.end(false);
  const toWays = (ways: readonly Way[]): readonly Way[] => (me.has_password ? ['password', ...ways] : ways);
  return (
    // Escape would close what lies below it too.
    <Modal opened onClose={giveUp} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title="Is it still you?">
      <Stack>
        <Text size="sm">This asks once more who you are. The answer counts for ten minutes.</Text>
        {prove.error && <ErrorNote error={prove.error} />}
        <Answered answer={factors} height={80}>
          {({ ways }) =>
            toWays(ways).length > 0 ? (
              <ProofFields ways={toWays(ways)} isPending={prove.isPending} onShow={prove.mutate} />
            ) : (
              <Text size="sm">You have neither a password nor a second factor. Sign out and in again: that counts too.</Text>
            )
          }
        </Answered>
        <Group justify="flex-end">
          <Button variant="default" onClick={giveUp}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

async function toBody({ way, text }: Shown): Promise<PostSessionStepUpData['body']> {
  switch (way) {
    case 'passkey':
      return { passkey: await signWithPasskey() };
    case 'password':
      return { password: text };
    case 'code':
      return { code: text };
    case 'recovery_code':
      return { recovery_code: text };
  }
}
