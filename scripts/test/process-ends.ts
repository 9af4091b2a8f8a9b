import type { TestsStream } from 'node:test';

/**
 * Collects why processes ended badly though their tests passed, into a list that is filled while the run goes on: an error that a test
 * left behind and that came after its end, an exit code, a signal. The report of the runner says only that a process failed.
 */
export function collectBadEnds(events: TestsStream): readonly string[] {
  const ends: string[] = [];
  const lastTests = new Map<string, string>();
  events.on('test:diagnostic', ({ message, file }) => {
    if (file !== undefined && message.includes('asynchronous activity after the test ended')) ends.push(`${file}: ${message}`);
  });
  events.on('test:complete', ({ name, file, ...event }) => {
    const process = (event as { readonly entryFile?: string }).entryFile ?? file;
    if (process !== undefined && name !== process) lastTests.set(process, `"${name}" of ${file}`);
  });
  events.on('test:fail', ({ name, file, details }) => {
    if (name !== file) return;
    const { exitCode, signal } = details.error as { readonly exitCode?: number; readonly signal?: string | null };
    ends.push(`${file} ended with ${signal ?? `exit code ${exitCode}`}; the last test that it completed: ${lastTests.get(file) ?? 'none'}`);
  });
  return ends;
}
