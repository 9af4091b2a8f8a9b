import { spawn } from 'node:child_process';
import { readLines } from './child-lines.ts';
import type { ReadingFigures } from './reading-clients-process.ts';

export interface ReadingClients {
  /** Forgets what was measured until now. */
  begin(): void;
  /** Ends the clients. */
  end(): Promise<ReadingFigures>;
}

export interface ReadingOptions {
  readonly url: string;
  readonly clients: number;
  readonly key: string;
  readonly paths: readonly string[];
}

/** Clients that read all the time (`reading-clients-process.ts`); resolves when each has had an answer. */
export async function startReadingClients({ url, clients, key, paths }: ReadingOptions): Promise<ReadingClients> {
  const child = spawn(process.execPath, ['test/support/reading-clients-process.ts'], {
    env: { URL: url, CLIENTS: String(clients), KEY: key, PATHS: JSON.stringify(paths) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const nextLine = readLines(child.stdout);
  await nextLine();
  return {
    begin: () => void child.stdin.write('begin\n'),
    end: async () => {
      child.stdin.write('end\n');
      return JSON.parse(await nextLine()) as ReadingFigures;
    },
  };
}
