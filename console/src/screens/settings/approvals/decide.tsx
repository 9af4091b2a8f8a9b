import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getApprovals, postApprovalsByQuoteIdApprove, postApprovalsByQuoteIdDecline, type AssistantQuote } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ErrorNote } from '#ui/states/answered.tsx';

/** Has an assistant buy by a quote, or not; nothing where the quote does not wait. */
export function Decide({ quote: { id, does, status, expires_at: until } }: { readonly quote: AssistantQuote }) {
  const refresh = useRefresh(getApprovals);
  const decision = useMutation<unknown, ApiError, 'approve' | 'decline'>({
    mutationFn: (verdict) =>
      ask(verdict === 'approve' ? postApprovalsByQuoteIdApprove : postApprovalsByQuoteIdDecline, { path: { quote_id: id } }),
    onSuccess: (_answer, verdict) => {
      say(verdict === 'approve' ? 'Approved: the assistant buys when it asks again' : 'Declined');
      refresh();
    },
  });
  if (status !== 'awaiting' || Date.parse(until) <= Date.now()) return null;
  if (decision.error) return <ErrorNote error={decision.error} />;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" aria-label={`Approve: ${does}`} loading={decision.isPending} onClick={() => decision.mutate('approve')}>
        Approve
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Decline: ${does}`}
        loading={decision.isPending}
        onClick={() => decision.mutate('decline')}
      >
        Decline
      </Button>
    </Group>
  );
}
