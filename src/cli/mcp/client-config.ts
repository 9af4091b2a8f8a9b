import { constants, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Assistants whose list of servers we know. Claude is Claude Code; its list belongs to the folder, as that of Cursor and VS Code. */
export const CLIENTS = ['claude', 'cursor', 'vscode', 'codex'] as const;
export type Client = (typeof CLIENTS)[number];

export interface ServerFlags {
  /** Where the service is. */
  readonly url: string;
  /** Names with commas between; those of the service unless given. */
  readonly toolsets?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
}

/** What starts the bridge, and how this client names the key without holding it. */
interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly url: string;
}

/** One list of servers: its file, and how an entry is put into the text that the file has now. */
interface ClientFile {
  readonly file: string;
  /** @throws Error when the text cannot be read, or changed without a loss */
  readonly put: (text: string | undefined, server: Server) => string;
}

const KEY = 'SIGHTLINE_API_KEY';
/** VS Code asks for it once, and keeps it. */
const VSCODE_INPUT = { type: 'promptString', id: 'sightline-key', description: 'Sightline API key', password: true } as const;

const FILES: Readonly<Record<Client, ClientFile>> = {
  claude: { file: '.mcp.json', put: (text, server) => putJson(text, 'mcpServers', toEntry(server, `\${${KEY}}`)) },
  cursor: { file: join('.cursor', 'mcp.json'), put: (text, server) => putJson(text, 'mcpServers', toEntry(server, `\${env:${KEY}}`)) },
  vscode: { file: join('.vscode', 'mcp.json'), put: putVscode },
  codex: { file: join(homedir(), '.codex', 'config.toml'), put: putToml },
};

/** The entry for a client as its file would hold it alone, and the file. */
export function showEntry(client: Client, flags: ServerFlags): { readonly file: string; readonly text: string } {
  const { file, put } = FILES[client];
  return { file, text: put(undefined, toServer(flags)) };
}

/**
 * Puts the entry into the client's file, beside the servers that are there; ours is replaced. What was there is kept beside it, each time
 * under another name.
 * @returns the file, and the copy of what it was, unless there was none
 * @throws Error when the file cannot be read as its client reads it; it stays as it was
 */
export async function writeEntry(
  client: Client,
  flags: ServerFlags,
): Promise<{ readonly file: string; readonly backup: string | undefined }> {
  const { file, put } = FILES[client];
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const text = put(before, toServer(flags));
  const backup = before === undefined ? undefined : await keep(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return { file, backup };
}

/** @returns the name of the copy, the first that is free */
async function keep(file: string, number = 1): Promise<string> {
  const copy = `${file}.${number}.bak`;
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL);
    return copy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await keep(file, number + 1);
  }
}

function toServer({ url, toolsets, isReadOnly }: ServerFlags): Server {
  const flags = [...(toolsets === undefined ? [] : ['--toolsets', toolsets]), ...(isReadOnly === true ? ['--read-only'] : [])];
  return { command: 'npx', args: ['sightline', 'mcp', ...flags], url };
}

function toEntry({ command, args, url }: Server, key: string): object {
  return { command, args, env: { SIGHTLINE_URL: url, [KEY]: key } };
}

function putVscode(text: string | undefined, server: Server): string {
  const put = putJson(text, 'servers', { type: 'stdio', ...toEntry(server, `\${input:${VSCODE_INPUT.id}}`) });
  const { inputs = [], ...rest } = JSON.parse(put) as { readonly inputs?: readonly { readonly id?: string }[] };
  return toJson({ inputs: [...inputs.filter(({ id }) => id !== VSCODE_INPUT.id), VSCODE_INPUT], ...rest });
}

function putJson(text: string | undefined, list: string, entry: object): string {
  const before = readJson(text);
  const servers = before[list] ?? {};
  if (typeof servers !== 'object') throw new Error(`\`${list}\` of the file is no object. Nothing was written.`);
  return toJson({ ...before, [list]: { ...servers, sightline: entry } });
}

function readJson(text = '{}'): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below: comments, which some clients allow, would be lost.
  }
  throw new Error('The file is no plain JSON object; it may hold comments. Nothing was written: copy the entry by hand.');
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const TABLE = '[mcp_servers.sightline]';

/** A table of TOML at the end of the file. One that is there is not changed: nothing here reads TOML. */
function putToml(text = '', { command, args, url }: Server): string {
  if (text.split('\n').some((line) => line.trim().startsWith(TABLE)))
    throw new Error(`The file has ${TABLE} already. Nothing was written: change it by hand.`);
  // Text of JSON is text of TOML.
  const entry = [
    TABLE,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `env = { SIGHTLINE_URL = ${JSON.stringify(url)} }`,
    `env_vars = [${JSON.stringify(KEY)}]`,
  ].join('\n');
  return `${text === '' ? '' : `${text.trimEnd()}\n\n`}${entry}\n`;
}
