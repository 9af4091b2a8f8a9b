import { Button, Group } from '@mantine/core';
import { getAdminCostsFreeTiers, getAdminCostsRecent, type GetAdminCostsRecentData } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { Empty } from '#ui/states/answered.tsx';
import { DaysFilter, TextFilter, toInstants } from '#ui/forms/text-filter.tsx';
import { useLedgerColumns } from './ledger-columns.tsx';
import { toServiceName } from './service-name.ts';
import { costsSearch } from './search.ts';
import { Select } from '#ui/forms/select.tsx';
import { defineList, type Asked, type ListAt, type ListPart } from '#ui/list/define-list.tsx';

type Query = NonNullable<GetAdminCostsRecentData['query']>;
type Part = ListPart<typeof costsSearch, unknown, Asked>;

/** Every call that was paid, newest first. */
export const Ledger = defineList({
  search: costsSearch,
  operation: getAdminCostsRecent,
  useOptions: ({ search: { service, run, project, since, until } }) => ({
    query: {
      // The service says which services there are, and refuses others.
      ...(service && { service: service as NonNullable<Query['service']> }),
      ...(run && { run_id: run }),
      ...(project && { project_id: project }),
      ...toInstants({ since, until }),
    },
  }),
  useEveryMs: ({ given }: ListAt<typeof costsSearch, Asked>) => given.everyMs,
  limit: 500,
  height: 400,
  filters: LedgerFilters,
  empty: Nothing,
  label: 'Ledger',
  fileName: 'ledger',
  rows: ({ costs }) => costs,
  columns: useLedgerColumns,
  rowKey: ({ id }) => id,
});

function Nothing({ search: { service, run, project, since, until }, setSearch }: Part) {
  if ([service, run, project, since, until].every((value) => value === undefined))
    return <Empty title="No spend yet">Calls to outside services appear here as they are made.</Empty>;
  const clear = (): void =>
    setSearch({ service: undefined, run: undefined, project: undefined, since: undefined, until: undefined, offset: undefined });
  return (
    <Empty
      title="No calls match these filters"
      action={
        <Button variant="default" onClick={clear}>
          Clear the filters
        </Button>
      }
    />
  );
}

function LedgerFilters({ search, setSearch }: Part) {
  const { data } = useAnswer(getAdminCostsFreeTiers, {});
  const services = data ? [...new Set([...data.rates, ...data.free_tiers].map(({ service }) => service))].toSorted() : [];
  const change = (values: Parameters<typeof setSearch>[0]): void => setSearch({ ...values, offset: undefined });
  return (
    <Group mb="md" align="flex-end" gap="sm">
      <Select
        label="Service"
        placeholder="All"
        clearable
        data={services.map((value) => ({ value, label: toServiceName(value) }))}
        value={search.service ?? null}
        onChange={(value) => change({ service: value ?? undefined })}
      />
      <TextFilter label="Run" placeholder="Any" value={search.run} onChange={(value) => change({ run: value })} />
      <TextFilter label="Project" placeholder="Any" value={search.project} onChange={(value) => change({ project: value })} />
      <DaysFilter since={search.since} until={search.until} onChange={change} />
    </Group>
  );
}
