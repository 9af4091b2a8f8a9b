/**
 * `npm run dev`: the sandbox and the service beside each other, each restarted when a file of its
 * own changes, and the console on port 5173, where changes appear at once. Ctrl+C ends all.
 */
import { spawn, type ChildProcess } from 'node:child_process';

const SANDBOX_PORT = process.env['SANDBOX_PORT'] ?? '8788';
const RESTARTABLE = ['--watch', '--watch-preserve-output', '-r', './bin/require-node-24.cjs'];

function start(name: string, command: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [...command], { stdio: 'inherit', env: { ...process.env, ...environment } });
  child.on('exit', (code) => {
    console.log(`${name} ended with ${code ?? 'a signal'}`);
    stop();
  });
  return child;
}

function stop(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}

const children = [
  start('sandbox', [...RESTARTABLE, 'sandbox/main.ts']),
  start('console', ['node_modules/vite/bin/vite.js', 'console']),
  start('service', [...RESTARTABLE, 'src/main.ts', 'serve'], { SANDBOX: process.env['SANDBOX'] ?? `http://127.0.0.1:${SANDBOX_PORT}` }),
];
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
