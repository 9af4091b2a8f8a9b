import { Group, Text, TextInput, Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getAppsByAppIdReviews, type GetAppsByAppIdReviewsResponse, type AppReview } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
import { formatDay, formatPlural } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { REVIEWS } from '../columns.tsx';
import { appSearch } from '../index.ts';
import { ReadReviews } from '../store/orders.tsx';
import { Stars } from './stars.tsx';
import { toStorefront, type AppOfProject } from '../store/store.ts';

const ROWS = 200;
const TYPING_MS = 300;

interface ReviewsProps {
  readonly app: AppOfProject;
  /** All ratings of the store, of one to five stars; null: the store did not say. */
  readonly ofStore: readonly number[] | null;
}

/** What people wrote about it, newest first, and how many stars they gave. */
export function Reviews({ app, ofStore }: ReviewsProps) {
  const { platform, appId } = app;
  const { scopes } = useSession();
  const { search, setSearch } = useScreenSearch(appSearch);
  const { offset = 0, stars, version } = search;
  const path = { app_id: appId };
  const all = { platform, ...toStorefront(app), ...(version && { version }) };
  const options = { path, query: { ...all, ...(stars && { rating: stars }), limit: ROWS, offset } };
  const answer = useAnswer(getAppsByAppIdReviews, options);
  // The counts of all stars, whichever of them are shown.
  const counted = useAnswer(getAppsByAppIdReviews, { path, query: { ...all, limit: 1 } });
  const findVersion = useDebouncedCallback(
    (text: string) => setSearch({ version: text.trim() || undefined, offset: undefined }),
    TYPING_MS,
  );
  return (
    <>
      {scopes.has('write') && <ReadReviews {...app} />}
      {counted.data && (
        <Stars
          read={counted.data.ratings}
          ofStore={ofStore}
          chosen={stars}
          onChoose={(next) => setSearch({ stars: next, offset: undefined })}
        />
      )}
      <Group mb="sm">
        <TextInput
          size="xs"
          aria-label="Version"
          placeholder="Any version"
          defaultValue={version ?? ''}
          onChange={({ currentTarget: { value } }) => findVersion(value)}
        />
      </Group>
      <Answered answer={answer} height={320}>
        {(data) => <ReviewList appId={appId} data={data} whole={toWholeList(getAppsByAppIdReviews, options, data.pagination)} />}
      </Answered>
    </>
  );
}

interface ReviewListProps {
  readonly appId: string;
  readonly data: GetAppsByAppIdReviewsResponse;
  readonly whole: ReturnType<typeof toWholeList>;
}

function ReviewList({ appId, data: { reviews, pagination, reads }, whole }: ReviewListProps) {
  const place = useGridPlace();
  const { search, setSearch } = useScreenSearch(appSearch);
  const isFiltered = search.stars !== undefined || search.version !== undefined;
  const failed = reads.find(({ error }) => error !== null);
  return (
    <>
      {failed && (
        <Text size="sm" mb="xs" c="var(--bad)">
          They could not be read the last time: {failed.error}
        </Text>
      )}
      <RowsGrid
        label="Reviews"
        rows={reviews}
        columns={REVIEWS}
        rowKey={({ review_id: id }) => id}
        place={place}
        fileName="reviews"
        subject={appId}
        whole={whole}
        onOpen={({ review_id: id }) => setSearch({ review: id })}
        empty={
          isFiltered ? (
            <Empty title="No review that was read fits">Choose other stars or another version.</Empty>
          ) : (
            <Empty title="No review is stored">They are read when you ask for them.</Empty>
          )
        }
      />
      <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
      <Review review={reviews.find(({ review_id: id }) => id === search.review)} onClose={() => setSearch({ review: undefined })} />
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
