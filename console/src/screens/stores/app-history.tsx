import { Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { getAppsByAppIdRankings, type TopApp } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDecimal } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { AppIcon } from '../apps/app-icon.tsx';
import { toStoreName } from '../apps/store/store.ts';
import { AppTracking } from './app-tracking.tsx';
import { storeChartSearch } from './search.ts';
import { toHistoryChart } from './moves.ts';
import { describePrice } from '../apps/store/price.ts';
import type { StoreList } from './use-store-list.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Segments } from '#ui/charts/segments.tsx';

/** An answer holds no more. */
const ROWS_MAX = 500;
/** The places of a reading come to the analytics store a while after it. */
const POLL_MS = 30_000;
const SPANS = ['28', '90', '365'].map((value) => ({ value, label: `${value} days` }));

interface AppHistoryProps {
  readonly list: StoreList;
  /** What is on the screen: names and icons come from there. */
  readonly apps: readonly TopApp[];
  /** Name of the category. */
  readonly name: string;
}

/** One app of the list: its places over time, and what can be done with it. */
export function AppHistory({ list, apps, name }: AppHistoryProps) {
  const { search, setSearch } = useScreenSearch(storeChartSearch);
  const appId = search.app === undefined ? undefined : String(search.app);
  const app = apps.find(({ app_id: id }) => id === appId);
  return (
    <Drawer opened={appId !== undefined} onClose={() => setSearch({ app: undefined })} title={app?.title ?? appId ?? ''} size="xl">
      {appId !== undefined && (
        <Stack>
          {app && <Known app={app} />}
          <AppTracking list={list} appId={appId} app={app} />
          <History list={list} appId={appId} name={name} />
        </Stack>
      )}
    </Drawer>
  );
}

function Known({ app }: { readonly app: TopApp }) {
  return (
    <Group align="flex-start" wrap="nowrap">
      <AppIcon url={app.icon_url ?? null} size={56} />
      <Facts
        facts={[
          ['Developer', app.developer_name ?? '–'],
          ['Rating, of 5', formatDecimal(app.rating ?? null)],
          ['Ratings', formatCount(app.rating_count ?? null)],
          ['Price', describePrice(app)],
          ['In the store', <OutsideLink href={app.url}>{app.url}</OutsideLink>],
        ]}
      />
    </Group>
  );
}

function History({ list, appId, name }: { readonly list: StoreList; readonly appId: string; readonly name: string }) {
  const { search, setSearch } = useScreenSearch(storeChartSearch);
  const { step, days } = search;
  const { platform, country, categoryId, chart, device } = list;
  const query = {
    platform,
    storefront: country,
    category_id: categoryId,
    device,
    granularity: step,
    days: Number(days),
    limit: ROWS_MAX,
    ...(chart && { chart }),
  };
  const answer = useAnswer(getAppsByAppIdRankings, { path: { app_id: appId }, query }, { everyMs: POLL_MS });
  const rows = answer.data?.rankings;
  const spec = useMemo(() => rows && toHistoryChart(rows, step), [rows, step]);
  return (
    <>
      <Group justify="space-between">
        <Segments
          aria-label="By day or by week"
          data={[
            { value: 'day', label: 'By day' },
            { value: 'week', label: 'By week' },
          ]}
          value={step}
          onChange={(value) => setSearch({ step: value as typeof step })}
        />
        <Select
          aria-label="Days"
          w={120}
          data={SPANS}
          value={days}
          onChange={(value) => value && setSearch({ days: value as typeof days })}
        />
      </Group>
      <Answered answer={answer} height={280}>
        {({ rankings }) =>
          rankings.length === 0 || !spec ? (
            <Empty title={`No reading of ${name} in the last ${days} days has this app`}>
              Days on which the chart was not read are not known.
            </Empty>
          ) : (
            <>
              <Chart title={`Rank on ${name}`} note={toStoreName(platform)} spec={spec} height={260} />
              <Text size="sm" c="dimmed">
                Read {formatCount(rankings.length)} times with the app on the chart. A gap is a {step} when the chart was not read or the
                app was not on it.
              </Text>
            </>
          )
        }
      </Answered>
    </>
  );
}
