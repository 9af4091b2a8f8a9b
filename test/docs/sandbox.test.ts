import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlRoutes } from '../../sandbox/control/routes.ts';
import { FaultBody } from '../../sandbox/control/faults.ts';
import { readDocument } from './documents.ts';

const { text } = readDocument('docs/sandbox.md');

test('every control endpoint of the sandbox is documented, and no other', () => {
  // Those under `/api/` are the service's own, which pass on to these.
  const documented = [...text.matchAll(/^\| `((?:GET|POST|DELETE) \/(?!api\/)[^`]*)` \|/gmu)].map((match) => match[1] ?? '');
  assert.deepEqual(
    documented,
    controlRoutes.map(({ method, path }) => `${method} ${path}`),
  );
});

test('every documented fault exists, and every fault is documented', () => {
  const [, , ...rows] = text
    .slice(text.indexOf('| kind |'))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const documented = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([a-z0-9_]+)`/gu)].map((match) => match[1] ?? ''));
  assert.ok(documented.length > 10);
  for (const kind of documented) assert.equal(FaultBody.safeParse({ kind }).success, true, kind);
  const [plain] = FaultBody.shape.kind.options;
  assert.deepEqual(
    plain.options.filter((kind) => !documented.includes(kind)),
    [],
  );
});
