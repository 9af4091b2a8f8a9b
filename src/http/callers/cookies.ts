/**
 * The value of a cookie, if it has the shape.
 * @param header the header `Cookie`
 * @returns `undefined` also when there are several: a page of another host under the same domain may have put one
 *   there, and neither can be believed
 */
export function readCookie(header: string | undefined, name: string, shape: RegExp): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    return key === name && shape.test(value) ? [value] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
