import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
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

function toPlaces(schemas: readonly PlacedSchema[]): string[] {
  return schemas.map(({ place }) => place);
}
