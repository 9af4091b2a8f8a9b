import assert from 'node:assert/strict';
import { TEST_ADMIN_KEY } from './app.ts';
import { summarize } from './openapi-walk-access.ts';
import { plainRequests } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest, type WalkReply } from './openapi-walk-send.ts';
import type { Section } from './openapi-walk-suite.ts';
import { makeThings } from './openapi-walk-world.ts';
import type { JsonSchema, WalkOperation } from './openapi-walk.ts';
import { IS_WHOLE, takeShare } from './test-width.ts';

/** The common parameter `fields` over every operation that answers lists. */
export const checkFields: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_fields' });
  let rowsSeen = 0;
  const reads = operations.filter(({ method }) => method === 'GET');
  for (const { name, hasFields, answer } of reads) assert.equal(hasFields, answer(200)?.mediaTypes[0] === 'application/json', name);
  for (const operation of takeShare(reads, 3)) {
    const [plain] = plainRequests(operation);
    const ask = async (fields: readonly string[]): Promise<WalkReply> => {
      const request = { ...plain!, query: [...plain!.query, ['fields', fields.join(',')] as const] };
      return await sendRequest(server, operation, writeRequest(operation, request, ids), { headers: { 'x-api-key': TEST_ADMIN_KEY } });
    };
    for (const { name, rowFields, isRequired } of listsOf(operation)) {
      const chosen = rowFields.slice(0, 2);
      const reply = await ask(chosen);
      assert.equal(summarize(reply), '200', `${operation.name} ${chosen.join(',')}`);
      const rows = JSON.parse(reply.text)[name] as object[] | undefined;
      // Some lists are answered only where a parameter asks for them.
      assert.ok(rows !== undefined || !isRequired, `${operation.name}: ${name} is missing`);
      if (rows === undefined) continue;
      rowsSeen += rows.length;
      const others = rows.flatMap((row) => Object.keys(row)).filter((field) => !chosen.includes(field));
      assert.deepEqual(others, [], operation.name);
      assert.match(summarize(await ask(['no_such_field'])), /^400 fields must be names out of /u, operation.name);
    }
  }
  assert.ok(rowsSeen > (IS_WHOLE ? 20 : 0), `${rowsSeen} rows`);
};

/** The lists at the top of an operation's answer whose rows have fields. */
function listsOf({ answer, resolve }: WalkOperation): { name: string; rowFields: string[]; isRequired: boolean }[] {
  const { properties = {}, required = [] }: { properties?: Record<string, JsonSchema>; required?: string[] } = answer(200)?.schema ?? {};
  return Object.entries(properties).flatMap(([name, field]) => {
    const row = resolve(resolve(field)['items'] ?? {});
    const rowFields = Object.keys(row['properties'] ?? {});
    return rowFields.length === 0 ? [] : [{ name, rowFields, isRequired: required.includes(name) }];
  });
}
