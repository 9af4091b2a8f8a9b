import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer, ApiClient } from './api-client.ts';
import { waitUntil } from './wait-until.ts';

const PART_BYTES = 8 * 1_048_576;

/** Sends files to the service as a program would. */
export interface ImportClient {
  /** Begins an import and sends its file. */
  upload(projectId: string, name: string, bytes: Buffer): Promise<string>;
  sendPart(id: string, part: number, bytes: Buffer, said?: { offset?: number; sha256?: string }): Promise<Answer>;
  /** Uploads, detects, maps as it was proposed with changes, and commits; waits for its end. */
  bring(projectId: string, name: string, bytes: Buffer, mapping?: object): Promise<string>;
  waitForEnd(id: string): Promise<any>;
}

/** @param key of the client */
export function makeImportClient(api: ApiClient, url: string, key: string): ImportClient {
  const sendPart: ImportClient['sendPart'] = async (id, part, bytes, said = {}) => {
    const sha256 = said.sha256 ?? createHash('sha256').update(bytes).digest('hex');
    const response = await fetch(`${url}/api/imports/${id}/parts/${part}?offset=${said.offset ?? part * PART_BYTES}&sha256=${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const upload: ImportClient['upload'] = async (projectId, name, bytes) => {
    const made = await api.post('/api/imports', { project_id: projectId, name, bytes: bytes.length });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.import;
    for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
      const sent = await sendPart(id, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
    }
    return id;
  };
  const read = async (id: string): Promise<any> => (await api.get(`/api/imports/${id}`)).body.import;
  const waitForEnd = async (id: string): Promise<any> => {
    await waitUntil(async () => (await read(id)).status !== 'committing', 'the commit to end');
    return await read(id);
  };
  return {
    upload,
    sendPart,
    waitForEnd,
    bring: async (projectId, name, bytes, mapping = {}) => {
      const id = await upload(projectId, name, bytes);
      const detected = await api.post(`/api/imports/${id}/detect`);
      assert.equal(detected.status, 200, JSON.stringify(detected.body));
      const mapped = await api.put(`/api/imports/${id}/mapping`, { ...detected.body.import.mapping, ...mapping });
      assert.equal(mapped.status, 200, JSON.stringify(mapped.body));
      const committed = await api.post(`/api/imports/${id}/commit`, {});
      assert.equal(committed.status, 202, JSON.stringify(committed.body));
      const ended = await waitForEnd(id);
      assert.equal(ended.status, 'committed', JSON.stringify(ended));
      return id;
    },
  };
}
