import type { Finding } from './findings.ts';
import type { UrlParts } from './parse-url.ts';

/** Endings of files to their page type and how sure it is. Endings of pages (`html`, `php`) say nothing. */
const TYPES: readonly (readonly [label: string, confidence: number, endings: string])[] = [
  ['pdf', 98, 'pdf'],
  ['pdf', 92, 'doc docx odt rtf ppt pptx odp xls xlsx ods epub mobi djvu ps'],
  ['feed', 96, 'rss atom rdf'],
  ['feed', 84, 'xml opml ics'],
  ['file', 80, 'json jsonld csv tsv txt md yaml yml sql log'],
  ['file', 90, 'zip gz tgz tar rar 7z bz2 xz exe dmg pkg msi apk ipa deb rpm iso jar js css woff woff2 wasm'],
  ['image', 96, 'jpg jpeg png gif webp svg avif bmp tif tiff ico heic'],
  ['video_page', 78, 'mp4 webm mov m3u8 mkv avi flv mp3 m4a ogg wav aac'],
];
const BY_ENDING = new Map(
  TYPES.flatMap(([label, confidence, endings]) => endings.split(' ').map((ending) => [ending, { label, confidence }] as const)),
);

export function findByFile({ extension, path, query }: UrlParts): Finding | undefined {
  // Some servers hand a document out by a parameter: `/terms/?.pdf`.
  const inQuery = [...query.keys()].find((name) => name.endsWith('.pdf'));
  const ending = inQuery === undefined ? extension : 'pdf';
  const type = BY_ENDING.get(ending);
  if (type === undefined) return undefined;
  // Code hosts show files as pages.
  const isShown = /(?:^|\/)(?:blob|tree)\//u.test(path);
  return { ...type, confidence: isShown ? type.confidence - 60 : type.confidence, kind: 'file', evidence: `file .${ending}` };
}
