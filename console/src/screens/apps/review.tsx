import { Stack, Text } from '@mantine/core';
import type { AppReview } from '#client';
import { formatDay, formatPlural } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { Facts } from '#ui/facts.tsx';
import { Drawer } from '#ui/overlay.tsx';

interface ReviewProps {
  /** Undefined: closed. */
  readonly review: AppReview | undefined;
  readonly onClose: () => void;
}

/** A review with its whole text. */
export function Review({ review, onClose }: ReviewProps) {
  return (
    <Drawer opened={review !== undefined} onClose={onClose} title={review?.title ?? 'Review'} size="lg">
      {review && (
        <Stack>
          <Facts
            facts={[
              ['Stars', `${formatPlural(review.rating, 'star')} of 5`],
              ['Written', formatDay(review.reviewed_at.slice(0, 10))],
              ['Version', review.version ?? 'not said'],
              ['Language', review.language_code === null ? 'not said' : toLanguageName(review.language_code)],
            ]}
          />
          <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {review.body}
          </Text>
        </Stack>
      )}
    </Drawer>
  );
}
