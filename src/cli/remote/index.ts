/** Commands that are calls of the API, by the word before them. */
import type { Command } from 'commander';
import { ALERT_COMMANDS } from './alerts.ts';
import { EXPORT_COMMANDS } from './exports.ts';
import { KEY_COMMANDS } from './keys.ts';
import { QUEUE_COMMANDS } from './queue.ts';
import { addRemoteCommands, type RemoteCommand } from './remote-command.ts';
import { SEARCH_CONSOLE_COMMANDS } from './search-console.ts';
import { USER_COMMANDS } from './users.ts';
import { WORKFLOW_COMMANDS } from './workflow.ts';

const GROUPS: readonly { readonly word: string; readonly summary: string; readonly commands: readonly RemoteCommand[] }[] = [
  { word: 'keys', summary: 'make, list and revoke API keys', commands: KEY_COMMANDS },
  { word: 'users', summary: 'let people into the console', commands: USER_COMMANDS },
  { word: 'queue', summary: 'see what waits, what failed, and do something about it', commands: QUEUE_COMMANDS },
  { word: 'alerts', summary: 'see what rules say, and would say', commands: ALERT_COMMANDS },
  { word: 'exports', summary: 'see and begin exports', commands: EXPORT_COMMANDS },
  { word: 'search-console', summary: 'see and steer what is collected of Search Console', commands: SEARCH_CONSOLE_COMMANDS },
  { word: 'workflow', summary: 'watch and steer durable work', commands: WORKFLOW_COMMANDS },
];

export function addRemoteGroups(program: Command): void {
  for (const { word, summary, commands } of GROUPS) addRemoteCommands(program.command(word).description(summary), commands);
}
