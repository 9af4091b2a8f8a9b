import type { Command } from 'commander';
import type { ServiceRequest } from './call-service.ts';

/** What was typed behind a command. */
export interface Typed {
  readonly args: readonly (string | undefined)[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** A command that is one call of the API: what it asks, and how the answer looks to a person. */
export interface RemoteCommand {
  readonly name: string;
  /** For example `<type> <id>`. */
  readonly arguments?: string;
  readonly summary: string;
  /** Flags, what they mean, and what holds without them. */
  readonly options?: readonly (readonly [flags: string, text: string, value?: string])[];
  /** @throws Error saying what was typed wrong */
  readonly request: (typed: Typed) => ServiceRequest;
  /** The body of the answer as text. */
  readonly show: (answer: Json) => string;
}

/** A parsed answer: its shape is the API's, and what is missing shows as nothing. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

type Say = (text: string) => void;
const print: Say = (text) => void process.stdout.write(`${text}\n`);

/** Adds the commands below `parent`. Each also takes `--json`, `--url` and `--key`. */
export function addRemoteCommands(parent: Command, commands: readonly RemoteCommand[], say: Say = print): void {
  for (const remote of commands) {
    const command = parent.command(`${remote.name} ${remote.arguments ?? ''}`.trim()).description(remote.summary);
    for (const [flags, text, value] of remote.options ?? []) command.option(flags, text, value);
    command
      .option('--json', 'print the answer of the service as it is')
      .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
      .option('--key <key>', 'API key; else SIGHTLINE_ADMIN_KEY, else the one in DATA_DIR')
      .action(async () => await run(remote, command, say));
  }
}

async function run({ request, show }: RemoteCommand, command: Command, say: Say): Promise<void> {
  const { callService, RefusedError } = await import('./call-service.ts');
  const options = command.opts<Record<string, string | undefined>>();
  const isJson = command.opts<{ json?: boolean }>().json === true;
  try {
    const answer = await callService(request({ args: command.processedArgs as (string | undefined)[], options }), options);
    say(isJson ? JSON.stringify(answer, undefined, 2) : show(answer));
  } catch (error) {
    if (!isJson || !(error instanceof RefusedError)) throw error;
    say(JSON.stringify(error.answer, undefined, 2));
    process.exitCode = 1;
  }
}
