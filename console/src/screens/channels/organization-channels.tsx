import { Group } from '@mantine/core';
import { getChannels } from '#client';
import { useMay, useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Select } from '#ui/forms/select.tsx';
import { ChannelList } from './channel-list.tsx';
import { OperatorReceiver } from './operator-receiver.tsx';
import { organizationChannelsSearch } from './search.ts';

const LIMIT = 100;
const EVERY_MS = 30_000;

/** Channels of an organization and of its projects; for who runs the service, of all, and the service's own. */
export function View() {
  const { me } = useSession();
  const isOperator = useMay('operate');
  const { search, setSearch } = useScreenSearch(organizationChannelsSearch);
  const { offset = 0 } = search;
  const only = me.organization_id === null && !isOperator ? me.organizations[0]?.id : undefined;
  const organization = me.organization_id ?? search.organization ?? only;
  const asked = organization === undefined ? {} : { organization_id: organization };
  const answer = useAnswer(getChannels, { query: { limit: LIMIT, offset, ...asked } }, { everyMs: EVERY_MS });
  const isChoice = me.organization_id === null && (isOperator || me.organizations.length > 1);
  const choose = (label: string, placeholder: string) => (
    <Select
      label={label}
      {...(isOperator && { placeholder, clearable: true })}
      data={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
      value={organization ?? null}
      onChange={(id) => setSearch({ organization: id ?? undefined, offset: undefined })}
    />
  );
  return (
    <ChannelList
      title="All channels"
      asked={asked}
      answer={answer}
      owner={asked}
      ownerChoice={isChoice && choose('Whose it is', 'The service itself: what operators should know')}
      filter={isChoice && <Group mb="md">{choose('Organization', 'All, and the service itself')}</Group>}
    >
      {isOperator && me.organization_id === null && <OperatorReceiver />}
    </ChannelList>
  );
}
