import { Stack, Text } from '@mantine/core';
import { Modal } from '#ui/overlay/overlay.tsx';
import { SignInForm } from './sign-in.tsx';

/** Lies over the screen when the session has ended; what was asked goes on afterwards. */
export function SignInDialog() {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
    >
      <Stack>
        <Text size="sm">Sign in again to continue where you left off.</Text>
        <SignInForm />
      </Stack>
    </Modal>
  );
}
