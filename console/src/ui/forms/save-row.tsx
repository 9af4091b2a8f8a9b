import { Button, Group, Text } from '@mantine/core';

interface SaveRowProps {
  readonly isSaving: boolean;
  readonly isSaved: boolean;
}

/** The end of a form whose values stay where they are. */
export function SaveRow({ isSaving, isSaved }: SaveRowProps) {
  return (
    <Group>
      <Button type="submit" loading={isSaving}>
        Save
      </Button>
      {isSaved && (
        <Text size="sm" role="status">
          Saved
        </Text>
      )}
    </Group>
  );
}
