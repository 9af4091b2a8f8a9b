import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMA = join(import.meta.dirname, '../../../shared/contracts/dataforseo.schema.json');

/** Option of tests that need the vendor's schema, which is not part of this repository. */
export const NEEDS_SCHEMA = { skip: existsSync(SCHEMA) ? false : `the vendor's schema is not at ${SCHEMA}` } as const;

/** Each request must be one that the vendor documents; one without a body has to be at an address that it documents. */
export function checkVendorContract(requests: readonly { readonly method: string; readonly path: string; readonly body: string }[]): void {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $id: string; 'x-operations': Record<string, unknown> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(schema);
  for (const { method, path, body } of requests) {
    const operation = `${method} ${path.replace(/(\/task_get\/\w+\/)[^/]+$/u, '$1{id}')}`;
    assert.ok(operation in schema['x-operations'], operation);
    if (method === 'GET') continue;
    const pointer = operation.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll(' ', '%20');
    const validate = ajv.getSchema(`${schema.$id}#/x-operations/${pointer}/request`);
    assert.ok(validate, operation);
    assert.ok(validate(JSON.parse(body)), `${operation}: ${ajv.errorsText(validate.errors)}`);
  }
}

const EXAMPLES = join(import.meta.dirname, '../../../shared/contracts/examples/dataforseo');

/** Option of tests that read real answers of the vendor, which are not part of this repository. */
export const NEEDS_EXAMPLES = { skip: existsSync(EXAMPLES) ? false : `the vendor's answers are not at ${EXAMPLES}` } as const;

/** The result of the first task of a real answer. */
export function readVendorExample(name: string): readonly unknown[] | null {
  const answer = JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as { tasks: { result: unknown[] | null }[] };
  return answer.tasks[0]?.result ?? null;
}
