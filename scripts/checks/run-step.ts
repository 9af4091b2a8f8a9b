import { spawn } from 'node:child_process';

export interface StepResult {
  readonly isOk: boolean;
  /** What to read when it failed, and what is worth reading when it did not. */
  readonly output: string;
}

/** A check as a value. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<StepResult>;
}

/** Runs a command in the project's root; `node_modules/.bin` is first on its path. */
export function runCommand(command: string, parameters: readonly string[]): Promise<StepResult & { readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout.push(chunk);
      all.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ isOk: code === 0, output: Buffer.concat(all).toString().trim(), stdout: Buffer.concat(stdout).toString() });
    });
  });
}

/** A step that is one command. */
export function commandStep(name: string, command: string, ...parameters: readonly string[]): Step {
  return { name, run: () => runCommand(command, parameters) };
}
