import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { deleteAdminApiKeysById, getAdminApiKeys, type ListedApiKey } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural, formatUsd } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { pagedSearch, useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import * as v from 'valibot';
import { later } from '#ui/states/later.tsx';

const EditKeyBudget = later(async () => (await import('./edit-key-budget.tsx')).EditKeyBudget);
const MakeKey = later(async () => (await import('./make-key.tsx')).MakeKey);
const MakeToken = later(async () => (await import('./make-token.tsx')).MakeToken);

const LIMIT = 200;
const search = v.object(pagedSearch);

type Dialog = 'key' | 'token' | { readonly revoked: ListedApiKey } | { readonly budgetOf: ListedApiKey };

/** The keys of programs and people, with what each may see and spent this month. */
export function View() {
  const { search: values, setSearch } = useScreenSearch(search);
  const options = { query: { limit: LIMIT, offset: values.offset ?? 0 } };
  const answer = useAnswer(getAdminApiKeys, options);
  const [dialog, setDialog] = useState<Dialog>();
  const place = useGridPlace();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <PageHeader
        title="API keys"
        lead="Programs and agents use keys. A key is shown once, when it is created."
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('token')}>
              Sign a token
            </Button>
            <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setDialog('key')}>
              Create a key
            </Button>
          </>
        }
      />
      <Answered answer={answer} height={320}>
        {({ api_keys: keys, unbound_keys: unbound, pagination }) => (
          <>
            {unbound > 0 && (
              <Alert
                variant="outline"
                color="yellow"
                mb="md"
                title={`${formatPlural(unbound, 'key')} without the admin scope ${unbound === 1 ? 'sees' : 'see'} every organization`}
              >
                Bind a key that belongs to one customer to an organization or a project.
              </Alert>
            )}
            <RowsGrid
              label="API keys"
              rows={keys}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="api-keys"
              whole={toWholeList(getAdminApiKeys, options, pagination)}
              empty={<Empty title="No keys" />}
              bulk={(ids) => <Actions chosen={ids.length === 1 ? keys.find(({ id }) => id === ids[0]) : undefined} onDialog={setDialog} />}
            />
            <Pager pagination={pagination} onOffset={(offset) => setSearch({ offset })} />
          </>
        )}
      </Answered>
      {dialog === 'key' && <MakeKey onClose={close} />}
      {dialog === 'token' && <MakeToken onClose={close} />}
      {typeof dialog === 'object' && 'revoked' in dialog && <Revoke revoked={dialog.revoked} onClose={close} />}
      {typeof dialog === 'object' && 'budgetOf' in dialog && <EditKeyBudget budgetOf={dialog.budgetOf} onClose={close} />}
    </>
  );
}

const toKey = ({ id }: ListedApiKey): string => id;

function describeState({ revoked_at: revoked, expires_at: expires }: ListedApiKey): string {
  if (revoked !== null) return `revoked ${formatInstant(revoked)} UTC`;
  return expires === null ? 'does not expire' : `until ${formatInstant(expires)} UTC`;
}

function describeBinding({ project_id: project, organization_id: organization }: ListedApiKey): string {
  return project ?? organization ?? 'everything';
}

const COLUMNS: readonly RowColumn<ListedApiKey>[] = [
  column.text('name', 'Name', 200),
  column.text('prefix', 'Starts with', 130, { of: 'key_prefix', isOnPhone: true }),
  column.text('scopes', 'Scopes', 150, { of: ({ scopes }) => scopes.join(', '), isOnPhone: true }),
  column.text('binding', 'Access', 240, { of: describeBinding }),
  column.text('tier', 'Tier', 100),
  column.usd('cost', 'This month', 110, { of: 'month_cost_usd', isOnPhone: true }),
  column.count('cap', 'Monthly limit', 120, {
    of: 'monthly_budget_usd',
    render: ({ monthly_budget_usd: usd }) => (usd === null ? 'none' : formatUsd(usd)),
  }),
  column.text('state', 'Valid', 210, { of: describeState }),
  column.instant('used', 'Last used (UTC)', 170, { of: 'last_used_at' }),
  column.instant('created', 'Created (UTC)', 170, { of: 'created_at' }),
];

/** One key at a time: each is asked about by its name. */
function Actions({ chosen, onDialog }: { readonly chosen: ListedApiKey | undefined; readonly onDialog: (dialog: Dialog) => void }) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={!chosen} onClick={() => chosen && onDialog({ budgetOf: chosen })}>
        Monthly limit
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!chosen || chosen.revoked_at !== null}
        onClick={() => chosen && onDialog({ revoked: chosen })}
      >
        {chosen ? 'Revoke' : 'Choose one key'}
      </Button>
    </Group>
  );
}

function Revoke({ revoked: { id, name }, onClose }: { readonly revoked: ListedApiKey; readonly onClose: () => void }) {
  const refresh = useRefresh(getAdminApiKeys);
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={`Revoke ${name}`}
      verb="Revoke"
      word={name}
      isDanger
      run={() => ask(deleteAdminApiKeysById, { path: { id } })}
      onDone={refresh}
    >
      Everything that uses this key is refused right away. A revoked key cannot be restored.
    </ConfirmAction>
  );
}
