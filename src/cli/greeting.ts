import { join } from 'node:path';
import { listSpendingLimits } from '#areas/costs/index.ts';
import { searchProvider } from '#providers/index.ts';
import type { App } from '../app.ts';
import { readVersion } from '../version.ts';

/** What a person at a terminal wants to know of a service that has just started. */
export async function toGreeting({ context, url, adminKeyHome }: App): Promise<string> {
  const { config } = context;
  const limits = await listSpendingLimits(context);
  const lines = {
    ...(config.role === 'worker' ? {} : { console: `${url}/console/`, docs: `${url}/docs` }),
    'admin key': { variable: 'SIGHTLINE_ADMIN_KEY', file: join(config.dataDir, 'admin-key'), elsewhere: NO_KEY }[adminKeyHome],
    sources: describeSources(config),
    limits: limits.length === 0 ? 'none on what may be spent' : limits.join('; '),
    log: config.isLogLevelSet ? `from ${config.logLevel} on` : 'warnings and errors; LOG_LEVEL=info shows every request',
    stop: 'Ctrl-C',
  };
  const rows = Object.entries(lines).map(([name, text]) => `  ${name.padEnd(11)}${text}\n`);
  return `\nSightline ${readVersion()} runs at ${url}\n\n${rows.join('')}\n`;
}

/** The link that makes the first owner. At a terminal it stands out of the lines around it; elsewhere it is one line. */
export function toSetupNotice(link: string, isTerminal: boolean): string {
  if (!isTerminal) return `First owner: ${link}\n`;
  const rule = '─'.repeat(link.length);
  return `\n${rule}\nOpen this link to create the first account:\n\n${link}\n${rule}\n\n`;
}

const NO_KEY = 'not in DATA_DIR: another process made it, or its file was deleted; SIGHTLINE_ADMIN_KEY sets a new one';

function describeSources(config: App['context']['config']): string {
  if (config.sandbox !== undefined) return `simulated by the sandbox at ${config.sandbox}`;
  if (searchProvider.isConfigured(config)) return `${new URL(searchProvider.toBaseUrl(config)).host}, which is paid`;
  return `none: set ${searchProvider.identity.credentials.join(' and ')}, or SANDBOX=1 to try it out`;
}
