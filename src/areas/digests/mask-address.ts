/** @example maskAddress('ada@example.com') // 'a…@example.com' */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
