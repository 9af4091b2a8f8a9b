import { Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { formatCount, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';

interface StarsProps {
  /** Reviews that were read, of one to five stars. */
  readonly read: readonly number[];
  /** All ratings, as the store counts them; null: it did not say. */
  readonly ofStore: readonly number[] | null;
  readonly chosen: number | undefined;
  readonly onChoose: (stars: number | undefined) => void;
}

/** How many gave how many stars: by the store's own count where it is known, else by the reviews that were read. A row shows its reviews. */
export function Stars({ read, ofStore, chosen, onChoose }: StarsProps) {
  const counts = ofStore ?? read;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const basis =
    ofStore === null
      ? `Of the ${formatPlural(total, 'review')} that were read`
      : `Of all ${formatCount(total)} ratings, as the store counts them`;
  return (
    <Stack gap={4} mb="md" maw={520} role="group" aria-label="Stars">
      <Text size="sm" c="dimmed">
        {basis}. Choose stars to see their reviews.
      </Text>
      {[5, 4, 3, 2, 1].map((stars) => (
        <StarRow
          key={stars}
          stars={stars}
          count={counts[stars - 1] ?? 0}
          total={total}
          readCount={read[stars - 1] ?? 0}
          isChosen={chosen === stars}
          onChoose={() => onChoose(chosen === stars ? undefined : stars)}
        />
      ))}
    </Stack>
  );
}

interface StarRowProps {
  readonly stars: number;
  readonly count: number;
  readonly total: number;
  /** How many of its reviews there are to show. */
  readonly readCount: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function StarRow({ stars, count, total, readCount, isChosen, onChoose }: StarRowProps) {
  const share = count / total;
  return (
    <UnstyledButton aria-pressed={isChosen} title={`${formatPlural(readCount, 'review')} to read`} onClick={onChoose} mih={24}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" w={56} fw={isChosen ? 700 : 400}>
          {formatPlural(stars, 'star')}
        </Text>
        <Progress value={share * 100} flex={1} size="lg" aria-hidden {...(isChosen ? {} : { opacity: 0.75 })} />
        <Text size="sm" w={120} ta="right" fw={isChosen ? 700 : 400}>
          {formatCount(count)} ({formatShare(share)})
        </Text>
      </Group>
    </UnstyledButton>
  );
}
