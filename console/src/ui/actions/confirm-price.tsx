import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useShows } from '#app/session.tsx';
import type { Estimate } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatCount, formatUsd, UNKNOWN } from '#data/format.ts';
import { forUsd } from '../states/money.ts';
import { Answered, ErrorNote } from '../states/answered.tsx';
import { Modal } from '../overlay/overlay.tsx';
import { RefusalNote } from '../states/refusal-note.tsx';
import { Table } from '../layout/table.tsx';
import { useAction, type ActionProps } from './use-action.ts';

export interface Price {
  readonly estimate: Estimate;
  /** More that the person should know before: counts, warnings. */
  readonly lines?: readonly (readonly [label: string, value: string])[];
}

interface ConfirmPriceProps<Done> extends ActionProps<Done> {
  readonly isOpen: boolean;
  /** Label of the button: `Check now`. */
  readonly verb: string;
  /** The same request with `dry_run: true`: nothing is done, nothing is paid. */
  readonly dryRun: () => Promise<Price>;
  /** What the price depends on, when the dialog holds fields: another value asks again. */
  readonly of?: unknown;
  /** False while the fields lack something. */
  readonly isReady?: boolean;
  readonly children?: ReactNode;
}

/** Shows what an action costs, now and in a month, before it is done. */
export function ConfirmPrice<Done>(props: ConfirmPriceProps<Done>) {
  const { isOpen, onClose, title, verb, dryRun, of, isReady = true, children } = props;
  const id = useId();
  const price = useQuery<Price, ApiError>({
    queryKey: ['price', id, of],
    queryFn: dryRun,
    enabled: isOpen && isReady,
    gcTime: 0,
    staleTime: 0,
  });
  const action = useAction(props);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack>
        {children}
        {isReady && (
          <Answered answer={price} height={88}>
            {(shown) => <PriceTable price={shown} />}
          </Answered>
        )}
        {action.error && <ErrorNote error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => action.mutate()}
            disabled={!isReady || !price.data || isRefused(price.data.estimate)}
            loading={action.isPending}
            data-autofocus
          >
            {verb}
            {isReady && forUsd(price.data?.estimate.cost_usd)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whether a budget would let nothing of it be done. */
export function isRefused({ refusal }: Estimate): boolean {
  return refusal?.refuses === 'all';
}

/** A price line by line: now, and what it goes on to cost; and the budget that has no room for it. */
export function PriceTable({ price: { estimate, lines = [] } }: { readonly price: Price }) {
  const monthly = estimate.monthly_cost_usd;
  const isPriced = useShows('money');
  const rows = [
    // What is hidden from the person is in no answer.
    ...lines.filter(([, value]) => isPriced || value !== UNKNOWN),
    ['External calls now', formatCount(estimate.calls)] as const,
    ...(isPriced ? [['Price now', formatUsd(estimate.cost_usd)] as const] : []),
    ...(monthly === undefined || !isPriced ? [] : [['Projected cost, 30 days', formatUsd(monthly)] as const]),
  ];
  return (
    <Stack gap="xs">
      {estimate.refusal && <RefusalNote refusal={estimate.refusal} />}
      <PriceLines rows={rows} />
    </Stack>
  );
}

function PriceLines({ rows }: { readonly rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
            </Table.Th>
            <Table.Td ta="right">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
