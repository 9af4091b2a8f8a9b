import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly isStored?: boolean;
  /** Of its packed bytes, in place of what the directory would say. */
  readonly lie?: { readonly bytes?: number; readonly at?: number; readonly flags?: number; readonly method?: number };
}

/** A zip as programs write it: each file behind its header, then the directory. */
export function makeZip(files: readonly ZippedFile[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, isStored = false, lie = {} } of files) {
    const plain = Buffer.from(bytes);
    const packed = isStored ? plain : deflateRawSync(plain);
    const named = Buffer.from(name);
    const method = lie.method ?? (isStored ? 0 : 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(plain), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(plain.length, 22);
    local.writeUInt16LE(named.length, 26);
    pieces.push(local, named, packed);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(lie.flags ?? 2 ** 11, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc32(plain), 16);
    central.writeUInt32LE(lie.bytes ?? packed.length, 20);
    central.writeUInt32LE(plain.length, 24);
    central.writeUInt16LE(named.length, 28);
    central.writeUInt32LE(lie.at ?? at, 42);
    directory.push(central, named);
    at += local.length + named.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, listed, end]);
}
