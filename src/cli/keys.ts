import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Config } from '#config';

/** The actions of `sightline keys`. */
const ACTIONS = ['create', 'list', 'revoke'] as const;

interface KeyLine {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly scopes: readonly string[];
  readonly organization_id: string | null;
  readonly revoked_at: string | null;
}

/**
 * Makes, lists and revokes API keys through the running service, with its admin key: the embedded
 * stores belong to one process.
 */
export async function manageKeys(
  action: string,
  id: string | undefined,
  options: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const config = readConfig();
  if (action === 'create') {
    const made = await callService(config, 'POST', '/api/admin/api-keys', toBody(options));
    process.stdout.write(`${String(made['key'])}\nThis is shown once. Its id is ${String(made['id'])}.\n`);
  } else if (action === 'list') {
    const { api_keys: keys } = (await callService(config, 'GET', '/api/admin/api-keys?limit=500')) as { api_keys: readonly KeyLine[] };
    for (const key of keys) process.stdout.write(`${toLine(key)}\n`);
  } else if (action === 'revoke' && id !== undefined) {
    await callService(config, 'DELETE', `/api/admin/api-keys/${encodeURIComponent(id)}`);
    process.stdout.write(`${id} is revoked.\n`);
  } else {
    throw new Error(
      action === 'revoke' ? 'Say which key: sightline keys revoke <id>' : `There is no action ${action}. There are: ${ACTIONS.join(', ')}`,
    );
  }
}

function toBody(options: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  return {
    name: options['name'] ?? 'made on the command line',
    scopes: (options['scopes'] ?? '').split(',').map((scope) => scope.trim()),
    tier: options['tier'],
    organization_id: options['organization'],
    project_id: options['project'],
  };
}

function toLine(key: KeyLine): string {
  const parts = [key.id, key.tier, key.scopes.join('+'), key.organization_id ?? 'every organization', key.name];
  return (key.revoked_at === null ? parts : [...parts, 'revoked']).join('  ');
}

async function callService(config: Config, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const key = config.adminKey ?? (await readFile(join(config.dataDir, 'admin-key'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const url = `http://${config.host}:${config.port}${path}`;
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }).catch(
    (cause: unknown) => {
      throw new Error(`Nothing answers at ${url}. Start the service first: npm start`, { cause });
    },
  );
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${String(answer['message'])}`);
  return answer;
}
