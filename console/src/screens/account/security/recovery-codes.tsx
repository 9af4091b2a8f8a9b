import { Button, Group, Stack, Text } from '@mantine/core';
import { copyText } from '#data/copy-text.ts';
import { say } from '#data/answers/announce.ts';
import { saveText } from '#ui/actions/save-file.ts';
import { Icon } from '#ui/icons/icon.tsx';
import styles from './recovery-codes.module.css';

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyText(text)) say('Recovery codes copied');
  };
  return (
    <Stack>
      <Text size="sm">
        Each of these signs you in once when you have lost your device. They are shown this once: keep them where you keep your passwords.
      </Text>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <Button variant="default" leftSection={<Icon name="copy" size={15} />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={15} />}
          onClick={() => saveText('sightline-recovery-codes.txt', 'text/plain', text)}
        >
          Download
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
