import { Group } from '@mantine/core';
import { getDigests } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Select } from '#ui/forms/select.tsx';
import { DigestList } from './digest-list.tsx';
import { organizationDigestsSearch } from './search.ts';

const LIMIT = 100;

/** Digests of an organization: about one project, several, or all of them. */
export function View() {
  const { me } = useSession();
  const { search, setSearch } = useScreenSearch(organizationDigestsSearch);
  const { offset = 0 } = search;
  const known = me.organizations.find(({ id }) => id === (me.organization_id ?? search.organization)) ?? me.organizations[0];
  const organizationId = me.organization_id ?? known?.id;
  const asked = organizationId === undefined ? {} : { organization_id: organizationId };
  const answer = useAnswer(getDigests, { query: { limit: LIMIT, offset, ...asked } });
  return (
    <DigestList
      key={organizationId}
      title="All digests"
      asked={asked}
      answer={answer}
      scope={{ kind: 'organization' }}
      organizationId={organizationId}
      path="/settings/digests"
      filter={
        me.organization_id === null &&
        me.organizations.length > 1 && (
          <Group mb="md">
            <Select
              label="Organization"
              data={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
              value={organizationId ?? null}
              onChange={(id) => setSearch({ organization: id ?? undefined, offset: undefined })}
            />
          </Group>
        )
      }
      empty="A digest of several projects has a row for each, the worst first."
    />
  );
}
