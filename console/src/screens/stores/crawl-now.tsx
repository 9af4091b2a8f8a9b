import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getAdminCrawlRuns, postAdminStartCrawl, type PostAdminStartCrawlData } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { ConfirmPrice, type Price } from '#ui/actions/confirm-price.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { toStoreName } from '../apps/store/store.ts';
import { toCountryName } from '#data/names.ts';
import { storeChartSearch } from './search.ts';
import type { StoreList } from './use-store-list.ts';
import { Select } from '#ui/forms/select.tsx';

type Order = PostAdminStartCrawlData['body'];

const DEPTHS = [
  { value: '0', label: 'The chart only' },
  { value: '1', label: 'The chart, the pages of its apps, and similar apps' },
];

interface CrawlNowProps {
  readonly list: StoreList;
  readonly name: string;
  /** It is what the screen proposes. */
  readonly isFirst?: boolean;
}

/** Has the list read by the service, after its price and its time were shown. */
export function CrawlNow({ list, name, isFirst = false }: CrawlNowProps) {
  const { setSearch } = useScreenSearch(storeChartSearch);
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [depth, setDepth] = useState('0');
  const body = toOrder(list, Number(depth));
  return (
    <>
      <Button
        size="xs"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<Icon name="refresh" size={15} />}
        onClick={() => setOpen(true)}
      >
        {isFirst ? 'Crawl this chart' : 'Crawl now'}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Crawl ${name}`}
        verb="Start"
        of={body}
        dryRun={() => estimate(body)}
        run={() => ask(postAdminStartCrawl, { body })}
        onDone={(done) => {
          if ('run_id' in done) setSearch({ crawl: done.run_id, week: undefined });
          void queries.invalidateQueries({ queryKey: answerKey(getAdminCrawlRuns) });
        }}
      >
        <Text size="sm">
          {toStoreName(list.platform)}, {toCountryName(list.country)}
          {list.platform === 'store_a' && ', charts of free and of paid apps'}
        </Text>
        <Select label="What is read" data={DEPTHS} value={depth} onChange={(value) => value && setDepth(value)} />
      </ConfirmPrice>
    </>
  );
}

function toOrder({ platform, categoryId, country, chart, device }: StoreList, depth: number): Order {
  const ofStore = platform === 'store_a' ? { device } : { ...(chart && { chart_types: [chart] as NonNullable<Order['chart_types']> }) };
  return { platform, storefront: country, category_ids: [categoryId], related_app_depth: depth, ...ofStore };
}

async function estimate(body: Order): Promise<Price> {
  const answer = await ask(postAdminStartCrawl, { body: { ...body, dry_run: true } });
  if (!('estimate' in answer)) throw new Error('The service returned no estimate');
  return {
    estimate: answer.estimate,
    lines: [
      ['Apps, about', formatCount(answer.estimated_apps)],
      ['Duration, about', answer.estimated_duration],
    ],
  };
}
