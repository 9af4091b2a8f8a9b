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
import { gridSearch, useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { useRefresh } from '../../operations/use-refresh.ts';
import * as v from 'valibot';
import { later } from '#ui/states/later.tsx';

const CapKey = later(async () => (await import('./cap-key.tsx')).CapKey);
const MakeKey = later(async () => (await import('./make-key.tsx')).MakeKey);
const MakeToken = later(async () => (await import('./make-token.tsx')).MakeToken);

const LIMIT = 200;
const search = v.object({ ...gridSearch, offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) });

type Dialog = 'key' | 'token' | { readonly revoked: ListedApiKey } | { readonly capped: ListedApiKey };

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
      {typeof dialog === 'object' && 'capped' in dialog && <CapKey capped={dialog.capped} onClose={close} />}
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
  { id: 'name', title: 'Name', kind: 'text', width: 200, value: ({ name }) => name },
  { id: 'prefix', title: 'Starts with', kind: 'text', width: 130, value: ({ key_prefix: prefix }) => prefix, isOnPhone: true },
  { id: 'scopes', title: 'Scopes', kind: 'text', width: 150, value: ({ scopes }) => scopes.join(', '), isOnPhone: true },
  { id: 'binding', title: 'Access', kind: 'text', width: 240, value: describeBinding },
  { id: 'tier', title: 'Tier', kind: 'text', width: 100, value: ({ tier }) => tier },
  {
    id: 'cost',
    title: 'This month',
    kind: 'number',
    width: 110,
    value: ({ month_cost_usd: usd }) => usd,
    render: ({ month_cost_usd: usd }) => formatUsd(usd),
    isOnPhone: true,
  },
  {
    id: 'cap',
    title: 'Monthly limit',
    kind: 'number',
    width: 120,
    value: ({ monthly_budget_usd: usd }) => usd,
    render: ({ monthly_budget_usd: usd }) => (usd === null ? 'none' : formatUsd(usd)),
  },
  { id: 'state', title: 'Valid', kind: 'text', width: 210, value: describeState },
  {
    id: 'used',
    title: 'Last used (UTC)',
    kind: 'text',
    width: 170,
    value: ({ last_used_at: at }) => at,
    render: ({ last_used_at: at }) => formatInstant(at),
  },
  {
    id: 'created',
    title: 'Created (UTC)',
    kind: 'text',
    width: 170,
    value: ({ created_at: at }) => at,
    render: ({ created_at: at }) => formatInstant(at),
  },
];

/** One key at a time: each is asked about by its name. */
function Actions({ chosen, onDialog }: { readonly chosen: ListedApiKey | undefined; readonly onDialog: (dialog: Dialog) => void }) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={!chosen} onClick={() => chosen && onDialog({ capped: chosen })}>
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
