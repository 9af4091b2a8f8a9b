import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { getDigests, type Digest, type GetDigestsData, type GetDigestsResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { makeDigestColumns } from './columns.ts';
import { sayDigests } from './say-digest.ts';
import { digestsSearch } from './search.ts';

const NewDigest = later(async () => (await import('./new-digest.tsx')).NewDigest);

interface DigestListProps {
  readonly title: string;
  readonly asked: GetDigestsData['query'];
  readonly answer: UseQueryResult<GetDigestsResponse, ApiError>;
  /** What a new one is about at first. */
  readonly scope: Digest['scope'];
  readonly organizationId: string | undefined;
  /** Below which a digest opens. */
  readonly path: string;
  readonly filter?: ReactNode;
  readonly empty: string;
}

/** Digests: about what, when, the next and the last one; and the way to a new one. */
export function DigestList({ title, asked, answer, scope, organizationId, path, filter, empty }: DigestListProps) {
  const { me } = useSession();
  const { search, setSearch } = useScreenSearch(digestsSearch);
  const navigate = useNavigate();
  const place = useGridPlace();
  const columns = useMemo(() => makeDigestColumns(new Map(me.projects.map(({ id, name }) => [id, name]))), [me.projects]);
  const { data } = answer;
  const openDigest = (id: string): void => void navigate({ to: `${path}/${id}` });
  const add = (
    <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setSearch({ add: true })}>
      New digest
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={data ? sayDigests(data.digests, data.pagination.total) : 'Mails about projects that people get by a schedule.'}
        actions={(data?.digests.length ?? 0) > 0 && add}
      />
      {filter}
      <Answered answer={answer} height={240}>
        {({ digests, pagination }) => (
          <>
            <RowsGrid
              label="Digests"
              rows={digests}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="digests"
              whole={toWholeList(getDigests, { query: { limit: 100, offset: 0, ...asked } }, pagination)}
              source={toListSource(getDigests, { query: asked })}
              onOpen={({ id }) => openDigest(id)}
              empty={
                <Empty title="No digests yet" action={add}>
                  {empty}
                </Empty>
              }
            />
            <Pager pagination={pagination} onOffset={(offset) => setSearch({ offset: offset || undefined })} />
          </>
        )}
      </Answered>
      {search.add && data && (
        <NewDigest
          presets={data.presets}
          scope={scope}
          organizationId={organizationId}
          onMade={openDigest}
          onClose={() => setSearch({ add: undefined })}
        />
      )}
    </>
  );
}

const toKey = ({ id }: Digest): string => id;
