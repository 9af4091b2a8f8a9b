import { Option, type Command } from 'commander';
import { CLIENTS } from './client-config.ts';
import type { McpConfigFlags, McpFlags } from './index.ts';

/** `sightline mcp` (docs/assistants.md, "Connect"). */
export function addMcpCommand(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('let an assistant work with the running service, by the Model Context Protocol on standard input and output');
  addFlags(mcp).action(async (options: McpFlags) => {
    const { runMcp } = await import('./index.ts');
    await runMcp(options);
  });

  const config = mcp
    .command('config')
    .description('print the entry by which an assistant starts the bridge; it names the key and does not hold it')
    .addOption(new Option('--client <client>', 'whose list of servers it is for').choices(CLIENTS).makeOptionMandatory())
    .option('--write', 'put it into the file of the client, whose text is kept beside it');
  addFlags(config).action(async (_options: unknown, command: Command) => {
    const { configureClient } = await import('./index.ts');
    // Flags that both commands have are taken by the outer one.
    await configureClient(command.optsWithGlobals<McpConfigFlags>());
  });
}

function addFlags(command: Command): Command {
  return command
    .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
    .option('--toolsets <names>', 'comma-separated: core, answers, apps, spend, write, all; core,answers unless given')
    .option('--read-only', 'only tools that read');
}
