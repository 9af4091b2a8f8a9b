import { Alert, Stack, Text } from '@mantine/core';
import type { BudgetRefusal } from '#client';
import { useSession } from '#app/session.tsx';
import { formatInstant } from '#data/format.ts';
import { AppLink } from '../links/app-link.tsx';
import { Icon } from '../icons/icon.tsx';

/** Which budget refuses what is planned, in whole or in part, and how to change that. */
export function RefusalNote({ refusal }: { readonly refusal: BudgetRefusal }) {
  const { message, refuses, resets_at: resetsAt } = refusal;
  return (
    <Alert color="yellow" variant="outline" title={message} role="alert" icon={<Icon name="alert" />}>
      <Stack gap={4} align="flex-start">
        {refuses === 'part' && <Text size="sm">What fits is done; the rest is refused.</Text>}
        {resetsAt !== null && <Text size="sm">The budget begins again {formatInstant(resetsAt)} UTC.</Text>}
        <WayOut refusal={refusal} />
      </Stack>
    </Alert>
  );
}

/** Where the budget is changed, for those who may. */
function WayOut({ refusal: { budget, scope } }: { readonly refusal: BudgetRefusal }) {
  const { me, rights } = useSession();
  const mayChange = rights.has('operate') && me.organization_id === null && me.project_ids === null;
  if (!mayChange) return <Text size="sm">An administrator of this service can raise it.</Text>;
  return budget === 'project_monthly_usd' ? (
    <AppLink to="/p/$projectId/settings" params={{ projectId: scope }} hash="spend" size="sm">
      {"Change this project's budget"}
    </AppLink>
  ) : (
    <AppLink to="/ops/costs" size="sm">
      Change the budgets
    </AppLink>
  );
}
