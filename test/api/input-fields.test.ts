import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { runSections } from '../support/openapi-walk-suite.ts';
import { unknownFieldsAreRefused } from '../support/unknown-fields-walk.ts';
import { listBodies, listParameters, walkSchema, type PlacedSchema } from '../support/schema-walk.ts';

/** What holds for every field of every request and workflow payload. */

/** Turn the direction of writing. */
const DIRECTION_CONTROLS = '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'.split('');

test('a list that is too long is refused before any of its entries is looked at', () => {
  const schemas = listBodies().flatMap((body) => [...walkSchema(body)]);
  const measured = schemas.filter(({ schema }) => schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodArray);
  assert.ok(measured.length >= 20, `${measured.length} lists`);
  const known = new Set(measured.map(({ schema }) => (schema as z.ZodPipe).def.out));
  const others = schemas.filter(({ schema }) => schema instanceof z.ZodArray && !known.has(schema));
  assert.deepEqual(toPlaces(others), [], 'these lists are not made by `listField`');
  for (const { place, schema } of measured) {
    let looks = 0;
    const entries = new Proxy<unknown[]>([], {
      get: (target, name) => {
        if (name === 'length') return 1_000_000;
        looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    const { success, error } = schema.safeParse(entries);
    assert.deepEqual([place, success, error?.issues.map(({ code }) => code), looks], [place, false, ['too_big'], 0]);
  }
});

test('what takes no control characters takes none that turn the direction of writing', () => {
  const schemas = [...listBodies(), ...listParameters()].flatMap((input) => [...walkSchema(input)]);
  const takes = ({ schema }: PlacedSchema, text: string): boolean => schema.safeParse(text).success;
  const names = schemas.filter((field) => field.schema instanceof z.ZodString && takes(field, 'a b') && !takes(field, 'a\u0007b'));
  assert.ok(toPlaces(names).some((place) => place.startsWith('POST /api/admin/api-keys') && place.endsWith('.name')));
  for (const control of DIRECTION_CONTROLS)
    assert.deepEqual(toPlaces(names.filter((field) => takes(field, `a${control}b`))), [], JSON.stringify(control));
});

test('no parameter and no field takes the name of what every object has for a value of its own', () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length', 'name'];
  const fields = [...listParameters(), ...listBodies()].flatMap((input) => [...walkSchema(input)]);
  // A transform alone is never given what the schema before it refuses.
  const whole = fields.filter(({ schema }) => !(schema instanceof z.ZodTransform));
  const taken = whole.flatMap(({ place, schema }) =>
    names.flatMap((name) => {
      const { success, data } = schema.safeParse(name);
      return success && holdsForeign(data) ? [`${place} ${name}`] : [];
    }),
  );
  assert.ok(fields.length > 1_000, `${fields.length} fields`);
  assert.deepEqual(taken, []);
});

test('unknown fields', (t) =>
  runSections(t, {
    'a field that no request has is refused where it could cost money or grant more, and nothing is done': unknownFieldsAreRefused,
  }));

/** Whether a value is, or is made of, something that no request holds: a function, or the common ancestor of objects. */
function holdsForeign(value: unknown): boolean {
  if (typeof value === 'function' || value === Object.prototype) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsForeign);
}

function toPlaces(schemas: readonly PlacedSchema[]): string[] {
  return schemas.map(({ place }) => place);
}
