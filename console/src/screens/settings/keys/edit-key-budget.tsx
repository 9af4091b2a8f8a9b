import { Alert, Button, Group, NumberInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminApiKeys, getAdminConfig, putAdminConfig, type ListedApiKey } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatUsd } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { withKeyBudget } from './key-budgets.ts';
import { Modal } from '#ui/overlay/modal.tsx';

interface EditKeyBudgetProps {
  readonly budgetOf: Pick<ListedApiKey, 'id' | 'name' | 'monthly_budget_usd'>;
  readonly onClose: () => void;
}

/** Changes what a key may spend in a month. */
export function EditKeyBudget({ budgetOf, onClose }: EditKeyBudgetProps) {
  const config = useAnswer(getAdminConfig, {});
  return (
    <Modal opened onClose={onClose} title={`Monthly limit of ${budgetOf.name}`}>
      <Answered answer={config} height={120}>
        {({ budgets: { key_monthly_usd: limits } }) =>
          typeof limits === 'number' ? (
            <Alert variant="outline" title={`Every key may spend ${formatUsd(limits)} a month`}>
              One limit applies to all keys. Switch it to separate limits under Costs to give this key its own.
            </Alert>
          ) : (
            <Form budgetOf={budgetOf} onClose={onClose} />
          )
        }
      </Answered>
    </Modal>
  );
}

function Form({ budgetOf: { id, name, monthly_budget_usd: budgetUsd }, onClose }: EditKeyBudgetProps) {
  const [amount, setAmount] = useState<number | string>(budgetUsd ?? '');
  const refresh = useRefresh(getAdminApiKeys, getAdminConfig);
  const change = useMutation<unknown, ApiError>({
    mutationFn: () => setKeyBudget(id, typeof amount === 'number' ? amount : null),
    onSuccess: () => {
      say(`Limit of ${name} changed`);
      refresh();
      onClose();
    },
  });
  return (
    <Stack>
      <NumberInput
        label="US dollars a month (UTC)"
        description="Leave empty for no limit of its own"
        value={amount}
        onChange={setAmount}
        min={0}
        data-autofocus
      />
      {change.error && <ErrorNote error={change.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => change.mutate()} loading={change.isPending}>
          Change
        </Button>
      </Group>
    </Stack>
  );
}

/** The limits are read again first: all of them are written at once. */
export async function setKeyBudget(keyId: string, budgetUsd: number | null): Promise<void> {
  const { budgets } = await ask(getAdminConfig, {});
  const limits = withKeyBudget(budgets.key_monthly_usd, keyId, budgetUsd);
  if (limits !== undefined) await ask(putAdminConfig, { body: { budgets: { key_monthly_usd: limits } } });
}
