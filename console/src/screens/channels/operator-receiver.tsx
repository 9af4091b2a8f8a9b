import { Text } from '@mantine/core';
import { getAdminWebhooksDeliveries } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Answered } from '#ui/states/answered.tsx';

/** The receiver that is set by WEBHOOK_URL: what became of its last event, and the way to all of them. */
export function OperatorReceiver() {
  const answer = useAnswer(getAdminWebhooksDeliveries, { query: { limit: 1, offset: 0 } });
  return (
    <Section title="Receiver of the operator" actions={<AppLink to="/settings/webhooks">All its events</AppLink>}>
      <Text size="sm" mb="xs">
        Set by WEBHOOK_URL. It gets a message when the categories of apps are synced.
      </Text>
      <Answered answer={answer} height={24}>
        {({ deliveries: [newest] }) => (
          <Text size="sm">
            {newest === undefined
              ? 'No event was sent to it yet.'
              : `Last event: ${newest.event}, ${newest.status}, ${formatInstant(newest.created_at)} UTC${newest.error === null ? '' : `: ${newest.error}`}.`}
          </Text>
        )}
      </Answered>
    </Section>
  );
}
