import { z } from 'zod';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { makeTriggers } from '#areas/operations/triggers.ts';
import { isForms, isRaw } from '#http/endpoint.ts';

/** A schema with the place where it stands, to name it by. */
export interface PlacedSchema {
  readonly place: string;
  readonly schema: z.ZodType;
}

/** Every body, form of a body and workflow payload that a request can bring. */
export function listBodies(): PlacedSchema[] {
  const ofEndpoints = joinAreas(areas).endpoints.flatMap(({ method, path, body }) => {
    if (body === undefined || isRaw(body)) return [];
    const forms = isForms(body) ? Object.entries(body.forms) : [['', body] as const];
    return forms.map(([name, schema]) => ({ place: `${method} ${path} ${name}`, schema }));
  });
  const ofTypes = makeTriggers(areas, []).list.flatMap(({ type, makePayload }) =>
    ['store_a', 'store_b'].map((platform) => ({ place: type, schema: makePayload({ ...EVERY_FORM, platform }) })),
  );
  return [...ofEndpoints, ...ofTypes];
}

/** Of fields that exclude each other a payload has a schema only for those that are given. */
const EVERY_FORM = { url: '', urls: [], url_ids: [], keyword: '', keywords: [], job_id: '' };

/** Every query and every path. */
export function listParameters(): PlacedSchema[] {
  return joinAreas(areas).endpoints.flatMap(({ method, path, params, query }) =>
    [params, query].flatMap((schema) => (schema === undefined ? [] : [{ place: `${method} ${path}`, schema }])),
  );
}

/** The schemas that one is made of, itself first. */
export function* walkSchema({ place, schema }: PlacedSchema): Iterable<PlacedSchema> {
  yield { place, schema };
  for (const part of listParts(schema)) yield* walkSchema({ place: place + part.place, schema: part.schema });
}

function listParts(schema: z.ZodType): PlacedSchema[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).map(([name, part]) => ({ place: `.${name}`, schema: part }));
  if (schema instanceof z.ZodUnion) return schema.options.map((part, at) => ({ place: `|${at}`, schema: part as z.ZodType }));
  const { innerType, element, valueType, in: before, out: after } = schema.def as unknown as Record<string, z.ZodType | undefined>;
  return [innerType, element, valueType, before, after].flatMap((part) => (part === undefined ? [] : [{ place: '', schema: part }]));
}
