import { ActionIcon, Group, Text } from '@mantine/core';
import { formatCount } from '#data/format.ts';
import { Icon } from './icons/icon.tsx';

interface PagerProps {
  readonly pagination: { readonly limit: number; readonly offset: number; readonly total: number; readonly has_more: boolean };
  readonly onOffset: (offset: number) => void;
}

/** Which part of a list is shown, with steps to the parts beside it. Nothing when all of it is. */
export function Pager({ pagination: { limit, offset, total, has_more: hasMore }, onOffset }: PagerProps) {
  if (offset === 0 && !hasMore) return null;
  const last = Math.min(total, offset + limit);
  return (
    <Group gap="xs" justify="flex-end" mt="xs" role="navigation" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {formatCount(Math.min(offset + 1, total))} to {formatCount(last)} of {formatCount(total)}
      </Text>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - limit))}
      >
        <Icon name="chevron-left" size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Next page" disabled={!hasMore} onClick={() => onOffset(offset + limit)}>
        <Icon name="chevron-right" size={16} />
      </ActionIcon>
    </Group>
  );
}
