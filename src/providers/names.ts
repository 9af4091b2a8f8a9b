import { Resolver } from 'node:dns/promises';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import type { SandboxControl } from './sandbox-control.ts';

const TIMEOUT_MS = 5_000;
const TRIES = 2;
/** The name does not exist, or has no such record. */
const NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** The one door to records of names. Connections look their addresses up by themselves (`http-client-agent.ts`). */
export interface Names {
  /** The text records of a name; none where there are none. @throws OutsideError when it could not be found out */
  listTexts(name: string): Promise<string[]>;
}

/** @param sandbox answers in place of the network, in the world of a sandbox */
export function makeNames(sandbox: SandboxControl | undefined): Names {
  return { listTexts: sandbox === undefined ? askNetwork : (name) => askSandbox(sandbox, name) };
}

async function askNetwork(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (NONE.has(code)) return [];
    throw new OutsideError({
      service: 'names',
      kind: 'network',
      message: `${name} was not looked up: ${code === '' ? messageOf(cause) : code}`,
      cause,
    });
  }
}

async function askSandbox(sandbox: SandboxControl, name: string): Promise<string[]> {
  const { texts } = (await sandbox.get(`names?name=${encodeURIComponent(name)}`)) as { texts: string[] };
  return texts;
}
