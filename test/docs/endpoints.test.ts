import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { listAllEndpoints } from '#http/openapi/documentation.ts';
import { listDocuments, listFencedCode, listInlineCode, readDocument } from './documents.ts';

const endpoints = listAllEndpoints(joinAreas(areas).endpoints, { version: '0.0.0' });
const served = endpoints.map(({ method, path }) => `${method} ${path}`);

/** `/api/projects/{project_id}` also matches `/api/projects/$PROJECT`. */
function isServed(path: string): boolean {
  const parts = path.split('/');
  return endpoints.some((endpoint) => {
    const known = endpoint.path.split('/');
    return known.length === parts.length && known.every((part, at) => part.startsWith('{') || part === parts[at]);
  });
}

test('docs/api/endpoints.md lists what is served, and nothing else', () => {
  const { text } = readDocument('docs/api/endpoints.md');
  const listed = [...text.matchAll(/\b(GET|POST|PUT|DELETE)\b[ `|]+(\/[^\s`|]*)/gu)].map((match) => `${match[1]} ${match[2]}`);
  assert.ok(served.length > 10);
  assert.deepEqual([...new Set(listed)].toSorted(), [...new Set(served)].toSorted());
});

test('no endpoint is listed twice', () => {
  assert.deepEqual(
    served.filter((name, at) => served.indexOf(name) !== at),
    [],
  );
});

for (const { file, text } of listDocuments()) {
  test(`every endpoint that ${file} names is served`, () => {
    const code = [...listInlineCode(text), ...listFencedCode(text)].join('\n');
    const paths = [...code.matchAll(/(?<![\w.])(?:\$URL)?(\/(?:api\/[\w/{}$-]+|health|metrics|docs|openapi\.json))(?=[\s"'?`]|$)/gmu)].map(
      (match) => match[1] ?? '',
    );
    assert.deepEqual(
      paths.filter((path) => !isServed(path)),
      [],
    );
  });
}
