import { Group, PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { measureStrength, PASSWORD_LENGTH_MIN } from './password-strength.ts';

const COLORS = { 'too short': 'red', 'too simple': 'orange', good: 'teal', strong: 'teal' } as const;

interface NewPasswordProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
}

/** A password that is chosen, with how hard it is to guess. */
export function NewPassword({ value, onChange, label = 'Password' }: NewPasswordProps) {
  const { percent, word } = measureStrength(value);
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        description={`At least ${PASSWORD_LENGTH_MIN} characters, 6 of them different; a few random words are easy to remember`}
        autoComplete="new-password"
        required
        minLength={PASSWORD_LENGTH_MIN}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      {value !== '' && (
        <Group gap="xs" wrap="nowrap">
          <Progress value={percent} color={COLORS[word]} flex={1} size="sm" aria-label={`Strength: ${word}`} />
          <Text size="xs" w={70} ta="right">
            {word}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
