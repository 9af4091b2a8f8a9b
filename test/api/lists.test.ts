import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { allEndpoints } from '#areas/index.ts';
import { TRIGGERS } from '#areas/operations/wire/workflow-payloads.ts';
import { isForms, isRaw } from '#http/parse-input.ts';

/** Every list that a body can hold, over all endpoints and workflow types: its length is looked at before its entries. */

interface FoundList {
  readonly place: string;
  /** The list with what stands before it. */
  readonly schema: z.ZodType;
  /** Whether something stands before it. */
  readonly isMeasured: boolean;
}

function* findLists(schema: z.ZodType, place: string): Iterable<FoundList> {
  if (schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodArray) {
    yield { place, schema, isMeasured: true };
    yield* findLists(schema.def.out.element as z.ZodType, `${place}[]`);
    return;
  }
  if (schema instanceof z.ZodArray) yield { place, schema, isMeasured: false };
  for (const [name, inner] of listParts(schema)) yield* findLists(inner, `${place}${name}`);
}

function listParts(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, part]) => [`.${name}`, part]);
  if (schema instanceof z.ZodUnion) return schema.options.map((part, at) => [`|${at}`, part as z.ZodType]);
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out].map((part) => ['', part as z.ZodType]);
  const { innerType, element, valueType } = schema.def as unknown as Record<string, z.ZodType | undefined>;
  return [innerType, element, valueType].filter((part) => part !== undefined).map((part) => ['', part]);
}

function listBodies(): [string, z.ZodType][] {
  const ofEndpoints = allEndpoints.flatMap(({ method, path, body }): [string, z.ZodType][] => {
    if (body === undefined || isRaw(body)) return [];
    const forms = isForms(body) ? Object.entries(body.forms) : [['', body] as const];
    return forms.map(([name, form]) => [`${method} ${path} ${name}`, form]);
  });
  const raw = (platform: string) => ({ urls: [], url_ids: [], keywords: [], platform });
  const ofTypes = TRIGGERS.flatMap(({ type, makePayload }) =>
    ['store_a', 'store_b'].map((platform): [string, z.ZodType] => [type, makePayload(raw(platform))]),
  );
  return [...ofEndpoints, ...ofTypes];
}

test('a list that is too long is refused before any of its entries is looked at', () => {
  const lists = listBodies().flatMap(([name, body]) => [...findLists(body, name)]);
  assert.ok(lists.length >= 20, `${lists.length} lists`);
  assert.deepEqual(
    lists.filter(({ isMeasured }) => !isMeasured).map(({ place }) => place),
    [],
    'these lists are not made by `listField`',
  );
  for (const { place, schema } of lists) {
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
