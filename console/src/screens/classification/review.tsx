import { toWords } from '#data/words.ts';
import '@mantine/core/styles/Tabs.css';
import { Checkbox, Group, Tabs } from '@mantine/core';
import { useState } from 'react';
import { getAdminClassificationStats, getAdminUrlsBrowse } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { byUse } from './choices.ts';
import { FromFile } from './corrections/from-file.tsx';
import { DIMENSIONS, reviewSearch, type Dimension } from './search.ts';
import { Patterns } from './patterns.tsx';
import { Queue } from './queue.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useLabelsOf } from './use-labels-of.ts';

/** A batch stays as it is while a person goes through it: what was said must not move the others. */
const BATCH = 50;

/** Pages of which the classifier is least sure, one at a time, and what people's corrections have in common. */
export function View() {
  const { search, setSearch } = useScreenSearch(reviewSearch);
  return (
    <>
      <PageHeader title="Review queue" lead="The least certain pages come first. Your answer takes effect right away." />
      <Tabs value={search.tab} keepMounted={false} onChange={(tab) => setSearch({ tab: tab as typeof search.tab })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="pages">Pages</Tabs.Tab>
          <Tabs.Tab value="file">From a file</Tabs.Tab>
          <Tabs.Tab value="patterns">Patterns</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pages">
          <Pages />
        </Tabs.Panel>
        <Tabs.Panel value="file">
          <FromFile />
        </Tabs.Panel>
        <Tabs.Panel value="patterns">
          <Patterns />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Pages() {
  const { search, setSearch } = useScreenSearch(reviewSearch);
  const { dimension, value, only, offset = 0 } = search;
  const labels = useLabels(dimension);
  const query = {
    sort: 'confidence',
    order: 'asc',
    limit: BATCH,
    offset,
    ...(only && { data_tier: only }),
    ...(value && { dimension, value }),
  } as const;
  const answer = useAnswer(getAdminUrlsBrowse, { query });
  const [round, setRound] = useState(0);
  return (
    <>
      <Group mb="md" gap="xs">
        <Select
          size="xs"
          w={180}
          aria-label="What to review"
          data={DIMENSIONS.map((id) => ({ value: id, label: toWords(id) }))}
          value={dimension}
          onChange={(next) => setSearch({ dimension: next as Dimension, value: undefined, offset: undefined })}
        />
        <Select
          size="xs"
          w={220}
          aria-label="Only pages labeled"
          placeholder="Any label"
          clearable
          data={['unknown', ...labels].map((id) => ({ value: id, label: toWords(id) }))}
          value={value ?? null}
          onChange={(next) => setSearch({ value: next ?? undefined, offset: undefined })}
        />
        <Checkbox
          size="xs"
          label="Only pages classified by hand"
          checked={only !== undefined}
          onChange={({ currentTarget }) => setSearch({ only: currentTarget.checked ? 'classified' : undefined, offset: undefined })}
        />
      </Group>
      <Answered answer={answer} height={420}>
        {({ urls, pagination }) =>
          urls.length === 0 ? (
            <Empty title="No pages to review">Pages are added with the backlinks of a domain, or no page has this label.</Empty>
          ) : (
            <>
              <Queue
                key={`${dimension} ${value} ${only} ${pagination.offset} ${round}`}
                pages={urls}
                {...{ dimension, labels }}
                onReload={() => void answer.refetch().then(() => setRound(round + 1))}
              />
              <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
            </>
          )
        }
      </Answered>
    </>
  );
}

/** The labels that a page can have, the most usual ones first. */
function useLabels(dimension: Dimension): readonly string[] {
  const labels = useLabelsOf(dimension);
  const distributions = useAnswer(getAdminClassificationStats, {}).data?.distributions;
  return byUse(labels, (dimension === 'domain_type' ? distributions?.domain_types : distributions?.page_types) ?? {});
}
