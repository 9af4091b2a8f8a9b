const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const UINT_16_MAX = 65_535;

/**
 * A text as one whole WebSocket frame of a server (RFC 6455, section 5.2): not masked, not compressed,
 * so the same bytes for every client.
 */
export function toTextFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const headSize = size < LENGTH_16 ? 2 : size <= UINT_16_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(headSize + size);
  frame[0] = TEXT_FRAME;
  if (headSize === 2) frame[1] = size;
  else if (headSize === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, headSize, 'utf8');
  return frame;
}
