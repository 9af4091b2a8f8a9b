import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreError } from './errors.ts';
import { findStoreTrouble } from './trouble.ts';

const coded = (code: string): Error => Object.assign(new Error('failed'), { code });

const CASES: readonly (readonly [name: string, error: unknown, trouble: string | undefined])[] = [
  ['a connection that PostgreSQL refuses', coded('08006'), 'away'],
  ['a server that is shut down', coded('57P01'), 'away'],
  ['a server that is starting', coded('57P03'), 'away'],
  ['a port where nothing listens', coded('ECONNREFUSED'), 'away'],
  ['a name with several addresses, where nothing listens', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'away'],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), 'away'],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 'away'],
  ['an analytics store that does not answer', new StoreError('unreachable', 'no answer'), 'away'],
  ['a cause inside', new Error('the engine failed', { cause: new Error('again', { cause: coded('57P02') }) }), 'away'],
  ['a full disk of the database', coded('53100'), 'disk_full'],
  ['a full disk of ours', coded('ENOSPC'), 'disk_full'],
  ['a server that only reads', coded('25006'), 'read_only'],
  ['a connection that takes too long to open', new Error('timeout expired'), 'away'],
  ['too many connections', coded('53300'), 'exhausted'],
  ['a statement that was cancelled', coded('57014'), undefined],
  ['a constraint', coded('23505'), undefined],
  ['a question that the analytics store refuses', new StoreError('query', 'syntax'), undefined],
  ['a mistake of ours', new TypeError('undefined is not a function'), undefined],
  ['something that is no error', 'text', undefined],
];

for (const [name, error, trouble] of CASES) {
  test(`${name}: ${trouble ?? 'no trouble of a store'}`, () => assert.equal(findStoreTrouble(error), trouble));
}
