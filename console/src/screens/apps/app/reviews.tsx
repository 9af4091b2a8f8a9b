import { Group, Text, TextInput, Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getAppsByAppIdReviews, type AppReview } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { Empty } from '#ui/states/answered.tsx';
import { formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { REVIEWS } from '../columns.tsx';
import { appSearch } from '../search.ts';
import { ReadReviews } from '../store/orders.tsx';
import { sayUnreadReviews } from './leads.ts';
import { Stars } from './stars.tsx';
import { toStorefront, type AppOfProject } from '../store/store.ts';
import { defineList, type ListAt } from '#ui/list/define-list.tsx';

const TYPING_MS = 300;

interface ReviewsProps {
  readonly app: AppOfProject;
  /** All ratings of the store, of one to five stars; null: the store did not say. */
  readonly ofStore: readonly number[] | null;
}

type At = ListAt<typeof appSearch, ReviewsProps>;

/** The reviews of an app in a store, of whichever stars. */
function toAll({ search: { version }, given: { app } }: At) {
  return { path: { app_id: app.appId }, query: { platform: app.platform, ...toStorefront(app), ...(version && { version }) } };
}

/** What people wrote about it, newest first, and how many stars they gave. */
export const Reviews = defineList({
  search: appSearch,
  operation: getAppsByAppIdReviews,
  useOptions: (at: At) => {
    const { path, query } = toAll(at);
    return { path, query: { ...query, ...(at.search.stars && { rating: at.search.stars }) } };
  },
  limit: 200,
  height: 320,
  filters: Filters,
  before: ({ data: { reads } }) => {
    const failed = reads.find(({ error }) => error !== null);
    return (
      failed && (
        <Text size="sm" mb="xs" c="var(--bad)">
          {sayUnreadReviews(failed.error ?? '')}
        </Text>
      )
    );
  },
  after: ({ data, search, setSearch }) => (
    <Review review={data?.reviews.find(({ review_id: id }) => id === search.review)} onClose={() => setSearch({ review: undefined })} />
  ),
  empty: ({ search: { stars, version }, data: { reads } }) => {
    const readAt = reads.find(({ read_at: at }) => at !== null)?.read_at;
    if (!readAt) return <Empty title="The reviews have not been read yet">They are read when you ask for them.</Empty>;
    return stars !== undefined || version !== undefined ? (
      <Empty title="No review that was read fits">Choose other stars or another version.</Empty>
    ) : (
      <Empty title="The store showed no review">{`They were read on ${formatInstant(readAt)} UTC.`}</Empty>
    );
  },
  label: 'Reviews',
  fileName: 'reviews',
  toSubject: ({ app }) => app.appId,
  rows: ({ reviews }) => reviews,
  columns: REVIEWS,
  rowKey: ({ review_id: id }) => id,
  open: ({ review_id: id }, { setSearch }) => setSearch({ review: id }),
});

function Filters(at: At) {
  const { given, search, setSearch } = at;
  const { path, query } = toAll(at);
  const { rights } = useSession();
  // The counts of all stars, whichever of them are shown.
  const counted = useAnswer(getAppsByAppIdReviews, { path, query: { ...query, limit: 1 } });
  const findVersion = useDebouncedCallback(
    (text: string) => setSearch({ version: text.trim() || undefined, offset: undefined }),
    TYPING_MS,
  );
  return (
    <>
      {rights.has('edit') && <ReadReviews {...given.app} />}
      {counted.data && (
        <Stars
          read={counted.data.ratings}
          ofStore={given.ofStore}
          chosen={search.stars}
          onChoose={(next) => setSearch({ stars: next, offset: undefined })}
        />
      )}
      <Group mb="sm">
        <TextInput
          size="xs"
          aria-label="Version"
          placeholder="Any version"
          defaultValue={search.version ?? ''}
          onChange={({ currentTarget: { value } }) => findVersion(value)}
        />
      </Group>
    </>
  );
}

interface ReviewProps {
  /** Undefined: closed. */
  readonly review: AppReview | undefined;
  readonly onClose: () => void;
}

/** A review with its whole text. */
function Review({ review, onClose }: ReviewProps) {
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
