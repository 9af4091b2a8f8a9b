/**
 * The file format of what is trained: a magic word, the length of a JSON header, the header, and arrays of numbers
 * aligned to 8 bytes. Reading copies nothing; equal contents give equal bytes.
 */

const MAGIC = 0x31_4d_4c_53;
const PREFIX_BYTES = 8;
const ALIGNMENT_BYTES = 8;

const ARRAY_TYPES = { i8: Int8Array, u8: Uint8Array, f32: Float32Array } as const;

type ArrayType = keyof typeof ARRAY_TYPES;
export type Section = Int8Array | Uint8Array | Float32Array;

interface Layout {
  readonly name: string;
  readonly type: ArrayType;
  readonly length: number;
}

export interface Artefact<Header> {
  readonly header: Header;
  readonly sections: Readonly<Record<string, Section>>;
}

export function encodeArtefact<Header>({ header, sections }: Artefact<Header>): Uint8Array {
  const layouts = Object.entries(sections).map(([name, section]): Layout => ({ name, type: toType(section), length: section.length }));
  const head = new TextEncoder().encode(JSON.stringify({ header, sections: layouts }));
  const parts = Object.values(sections);
  let size = align(PREFIX_BYTES + head.length);
  for (const part of parts) size += align(part.byteLength);

  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, MAGIC, true);
  new DataView(bytes.buffer).setUint32(4, head.length, true);
  bytes.set(head, PREFIX_BYTES);
  let offset = align(PREFIX_BYTES + head.length);
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), offset);
    offset += align(part.byteLength);
  }
  return bytes;
}

/**
 * The sections are views of `bytes`, which must not change afterwards.
 * @throws Error when the bytes are not an artefact, or are cut short
 */
export function decodeArtefact<Header>(bytes: Uint8Array): Artefact<Header> {
  const aligned = bytes.byteOffset % ALIGNMENT_BYTES === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(aligned.buffer, aligned.byteOffset, aligned.byteLength);
  if (aligned.length < PREFIX_BYTES || view.getUint32(0, true) !== MAGIC) throw new Error('Not an artefact of classification.');
  const headBytes = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(aligned.subarray(PREFIX_BYTES, PREFIX_BYTES + headBytes))) as {
    readonly header: Header;
    readonly sections: readonly Layout[];
  };
  let offset = align(PREFIX_BYTES + headBytes);
  const sections: Record<string, Section> = {};
  for (const { name, type, length } of head.sections) {
    const section = new ARRAY_TYPES[type](aligned.buffer as ArrayBuffer, aligned.byteOffset + offset, length);
    sections[name] = section;
    offset += align(section.byteLength);
  }
  return { header: head.header, sections };
}

function toType(section: Section): ArrayType {
  if (section instanceof Int8Array) return 'i8';
  return section instanceof Uint8Array ? 'u8' : 'f32';
}

function align(size: number): number {
  return Math.ceil(size / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}
