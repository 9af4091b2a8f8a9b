/** The encoding of a text, and its characters. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Encoding by the first bytes: a mark, zeros between letters, or what UTF-8 does not allow. */
export function findEncoding(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = countZeros(head.subarray(0, 1_000));
  if (zeros.odd > zeros.all * 0.3) return 'utf-16le';
  if (zeros.even > zeros.all * 0.3) return 'utf-16be';
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

function countZeros(bytes: Buffer): { readonly even: number; readonly odd: number; readonly all: number } {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd, all: Math.max(1, bytes.length / 2) };
}

function isUtf8(head: Buffer): boolean {
  try {
    // A character may go on behind the head.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The characters of bytes that arrive in pieces, without the mark at the beginning. */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
