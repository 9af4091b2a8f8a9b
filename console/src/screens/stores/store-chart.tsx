import { Button } from '@mantine/core';
import type { AppCategory } from '#client';
import { useParameter } from '#app/project.ts';
import { useNow, useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { formatAge, formatInstant } from '#data/format.ts';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { toStoreName, type Platform } from '../apps/store/store.ts';
import { AppHistory } from './app-history.tsx';
import { toCountryName } from '#data/names.ts';
import { CrawlNow } from './crawl-now.tsx';
import { CrawlState } from './crawl-state.tsx';
import { storeChartSearch } from './search.ts';
import { ListChoice } from './list-choice.tsx';
import { PlaceList } from './place-list.tsx';
import { isPlatform, useCategories, usePlaces, useStoreList, type StoreList } from './use-store-list.ts';
import { formatWeek } from './weeks.ts';
import { sayStoreChart } from '../apps/app/leads.ts';
import { joinSentences } from '#data/sentence.ts';
import { sayTry, useLastTry } from './last-try.ts';

/** A list of an app store: who stands where, who moved, and since when. */
export function View() {
  const platform = useParameter('platform');
  if (isPlatform(platform)) return <StoreChart platform={platform} />;
  return (
    <>
      <PageHeader title="Store charts" />
      <Empty title="No such store" action={<ButtonLink to="/stores">Go to the store charts</ButtonLink>} />
    </>
  );
}

const QUESTION = 'Who stands where in a category of an app store, week by week.';

function StoreChart({ platform }: { readonly platform: Platform }) {
  const categoryId = useParameter('categoryId');
  const { search, setSearch } = useScreenSearch(storeChartSearch);
  const categories = useCategories(platform, search.country);
  const category = categories.data?.categories.find(({ category_id: id }) => id === categoryId);
  const list = useStoreList(platform, category);
  const answer = usePlaces(list);
  const { rights } = useSession();
  const now = useNow();
  const name = category?.name ?? categoryId;
  const readAt = answer.data?.apps[0]?.scraped_at ?? null;
  return (
    <>
      <PageHeader
        title={`Store charts: ${name}`}
        lead={(answer.data && sayStoreChart(answer.data.apps, answer.data.total)) ?? QUESTION}
        description={
          <>
            {toStoreName(platform)}, {toCountryName(list.country)}
            {readAt !== null && <span title={`${formatInstant(readAt)} UTC`}> · read {formatAge(readAt, now())}</span>}
          </>
        }
        actions={rights.has('operate') && <CrawlNow list={list} name={name} />}
      />
      {categories.error && <ErrorNote error={categories.error} onRetry={() => void categories.refetch()} />}
      <ListChoice list={list} categories={categories.data?.categories ?? []} newestWeek={answer.data?.apps[0]?.year_week} />
      {rights.has('operate') && <CrawlState platform={platform} />}
      <Answered answer={answer} height={560}>
        {({ apps }) =>
          apps.length === 0 ? (
            <NotRead list={list} name={name} category={category} isKnown={categories.data !== undefined} />
          ) : (
            <PlaceList list={list} apps={apps} onOpen={(app) => setSearch({ app })} />
          )
        }
      </Answered>
      <AppHistory list={list} apps={answer.data?.apps ?? []} name={name} />
    </>
  );
}

interface NotReadProps {
  readonly list: StoreList;
  readonly name: string;
  /** Undefined: no category of the store has the id, or the categories are not known. */
  readonly category: AppCategory | undefined;
  readonly isKnown: boolean;
}

/** Says why there is no list, and offers what would bring one. */
function NotRead({ list, name, category, isKnown }: NotReadProps) {
  const { setSearch } = useScreenSearch(storeChartSearch);
  const { rights } = useSession();
  const tried = useLastTry(list, rights.has('operate'));
  const where = `${name} in ${toCountryName(list.country)}`;
  if (list.week !== undefined)
    return (
      <Empty
        title="Not read this week"
        action={
          <Button variant="default" onClick={() => setSearch({ week: undefined })}>
            Show the latest reading
          </Button>
        }
      >
        {formatWeek(list.week)}: this chart of {where} was not read, so its places are not known.
      </Empty>
    );
  const wasRead = category?.last_scraped_at ?? null;
  const isUnread = isKnown && wasRead === null;
  return (
    <Empty
      title={isUnread ? `${name} was never read` : 'This chart was never read'}
      action={rights.has('operate') && <CrawlNow list={list} name={name} isFirst />}
    >
      {joinSentences([
        isUnread && `No crawl has read ${where} yet.`,
        wasRead !== null && `Other charts of ${where} were read on ${formatInstant(wasRead)} UTC, this one was not.`,
        tried && sayTry(tried),
      ])}{' '}
      {rights.has('operate') ? 'Crawl it now, or set up a job to read it regularly.' : 'An administrator can have it crawled.'}
    </Empty>
  );
}
