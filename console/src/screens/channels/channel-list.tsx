import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { getChannels, type Channel, type GetChannelsData, type GetChannelsResponse } from '#client';
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
import { makeChannelColumns } from './columns.tsx';
import type { Owner } from './form/add-channel.tsx';
import { ChannelDrawer } from './one/channel-drawer.tsx';
import { sayChannels } from './say-channel.ts';
import { channelsSearch } from './search.ts';

const AddChannel = later(async () => (await import('./form/add-channel.tsx')).AddChannel);

interface ChannelListProps {
  readonly title: string;
  readonly asked: GetChannelsData['query'];
  readonly answer: UseQueryResult<GetChannelsResponse, ApiError>;
  readonly owner: Owner;
  /** Whose a new channel is, and whose are shown. */
  readonly ownerChoice?: ReactNode;
  readonly filter?: ReactNode;
  readonly children?: ReactNode;
}

/** Channels: where messages are sent to, how each goes, and the way to a new one. */
export function ChannelList({ title, asked, answer, owner, ownerChoice, filter, children }: ChannelListProps) {
  const { rights, me } = useSession();
  const { search, setSearch } = useScreenSearch(channelsSearch);
  const place = useGridPlace();
  const names = useMemo(() => new Map([...me.projects, ...me.organizations].map((one) => [one.id, one.name])), [me]);
  const columns = useMemo(() => makeChannelColumns((channel) => sayOwner(channel, names)), [names]);
  const mayChange = ({ organization_id: organization, project_id: project }: Channel): boolean =>
    rights.has(project !== null ? 'edit' : organization !== null ? 'manage' : 'operate');
  const channels = answer.data?.channels ?? [];
  const add = (
    <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setSearch({ add: true })}>
      Add a channel
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={answer.data ? sayChannels(channels, answer.data.pagination.total) : 'Where alerts and digests are sent to.'}
        actions={channels.length > 0 && add}
      />
      {filter}
      <Answered answer={answer} height={240}>
        {(data) => (
          <>
            <RowsGrid
              label="Channels"
              rows={data.channels}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="channels"
              whole={toWholeList(getChannels, { query: { limit: 100, offset: 0, ...asked } }, data.pagination)}
              source={toListSource(getChannels, { query: asked })}
              onOpen={({ id }) => setSearch({ channel: id })}
              empty={
                <Empty title="No channels yet" action={add}>
                  Messages go to the inbox alone. A channel takes them to Slack, Teams, Discord, Telegram, a program of yours or a feed
                  reader.
                </Empty>
              }
            />
            <Pager pagination={data.pagination} onOffset={(offset) => setSearch({ offset: offset || undefined })} />
          </>
        )}
      </Answered>
      {children}
      {answer.data && (
        <ChannelDrawer
          channelId={search.channel}
          others={channels}
          mayChange={mayChange}
          onClose={() => setSearch({ channel: undefined })}
        />
      )}
      {search.add && <AddChannel owner={owner} ownerChoice={ownerChoice} others={channels} onClose={() => setSearch({ add: undefined })} />}
    </>
  );
}

const toKey = ({ id }: Channel): string => id;

function sayOwner({ project_id: project, organization_id: organization }: Channel, names: ReadonlyMap<string, string>): string {
  if (project !== null) return names.get(project) ?? 'another project';
  return organization === null ? 'the service' : `all of ${names.get(organization) ?? 'the organization'}`;
}
