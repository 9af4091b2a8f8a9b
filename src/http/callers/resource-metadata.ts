/**
 * The address of this service as the caller knows it, without a slash at the end.
 * @param host the header `Host`
 */
export function toOrigin(host: string | string[] | undefined, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/u, '');
  return URL.parse(`http://${[host].flat()[0] ?? ''}`)?.origin ?? 'http://localhost';
}

/** Where the document about the resource of assistants stands (RFC 9728, section 3.1). */
export function toMetadataUrl(host: string | string[] | undefined, publicUrl: string | undefined): string {
  return `${toOrigin(host, publicUrl)}/.well-known/oauth-protected-resource/mcp`;
}
