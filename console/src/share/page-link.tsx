import { isWebUrl } from '#ui/links/web-url.ts';

/** A link to a page by its path. Anything but http and https is shown as the text that it is. */
export function PageLink({ url }: { readonly url: string }) {
  if (!isWebUrl(url)) return url;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {new URL(url).pathname}
    </a>
  );
}
