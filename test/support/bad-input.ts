import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';

/** A request that is refused, and the fields that its answer must name. */
export interface BadRequest {
  readonly because: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly body?: unknown;
  readonly names: readonly string[];
}

/** Sends each and checks that the answer is the 400 of docs/spec-gaps.md, wire rule 2, naming exactly the wrong fields. */
export async function assertAllRefused(api: ApiClient, requests: readonly BadRequest[]): Promise<void> {
  for (const { because, method, path, body, names } of requests) {
    const answer = await api[method](path, method === 'get' ? undefined : (body as never));
    assert.equal(answer.status, 400, `${because}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.body.success, false, because);
    assert.equal(answer.body.status, 400, because);
    assert.ok(typeof answer.body.error === 'string' && answer.body.error.length > 0, because);
    const named = (answer.body.details as { path: string }[]).map((problem) => problem.path);
    assert.deepEqual([...new Set(named)].toSorted(), [...names].toSorted(), because);
  }
}
