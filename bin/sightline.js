#!/usr/bin/env node
// The command line (`npx sightline --help`). It may be started by any Node.js >= 20, so it is plain
// JavaScript: it looks for the Node.js that the project pins and hands everything over to that one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const preloads = ['require-node-24.cjs', 'read-env-file.cjs'].flatMap((file) => ['--require', join(root, 'bin', file)]);

// The young generation is kept small, as by `npm start` (docs/deploy.md, "Memory").
const flags = ['--max-semi-space-size=16', ...preloads];

const child = spawn(existsSync(pinned) ? pinned : process.execPath, [...flags, join(root, 'src', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

// A terminal sends Ctrl+C to both processes; everything else reaches only this one and is passed on.
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) child.kill('SIGINT');
});

child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
});
