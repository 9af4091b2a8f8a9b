import { Button, Group } from '@mantine/core';
import { getAdminCostsFreeTiers, getAdminCostsRecent, type GetAdminCostsRecentData } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { addDays } from '#data/time/days.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
import { DaysFilter, TextFilter } from '#ui/forms/text-filter.tsx';
import { ledgerKey, useLedgerColumns } from './ledger-columns.tsx';
import { toServiceName } from './service-name.ts';
import { costsSearch } from './search.ts';
import { Select } from '#ui/forms/select.tsx';

const LIMIT = 500;
type Query = NonNullable<GetAdminCostsRecentData['query']>;

/** Every call that was paid, newest first. */
export function Ledger({ everyMs }: { readonly everyMs: number | undefined }) {
  const { search, setSearch } = useScreenSearch(costsSearch);
  const { service, run, project, since, until, offset = 0 } = search;
  const query: Query = {
    limit: LIMIT,
    offset,
    // The service says which services there are, and refuses others.
    ...(service && { service: service as NonNullable<Query['service']> }),
    ...(run && { run_id: run }),
    ...(project && { project_id: project }),
    ...(since && { since: `${since}T00:00:00Z` }),
    ...(until && { until: `${addDays(until, 1)}T00:00:00Z` }),
  };
  const answer = useAnswer(getAdminCostsRecent, { query }, { everyMs });
  const place = useGridPlace();
  const columns = useLedgerColumns();
  const isFiltered = [service, run, project, since, until].some((value) => value !== undefined);
  const clear = (): void =>
    setSearch({ service: undefined, run: undefined, project: undefined, since: undefined, until: undefined, offset: undefined });
  return (
    <>
      <LedgerFilters />
      <Answered answer={answer} height={400}>
        {({ costs, pagination }) => (
          <>
            <RowsGrid
              label="Ledger"
              rows={costs}
              columns={columns}
              rowKey={ledgerKey}
              place={place}
              fileName="ledger"
              whole={toWholeList(getAdminCostsRecent, { query }, pagination)}
              empty={
                isFiltered ? (
                  <Empty
                    title="No calls match these filters"
                    action={
                      <Button variant="default" onClick={clear}>
                        Clear the filters
                      </Button>
                    }
                  />
                ) : (
                  <Empty title="No spend yet">Calls to outside services appear here as they are made.</Empty>
                )
              }
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next })} />
          </>
        )}
      </Answered>
    </>
  );
}

function LedgerFilters() {
  const { search, setSearch } = useScreenSearch(costsSearch);
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
