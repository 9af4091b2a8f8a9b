/** The copy of an app's icon that this service keeps. Pictures of other hosts are never asked for. */
export function AppIcon({ url, size = 24 }: { readonly url: string | null; readonly size?: number }) {
  if (url === null || URL.parse(url, window.location.href)?.origin !== window.location.origin) return null;
  return <img src={url} alt="" width={size} height={size} style={{ borderRadius: size / 5, display: 'block' }} />;
}
