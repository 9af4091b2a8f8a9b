import type { Json, RemoteCommand, Typed } from './remote-command.ts';
import { showPage, toMoment } from './show.ts';

const PATH = '/api/admin/api-keys';

/** `sightline keys`: who may ask the service, and the secret of whom delivers to it. */
export const KEY_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'create',
    summary: 'make an API key and show it, this once',
    options: [
      ['--name <name>', 'what the key is for', 'made on the command line'],
      ['--scopes <scopes>', 'comma-separated: read, write, admin', 'read,write'],
      ['--tier <tier>', 'free, standard, pro or enterprise', 'standard'],
      ['--organization <id>', 'the key sees this organization only'],
      ['--project <id>', 'the key sees this project only'],
      ['--everything', 'the key sees every organization'],
      ['--assistant', 'a key for an assistant, which buys by quotes; say --monthly-usd too'],
      ['--monthly-usd <usd>', 'what an assistant may spend in a month'],
      ['--approval-above-usd <usd>', 'a quote above this waits for a person; 1 unless given'],
      ['--expires-at <instant>', 'when it ends, for example 2027-01-31T00:00:00Z'],
    ],
    request: ({ options }) => ({
      method: 'POST',
      path: PATH,
      body: {
        name: options['name'],
        scopes: (options['scopes'] ?? '').split(',').map((scope) => scope.trim()),
        tier: options['tier'],
        ...readBinding(options),
        ...readAssistant(options),
        expires_at: options['expiresAt'],
      },
    }),
    show: (made) => `${String(made.key)}\nThis is shown once. Its id is ${String(made.id)}.`,
  },
  {
    name: 'list',
    summary: 'list API keys, newest first; keys themselves are never shown again',
    options: [
      ['--limit <rows>', 'at most so many', '200'],
      ['--offset <rows>', 'leave out the first ones'],
    ],
    request: ({ options }) => ({ method: 'GET', path: PATH, query: { limit: options['limit'], offset: options['offset'] } }),
    show: (answer) =>
      showPage(
        [
          ['ID', (key) => key.id],
          ['NAME', (key) => key.name],
          ['TIER', (key) => key.tier],
          ['SCOPES', (key) => key.scopes.join('+')],
          ['BOUND TO', (key) => key.project_id ?? key.organization_id ?? 'everything'],
          ['STATE', toState],
          ['LAST USED', (key) => toMoment(key.last_used_at)],
        ],
        answer.api_keys,
        { pagination: answer.pagination, none: 'There are no keys.' },
      ),
  },
  {
    name: 'revoke',
    arguments: '<id>',
    summary: 'revoke an API key; every process refuses it at once',
    options: [['--with-descendants', 'revoke the keys too that were made by it, by those, and so on']],
    request: ({ args: [id = ''], options }) => ({
      method: 'DELETE',
      path: `${PATH}/${encodeURIComponent(id)}`,
      query: { with_descendants: options['withDescendants'] === undefined ? undefined : 'true' },
    }),
    show: ({ id, revoked_ids: ids }) =>
      [id, ...ids.filter((one: string) => one !== id)].map((one) => `${String(one)} is revoked.`).join('\n'),
  },
  {
    name: 'change-delivery-secret',
    summary: 'make another secret for the deliveries of the search-data provider; the old one serves for a day',
    request: () => ({ method: 'POST', path: '/api/admin/delivery-secret' }),
    show: ({ old_serves_until: until }) => `Changed. What was posted with the old one is taken until ${toMoment(until)}.`,
  },
];

/** @throws Error unless it is said what the key may see: leaving it out would open every organization */
function readBinding({ organization, project, everything }: Typed['options']): object {
  if ((organization ?? project ?? everything) === undefined)
    throw new Error(
      'Say what the key may see: --organization <id>, --project <id> or --everything. A key that is bound to nothing sees every organization.',
    );
  if (everything !== undefined && (organization ?? project) !== undefined)
    throw new Error('--everything binds the key to nothing: leave it out, or leave out --organization and --project.');
  return { organization_id: organization, project_id: project };
}

/** @throws Error for an assistant without a limit, or a limit without an assistant */
function readAssistant({ assistant, monthlyUsd, approvalAboveUsd }: Typed['options']): object {
  if (assistant === undefined && monthlyUsd === undefined && approvalAboveUsd === undefined) return {};
  if (assistant === undefined || monthlyUsd === undefined)
    throw new Error('A key that spends for an assistant needs both: --assistant --monthly-usd <usd>.');
  return { monthly_usd: Number(monthlyUsd), ...(approvalAboveUsd === undefined ? {} : { approval_above_usd: Number(approvalAboveUsd) }) };
}

function toState(key: Json): string {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at === null ? 'valid' : `until ${toMoment(key.expires_at)}`;
}
