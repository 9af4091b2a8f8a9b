import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { StoreError } from '#stores/errors.ts';
import { findFreePort } from '../../../test/support/free-port.ts';
import { startS3Server } from '../../../test/support/s3-server.ts';
import { findTestFolder } from '../../../test/support/test-folder.ts';
import { makeBlobs } from './index.ts';
import type { Blobs } from './types.ts';

const KEY = 'icons/store_b_com.example.my_app/0123456789abcdef.webp';
const NO_S3 = { endpoint: undefined, region: 'us-east-1', accessKeyId: undefined, secretAccessKey: undefined };

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function checkFiles(blobs: Blobs): Promise<void> {
  assert.equal(await blobs.find(KEY), undefined);
  // Small, larger than a part of a stream, and none.
  for (const size of [1, 200_000, 0]) {
    const bytes = Buffer.alloc(size, size % 251);
    await blobs.put(KEY, bytes, 'image/webp');
    assert.ok((await blobs.find(KEY))?.equals(bytes), `${size} bytes`);
  }
  await blobs.remove(KEY);
  assert.equal(await blobs.find(KEY), undefined);
  await blobs.remove(KEY);
  await blobs.put(KEY, Buffer.alloc(0), 'image/webp');
}

test('files are kept in a folder that others cannot read', async (t) => {
  const folder = join(await makeFolder(t), 'blobs');
  await checkFiles(makeBlobs({ blobUrl: folder, s3: NO_S3 }));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await readFile(join(folder, KEY))).length, 0);
});

test('files are kept in a bucket, below its prefix', async (t) => {
  const server = await startS3Server(t);
  const s3 = { endpoint: server.url, region: 'eu-central-1', accessKeyId: 'AKTEST', secretAccessKey: 'a-secret' };
  await checkFiles(makeBlobs({ blobUrl: 's3://shop/some/prefix/', s3 }));
  assert.deepEqual([...server.objects.keys()], [`shop/some/prefix/${KEY}`]);
  assert.equal(server.objects.get(`shop/some/prefix/${KEY}`)?.contentType, 'image/webp');
  assert.deepEqual([...new Set(server.requests.map(({ signer }) => signer))], ['AKTEST']);
  await makeBlobs({ blobUrl: 's3://shop', s3 }).put('a/b', Buffer.from('x'), 'text/plain');
  assert.ok(server.objects.has('shop/a/b'));
});

test('a path that cannot be used is an error that names the setting, and is tried again', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'taken');
  await writeFile(path, 'a file');
  const inFolder = makeBlobs({ blobUrl: path, s3: NO_S3 });
  await assert.rejects(inFolder.put(KEY, Buffer.from('x'), 'image/webp'), isNamed);
  await rm(path);
  await inFolder.put(KEY, Buffer.from('x'), 'image/webp');
  assert.equal(String(await inFolder.find(KEY)), 'x');

  const server = await startS3Server(t);
  const s3 = { endpoint: server.url, region: 'us-east-1', accessKeyId: 'AKTEST', secretAccessKey: 'a-secret' };
  server.failWith(403);
  const refused = makeBlobs({ blobUrl: 's3://shop', s3 });
  await assert.rejects(refused.find(KEY), isNamed);
  await assert.rejects(refused.put(KEY, Buffer.from('x'), 'image/webp'), isNamed);
  server.failWith(undefined);
  await refused.put(KEY, Buffer.from('x'), 'image/webp');
});

test('a bucket that is silent, stops in the middle or is not there is an error in time, and is used again afterwards', async (t) => {
  const server = await startS3Server(t);
  const s3 = { endpoint: server.url, region: 'us-east-1', accessKeyId: 'AKTEST', secretAccessKey: 'a-secret' };
  const blobs = makeBlobs({ blobUrl: 's3://shop', s3, answerMsMax: 300 });
  const bytes = Buffer.alloc(100_000, 7);
  await blobs.put(KEY, bytes, 'image/webp');
  server.failWith('silence');
  await assert.rejects(blobs.find(KEY), isNamed);
  await assert.rejects(blobs.put(KEY, bytes, 'image/webp'), isNamed);
  server.failWith('half');
  await assert.rejects(blobs.find(KEY), isNamed);
  server.failWith(503);
  await assert.rejects(blobs.find(KEY), isNamed);
  server.failWith(undefined);
  assert.ok((await blobs.find(KEY))?.equals(bytes));

  const nowhere = makeBlobs({ blobUrl: 's3://shop', s3: { ...s3, endpoint: `http://127.0.0.1:${await findFreePort()}` } });
  await assert.rejects(nowhere.find(KEY), isNamed);
});

function isNamed(error: unknown): boolean {
  return error instanceof StoreError && error.message.includes('BLOB_URL') && !error.message.includes('a-secret');
}
