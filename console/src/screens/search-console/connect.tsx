import { Alert, Text } from '@mantine/core';
import { getSearchConsoleConnections } from '#client';
import { useProject, useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { Connections } from './connections.tsx';
import { NewConnection } from './new-connection.tsx';
import { Properties } from './properties.tsx';
import { sayFault } from './say.ts';
import { searchConsoleSearch } from './search.ts';

/** From an account to a website, in two steps; each fault with what to do about it. */
export function Connect() {
  const answer = useProject(useProjectId());
  return (
    <Answered answer={answer} height={200}>
      {({ project }) => <Steps organizationId={project.organization_id} />}
    </Answered>
  );
}

function Steps({ organizationId }: { readonly organizationId: string }) {
  const { rights } = useSession();
  const { search } = useScreenSearch(searchConsoleSearch);
  const answer = useAnswer(getSearchConsoleConnections, { query: { limit: 50, offset: 0, organization_id: organizationId } });
  return (
    <>
      {search.fault !== undefined && (
        <Alert variant="outline" color="red" role="alert" icon={<Icon name="alert" />} mb="md">
          {sayFault(search.fault)}
        </Alert>
      )}
      <Answered answer={answer} height={200}>
        {({ connections }) => {
          const chosen = connections.find(({ id }) => id === search.connection) ?? connections[0];
          return (
            <>
              <Section title="1. Account">
                {connections.length > 0 && <Connections connections={connections} chosen={chosen} />}
                {rights.has('manage') ? (
                  <NewConnection organizationId={organizationId} />
                ) : (
                  <Text size="sm" c="dimmed">
                    Those who manage the organization connect accounts.
                  </Text>
                )}
              </Section>
              {chosen !== undefined && (
                <Section title="2. Website">
                  <Properties connectionId={chosen.id} />
                </Section>
              )}
            </>
          );
        }}
      </Answered>
    </>
  );
}
