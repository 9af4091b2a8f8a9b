import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMA = join(import.meta.dirname, '../../../shared/contracts/dataforseo.schema.json');

/** Option of tests that need the vendor's schema, which is not part of this repository. */
export const NEEDS_SCHEMA = { skip: existsSync(SCHEMA) ? false : `the vendor's schema is not at ${SCHEMA}` } as const;

/** Functions of assistants, which the vendor documents on pages that are younger than the schema. */
const YOUNGER = /^\/v3\/(?:serp\/google\/ai_mode|ai_optimization\/(?!ai_keyword_data))/u;

/** Each request must be one that the vendor documents; one without a body has to be at an address that it documents. */
export function checkVendorContract(requests: readonly { readonly method: string; readonly path: string; readonly body: string }[]): void {
  const schema = openSchema();
  for (const { method, path, body } of requests) {
    if (YOUNGER.test(path)) continue;
    const operation = toOperation(method, path);
    assert.ok(schema.operations.has(operation), operation);
    if (method !== 'GET') schema.check(operation, 'request', JSON.parse(body));
  }
}

/** Each answer must be one that the vendor documents for its address. */
export function checkVendorAnswers(answers: readonly { readonly method: string; readonly path: string; readonly answer: unknown }[]): void {
  const schema = openSchema();
  for (const { method, path, answer } of answers) schema.check(toOperation(method, path), 'response', answer);
}

function toOperation(method: string, path: string): string {
  return `${method} ${path.replace(/(\/task_get\/\w+\/)[^/]+$/u, '$1{id}')}`;
}

function openSchema() {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $id: string; 'x-operations': Record<string, unknown> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(schema);
  return {
    operations: new Set(Object.keys(schema['x-operations'])),
    check: (operation: string, part: 'request' | 'response', value: unknown): void => {
      const pointer = encodeURI(operation.replaceAll('~', '~0').replaceAll('/', '~1'));
      const validate = ajv.getSchema(`${schema.$id}#/x-operations/${pointer}/${part}`);
      assert.ok(validate, operation);
      assert.ok(validate(value), `${operation}: ${ajv.errorsText(validate.errors)}`);
    },
  };
}

const EXAMPLES = join(import.meta.dirname, '../../../shared/contracts/examples/dataforseo');
const APP_EXAMPLES = join(import.meta.dirname, '../../../shared/contracts/examples/app-stores');

/** Option of tests that read real answers of the vendor, which are not part of this repository. */
export const NEEDS_EXAMPLES = { skip: existsSync(EXAMPLES) ? false : `the vendor's answers are not at ${EXAMPLES}` } as const;

/** The result of the first task of a real answer. */
export function readVendorExample(name: string): readonly unknown[] | null {
  const answer = JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as { tasks: { result: unknown[] | null }[] };
  return answer.tasks[0]?.result ?? null;
}

/** A whole answer about app stores, in the shape that the vendor documents. */
export function readAppExample(name: string): Buffer {
  return readFileSync(join(APP_EXAMPLES, `${name}.json`));
}
